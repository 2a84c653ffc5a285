import { OLDER_TREE } from '../../../shared/contract/versions.ts';
import { visible } from '../language/visible.ts';

export { pathOfId } from '../../../shared/contract/versions.ts';

/** How the paths of webhooks begin, below the tree: their directory is next to it. */
export const WEBHOOKS_DIRECTORY = '../webhooks/';

/** The same of events. */
export const EVENTS_DIRECTORY = '../events/';

const BESIDE: Readonly<Record<string, string>> = { [WEBHOOKS_DIRECTORY]: 'webhooks', [EVENTS_DIRECTORY]: 'events' };
const PREFIXES = Object.keys(BESIDE);

/** How the directory of the operations of an older version ends. */
const IN_VERSIONS = /^([^/]+)\/operations\/(.+)$/s;

/** How the paths of a directory next to the tree begin; undefined for a path in the tree. */
function prefixOf(path: string): string | undefined {
  if (!path.startsWith('../')) return undefined;
  return PREFIXES.find((prefix) => path.startsWith(prefix)) ?? OLDER_TREE.exec(path)?.[0];
}

/** The name of the older version that a path below the tree belongs to; undefined for a file of today. */
export function versionOf(path: string): string | undefined {
  return path.startsWith('../') ? OLDER_TREE.exec(path)?.[1] : undefined;
}

/**
 * The path of a file of an older version, below the tree.
 *
 * @example pathInVersion('v1', 'pets/@get.ts') // '../versions/v1/operations/pets/@get.ts'
 */
export function pathInVersion(version: string, path: string): string {
  return `../versions/${version}/operations/${path}`;
}

/** The path of today's file that a file of an older version replaces. Other paths stay. */
export function withoutVersion(path: string): string {
  return path.startsWith('../') ? path.replace(OLDER_TREE, '') : path;
}

/** Ids of operations that an older version inherits end with its name, since their file has two operations: `pets/@get.ts?v1`. */
export function inheritedId(path: string, version: string): string {
  return `${path}?${version}`;
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

/** The directory of the older versions next to that of the operations, as of {@link webhooksDirectory}. */
export function versionsDirectory(directory: string): string | undefined {
  return directoryBeside(directory, 'versions');
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
  const beside = prefix === undefined ? undefined : directoryBeside(directory, BESIDE[prefix] ?? 'versions');
  if (beside === undefined) return `${directory}/${path}`;
  return BESIDE[prefix!] === undefined ? `${beside}${path.slice('../versions'.length)}` : `${beside}/${ownPath(path)}`;
}

/** The path of a file below the tree; undefined for other files. */
export function pathInTree(directory: string, file: string): string | undefined {
  if (file.startsWith(`${directory}/`)) return file.slice(directory.length + 1);
  for (const prefix of PREFIXES) {
    const beside = directoryBeside(directory, BESIDE[prefix]!);
    if (beside !== undefined && file.startsWith(`${beside}/`)) return `${prefix}${file.slice(beside.length + 1)}`;
  }
  const versions = versionsDirectory(directory);
  if (versions === undefined || !file.startsWith(`${versions}/`)) return undefined;
  const [, version, path] = IN_VERSIONS.exec(file.slice(versions.length + 1)) ?? [];
  return path === undefined ? undefined : pathInVersion(version!, path);
}

/** Whether a directory is around a path: both in the tree or an older version of it, or both in the same directory next to it. */
export function isAround(directory: string, path: string): boolean {
  const [outer, inner] = [withoutVersion(directory), withoutVersion(path)];
  return inner.startsWith(outer) && (outer !== '' || isInTree(inner));
}

/** The parts of names that Windows removes and that readers overlook: white space at both ends, and dots at the end. */
const ENDS = /(?<=^|\/)\s+(?=[^\s/])|(?<=[^\s./])[\s.]+(?=\/|$)/g;

/** The same for all spellings of a directory, in all versions. */
export function directoryKey(directory: string): string {
  return visible(withoutVersion(directory))
    .replaceAll(ENDS, '')
    .replaceAll(/\{[^{}]*\}/g, '{}')
    .normalize('NFC')
    .toLowerCase();
}
