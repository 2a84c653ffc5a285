/** How many levels types and values can nest: parsers recurse, and so does every walk over a schema. */
export const MAX_NESTING = 100;

const QUOTED_OR_BRACKET = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[([{<]|[)\]}>]/gs;

/**
 * Finds the first bracket that nests deeper than {@link MAX_NESTING}, in a text that is not parsed yet; brackets in quotes are text.
 *
 * @returns Its offset, or undefined if there is none.
 */
export function findDeepBracket(text: string): number | undefined {
  if (text.length <= MAX_NESTING) return undefined;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(QUOTED_OR_BRACKET)) {
    if (/^[([{<]/.test(token)) depth++;
    else if (/^[)\]}>]/.test(token)) depth--;
    if (depth > MAX_NESTING) return index;
  }
  return undefined;
}
