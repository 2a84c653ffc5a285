/** Whether a path equals another or is below it. Both have `/`. */
export function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`);
}

/**
 * The directories around a path, but not the root of the disk.
 *
 * @example parentDirectories('/a/b/c.ts') // ['/a', '/a/b']
 */
export function parentDirectories(path: string): string[] {
  return [...path.matchAll(/(?!^)\//g)].map(({ index }) => path.slice(0, index));
}
