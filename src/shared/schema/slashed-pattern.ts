/** A pattern between slashes, as other languages write it. */
export interface SlashedPattern {
  readonly inner: string;
  /** The letters after the second slash. */
  readonly flags: string;
}

/**
 * Finds a pattern between slashes that surely are not part of it: with one before `^` or after `$`, no text ever matches.
 *
 * @returns undefined for any other pattern: `/a/` matches a text with slashes.
 * @example slashedPattern('/^\\d+$/i') // { inner: '^\\d+$', flags: 'i' }
 */
export function slashedPattern(pattern: string): SlashedPattern | undefined {
  const [, inner = '', flags = ''] = /^\/([^]+)\/([dgiuvy]*)$/.exec(pattern) ?? [];
  const isAnchored = inner.startsWith('^') || /(?<!\\)(?:\\\\)*\$$/.test(inner);
  return isAnchored ? { inner, flags } : undefined;
}
