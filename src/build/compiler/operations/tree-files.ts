/** How the paths of webhooks begin, below the tree: their directory is next to it. */
export const WEBHOOKS_DIRECTORY = '../webhooks/';

/** Whether a path below the tree is that of a file of webhooks. */
export function isInWebhooks(path: string): boolean {
  return path.startsWith(WEBHOOKS_DIRECTORY);
}

/** A path below the tree, or below the directory of webhooks. */
export function ownPath(path: string): string {
  return isInWebhooks(path) ? path.slice(WEBHOOKS_DIRECTORY.length) : path;
}

/**
 * The directory of webhooks next to that of the operations.
 *
 * @returns undefined if the directory of the operations is the root, or has that name itself.
 * @example webhooksDirectory('app/operations') // 'app/webhooks'
 */
export function webhooksDirectory(directory: string): string | undefined {
  const [, before = '', name] = /^(.*[/:])?([^/:]+)$/.exec(directory) ?? [];
  return name === undefined || name === '.' || name === '..' || name === 'webhooks' ? undefined : `${before}webhooks`;
}

/**
 * The file of a path below the tree.
 *
 * @example fileInTree('app/operations', '../webhooks/order.created@post.ts') // 'app/webhooks/order.created@post.ts'
 */
export function fileInTree(directory: string, path: string): string {
  const webhooks = isInWebhooks(path) ? webhooksDirectory(directory) : undefined;
  return webhooks === undefined ? `${directory}/${path}` : `${webhooks}/${ownPath(path)}`;
}

/** The path of a file below the tree; undefined for other files. */
export function pathInTree(directory: string, file: string): string | undefined {
  if (file.startsWith(`${directory}/`)) return file.slice(directory.length + 1);
  const webhooks = webhooksDirectory(directory);
  return webhooks !== undefined && file.startsWith(`${webhooks}/`)
    ? `${WEBHOOKS_DIRECTORY}${file.slice(webhooks.length + 1)}`
    : undefined;
}

/** Whether a directory is around a path: both in the tree, or both among the webhooks. */
export function isAround(directory: string, path: string): boolean {
  return path.startsWith(directory) && (directory !== '' || !isInWebhooks(path));
}

/** The same for all spellings of a directory. */
export function directoryKey(directory: string): string {
  return directory
    .replaceAll(/\{[^{}]*\}/g, '{}')
    .normalize('NFC')
    .toLowerCase();
}
