import type { Passage } from '../comment/comment.ts';
import { locate } from '../comment/comment.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { FACET_NAMES } from '../../../shared/schema/keywords.ts';
import * as messages from '../diagnostics/messages.ts';
import { isRegex } from '../../../shared/validation/format-checks.ts';
import { parseYaml, plainValue } from '../comment/yaml.ts';

/** A pattern that is not in single quotes, up to the next facet. */
const PATTERN = /(?<=(?:^|[,\s])pattern:\s+)(?:"(?:[^"\\]|\\.)*"|[^\s"'][^]*?)(?=\s*(?:$|,\s*[\w$-]+:\s))/;
const NO_COMMA = new RegExp(String.raw`(?<=[^\s,:{[]\s+)(?:${FACET_NAMES.join('|')})(?=:\s)`);

/**
 * Reports a pattern that needs quotes in YAML, because it contains brackets, commas or backslashes.
 *
 * @returns Whether there is one.
 */
export function reportPattern(facets: Passage, report: Report): boolean {
  const { 0: text, index } = PATTERN.exec(facets.text) ?? { index: 0 };
  if (text === undefined) return false;
  const document = parseYaml(`{pattern: ${text}\n}`);
  const isQuoted = text.startsWith('"');
  const isYaml = document.errors.length === 0;
  if (isYaml) {
    const read = plainValue(() => (document.toJS() as { pattern?: unknown }).pattern);
    if ('value' in read && (isQuoted || read.value === text)) return false;
  }
  const at = locate(facets, index, index + text.length);
  report(messages.unquotedPattern(at, isQuoted ? text.slice(1, -1) : text, isYaml));
  return true;
}

/**
 * Reports a missing comma between two facets.
 *
 * @returns Whether there is one.
 */
export function reportMissingComma(facets: Passage, report: Report): boolean {
  // Quoted text is masked.
  const text = facets.text.replace(/"(?:[^"\\]|\\.)*"|(?<!\w)'[^']*'/g, (quoted) => 'x'.repeat(quoted.length));
  const { 0: name, index } = NO_COMMA.exec(text) ?? { index: 0 };
  if (name === undefined) return false;
  report(messages.missingComma(locate(facets, index, index + name.length), name));
  return true;
}

/**
 * Explains why a pattern is not a regular expression of ECMAScript. As at run time, it may need to do without the flag `u`.
 *
 * @returns undefined if it is one.
 *
 * @example regexFault('(a') // 'Unterminated group'
 */
export function regexFault(pattern: string): string | undefined {
  if (isRegex(pattern)) return undefined;
  try {
    RegExp(pattern);
    return undefined;
  } catch (error) {
    // "Invalid regular expression: /(a/: Unterminated group"
    return (error as Error).message.split(': ').at(-1)!;
  }
}
