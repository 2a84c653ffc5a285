/** One part of a regular expression: an escape, a class of characters, the start of a group, or one character. */
const PARTS =
  /\\(?:x[\da-f]{2}|u[\da-f]{4}|u\{[^}]*\}|[pP]\{[^}]*\}|k<[^>]*>|c[a-z]|[^])|\[\^?(?:\\[^]|[^\]\\])*\]|\(\?(?:P?<\w+>|[^\s\w]{1,2})|[^]/giu;

/** The anchors of Perl, Python, Ruby, Java and .NET that ECMA-262 does not have. */
const ANCHORS: Readonly<Record<string, string>> = { '\\A': '^', '\\Z': '$', '\\z': '$' };

/**
 * A pattern of another language in ECMA-262, which descriptions have: OpenAPI 3.1, Data Types.
 *
 * @returns The same pattern if it has nothing to translate.
 * @example toEcmaPattern(String.raw`\A(?i)[a-f]{2}\z`) // '^[a-fA-F]{2}$'
 */
export function toEcmaPattern(pattern: string): string {
  const [, start = '', rest = ''] = /^((?:\^|\\A)?\(\?i\)(?:\^|\\A)?)?([^]*)$/.exec(pattern)!;
  const parts = (rest.match(PARTS) ?? []).map((part) => ANCHORS[part] ?? part.replace(/^\(\?P</, '(?<'));
  if (start === '') return parts.join('');
  // The case of a property of Unicode cannot be ignored so.
  if (parts.some((part) => /^\\[pP]|\\[pP]\{/.test(part))) return pattern;
  const anchor = /\^|\\A/.test(start) ? '^' : '';
  return `${anchor}${parts.map(withoutCase).join('')}`;
}

function withoutCase(part: string): string {
  if (part.startsWith('[')) return part.replaceAll(/\\[^]|([a-z])-([a-z])|([A-Z])-([A-Z])|\p{L}/gu, bothCases);
  return /^\p{L}$/u.test(part) ? `[${bothCases(part)}]` : part;
}

/** `a` -> `aA`, `a-f` -> `a-fA-F`. */
function bothCases(text: string): string {
  if (text.startsWith('\\')) return text;
  const other = text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
  return other === text || other.length !== text.length ? text : `${text}${other}`;
}
