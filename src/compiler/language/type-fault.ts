import { parse } from 'jsdoc-type-pratt-parser';
import type { Passage } from '../comment/comment.ts';
import { locate } from '../comment/comment.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';

/** A property with a name that may be a word of the parser's own: `event: T` begins a name path, `is: T` a predicate. */
const PROPERTY = /(?<=[{,;]\s*)(?:asserts|event|extends|external|import|infer|is|module|readonly)(?=\??\s*:)/g;

/**
 * Reports why a type does not parse.
 *
 * @param text The type with spaces for all its white space.
 */
export function reportTypeFault(type: Passage, text: string, report: Report): void {
  const [property] = text.matchAll(PROPERTY);
  if (property !== undefined && parses(text.replaceAll(PROPERTY, '"$&"'))) {
    const { 0: name, index } = property;
    return report(messages.unquotedProperty(locate(type, index, index + name.length), name));
  }
  const offset = offendingOffset(text);
  const at = locate(type, offset, Math.max(offset + 1, tokenEnd(text, offset)));
  report(messages.invalidType(at, text, text.slice(offset)));
}

function parses(text: string): boolean {
  try {
    return parse(text, 'jsdoc') !== undefined;
  } catch {
    return false;
  }
}

/** Where a type stops making sense: the first place that no continuation could mend; its end where something is missing. */
function offendingOffset(text: string): number {
  for (let end = 1; end <= text.length; end++) {
    const token = failingToken(text.slice(0, end));
    if (token === undefined) continue;
    return text.slice(0, end).trimEnd().length - token.length;
  }
  return text.length;
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
