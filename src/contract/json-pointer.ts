// JSON Pointer: RFC 6901.

/**
 * The pointer to a part.
 *
 * @param pointer To what the part is in; empty for the whole.
 * @example pointTo('/paths', '/pets') // '/paths/~1pets'
 */
export function pointTo(pointer: string, part: string | number): string {
  return `${pointer}/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/**
 * The keys that a pointer leads through.
 *
 * @example keysOf('/paths/~1pets') // ['paths', '/pets']
 */
export function keysOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeKey);
}

/** A key as it is, of what stands between two slashes. */
export function unescapeKey(text: string): string {
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
