import { parse } from 'jsdoc-type-pratt-parser';
import type { Passage } from '../comment/comment.ts';
import { locate } from '../comment/comment.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';

/** A property whose name can be a keyword of the parser: `event: T` begins a name path, `is: T` a predicate. */
const PROPERTY = /(?<=[{,;]\s*)(?:asserts|event|extends|external|import|infer|is|module|readonly)(?=\??\s*:)/g;

/** In longer types the fault is not searched for: each step parses the type again. */
const MAX_LENGTH = 10_000;

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

/**
 * Reports why a type does not parse.
 *
 * @param text The type with spaces for all its white space.
 * @param encoded The same as the grammar reads it.
 */
export function reportTypeFault(type: Passage, text: string, encoded: string, report: Report): void {
  const [property] = encoded.matchAll(PROPERTY);
  if (property !== undefined && parses(encoded.replaceAll(PROPERTY, '"$&"'))) {
    const { 0: name, index } = property;
    return report(messages.unquotedProperty(locate(type, index, index + name.length), name));
  }
  if (text.length > MAX_LENGTH) return report(messages.invalidType(locate(type), shorten(text), shorten(text)));
  const offset = faultOffset(encoded);
  const at = locate(type, offset, Math.max(offset + 1, tokenEnd(text, offset)));
  report(messages.invalidType(at, shorten(text), shorten(text.slice(offset))));
}

function parses(text: string): boolean {
  try {
    return parse(text, 'jsdoc') !== undefined;
  } catch {
    return false;
  }
}

/** Finds the first token that no continuation could make valid; the end of the text if something is missing there. */
function faultOffset(text: string): number {
  const ends = [...text.matchAll(/[\p{ID_Continue}$-]+|\S/gu)].map(({ 0: token, index }) => index + token.length);
  // Once a prefix is wrong all longer ones are.
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (failingToken(text.slice(0, ends[middle])) === undefined) low = middle + 1;
    else high = middle;
  }
  if (low === ends.length) return text.length;
  const start = ends[low]! - failingToken(text.slice(0, ends[low]))!.length;
  // A template literal fails as a shorter one before it, so the token does not end here.
  return start + /^\s*/.exec(text.slice(start))![0].length;
}

/** The token at which a text fails to parse; undefined where it parses, or fails for being at its end. */
function failingToken(text: string): string | undefined {
  try {
    parse(text, 'jsdoc');
  } catch (error) {
    const { token } = error as { token?: { type: string; text: string } };
    return token === undefined || token.type === 'EOF' ? undefined : token.text;
  }
  return undefined;
}

function tokenEnd(text: string, offset: number): number {
  return offset + (/^[\w$]+|^./.exec(text.slice(offset))?.[0].length ?? 0);
}
