// JSON Pointer: RFC 6901.

/**
 * Appends a key or an index to a pointer.
 *
 * @param pointer The pointer of the parent; empty for the root.
 * @example pointTo('/paths', '/pets') // '/paths/~1pets'
 */
export function pointTo(pointer: string, key: string | number): string {
  const isPlain = typeof key === 'number' || !(key.includes('~') || key.includes('/'));
  return `${pointer}/${isPlain ? key : key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/**
 * Splits a pointer into its unescaped keys.
 *
 * @example keysOf('/paths/~1pets') // ['paths', '/pets']
 */
export function keysOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeKey);
}

/**
 * The first key of a pointer; undefined for the root.
 *
 * @example firstKeyOf('/a~1b/0') // 'a/b'
 */
export function firstKeyOf(pointer: string): string | undefined {
  if (pointer === '') return undefined;
  const end = pointer.indexOf('/', 1);
  return unescapeKey(pointer.slice(1, end === -1 ? undefined : end));
}

/**
 * The last key of a pointer; undefined for the root.
 *
 * @example lastKeyOf('/0/a~1b') // 'a/b'
 */
export function lastKeyOf(pointer: string): string | undefined {
  return pointer === '' ? undefined : unescapeKey(pointer.slice(pointer.lastIndexOf('/') + 1));
}

/** Unescapes one key of a pointer. */
export function unescapeKey(text: string): string {
  return text.includes('~') ? text.replaceAll('~1', '/').replaceAll('~0', '~') : text;
}
