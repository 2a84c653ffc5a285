/** How the paths of webhooks begin, below the tree: their directory is next to it. */
export const WEBHOOKS_DIRECTORY = '../webhooks/';

/** The same of events. */
export const EVENTS_DIRECTORY = '../events/';

const BESIDE = { [WEBHOOKS_DIRECTORY]: 'webhooks', [EVENTS_DIRECTORY]: 'events' } as const;
const PREFIXES = Object.keys(BESIDE) as (keyof typeof BESIDE)[];

/** How the paths of a directory next to the tree begin; undefined for a path in the tree. */
function prefixOf(path: string): keyof typeof BESIDE | undefined {
  return path.startsWith('../') ? PREFIXES.find((prefix) => path.startsWith(prefix)) : undefined;
}

/** Whether a path below the tree is that of a file of webhooks. */
export function isInWebhooks(path: string): boolean {
  return path.startsWith(WEBHOOKS_DIRECTORY);
}

/** Whether a path below the tree is that of a file of events. */
export function isInEvents(path: string): boolean {
  return path.startsWith(EVENTS_DIRECTORY);
}

/** Whether a path is in the tree itself, not in a directory next to it. */
export function isInTree(path: string): boolean {
  return prefixOf(path) === undefined;
}

/** A path below the tree, or below the directory next to it. */
export function ownPath(path: string): string {
  return path.slice(prefixOf(path)?.length ?? 0);
}

/**
 * The directory of webhooks next to that of the operations.
 *
 * @returns undefined if the directory of the operations is the root, or has that name itself.
 * @example webhooksDirectory('app/operations') // 'app/webhooks'
 */
export function webhooksDirectory(directory: string): string | undefined {
  return directoryBeside(directory, 'webhooks');
}

/** The directory of events next to that of the operations, as of {@link webhooksDirectory}. */
export function eventsDirectory(directory: string): string | undefined {
  return directoryBeside(directory, 'events');
}

function directoryBeside(directory: string, beside: string): string | undefined {
  const [, before = '', name] = /^(.*[/:])?([^/:]+)$/.exec(directory) ?? [];
  return name === undefined || name === '.' || name === '..' || name === beside ? undefined : `${before}${beside}`;
}

/**
 * The file of a path below the tree.
 *
 * @example fileInTree('app/operations', '../webhooks/order.created@post.ts') // 'app/webhooks/order.created@post.ts'
 */
export function fileInTree(directory: string, path: string): string {
  const prefix = prefixOf(path);
  const beside = prefix === undefined ? undefined : directoryBeside(directory, BESIDE[prefix]);
  return beside === undefined ? `${directory}/${path}` : `${beside}/${ownPath(path)}`;
}

/** The path of a file below the tree; undefined for other files. */
export function pathInTree(directory: string, file: string): string | undefined {
  if (file.startsWith(`${directory}/`)) return file.slice(directory.length + 1);
  for (const prefix of PREFIXES) {
    const beside = directoryBeside(directory, BESIDE[prefix]);
    if (beside !== undefined && file.startsWith(`${beside}/`)) return `${prefix}${file.slice(beside.length + 1)}`;
  }
  return undefined;
}

/** Whether a directory is around a path: both in the tree, or both in the same directory next to it. */
export function isAround(directory: string, path: string): boolean {
  return path.startsWith(directory) && (directory !== '' || isInTree(path));
}

/** The same for all spellings of a directory. */
export function directoryKey(directory: string): string {
  return directory
    .replaceAll(/\{[^{}]*\}/g, '{}')
    .normalize('NFC')
    .toLowerCase();
}
