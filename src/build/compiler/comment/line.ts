import type { Passage } from './comment.ts';
import { slicePassage, trimPassage } from './comment.ts';

/** The parts of a line such as `{integer} [page=1] (minimum: 1) - The page`. */
export interface Phrase {
  readonly type: Passage | undefined;
  readonly name: Passage | undefined;
  readonly optional: boolean;
  readonly default: Passage | undefined;
  /** The text in parentheses after the name. */
  readonly facets: Passage | undefined;
  /** The remaining text, including the sign before the description. */
  readonly rest: Passage;
  readonly description: Passage;
  /** An opening bracket without a closing one. */
  readonly unclosed: Passage | undefined;
  /** Whether the text goes on directly behind the name's bracket. */
  readonly isJoined: boolean;
}

/** A part that was read, and the text after it. */
interface Read {
  readonly inner: Passage | undefined;
  readonly rest: Passage;
  readonly unclosed?: Passage;
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/** A status, or any other number in its position; if words follow, such a number is part of the description. */
const STATUS = /^(?:\d{3}|\d[xX]{2}|default)(?=$|[\s:-])|^\d+(?=$|\s*-(?:\s|$))/;

/** Reads the line of a parameter: type, name, facets, description. */
export function readParameterPhrase(content: Passage): Phrase {
  const type = readBracketed(trimPassage(content), '{');
  const bracketed = readBracketed(type.rest, '[');
  const plain = bracketed.inner === undefined && bracketed.unclosed === undefined ? readWord(type.rest) : undefined;
  const [name, value] = bracketed.inner === undefined ? [plain?.inner] : splitDefault(bracketed.inner);
  const facets = readBracketed(plain?.rest ?? bracketed.rest, '(');
  return {
    type: type.inner,
    // A dash in the name's place begins the description.
    name: name === undefined || name.text === '' || name.text === '-' ? undefined : name,
    optional: bracketed.inner !== undefined,
    default: value,
    facets: facets.inner,
    rest: facets.rest,
    description: readDescription(facets.rest),
    unclosed: type.unclosed ?? bracketed.unclosed ?? facets.unclosed,
    isJoined:
      bracketed.inner !== undefined &&
      bracketed.rest.text !== '' &&
      type.rest.text[bracketed.rest.start - type.rest.start - 1] === ']',
  };
}

/** Reads the line of a type alone: `{string} (maxLength: 3) - The description`. */
export function readTypePhrase(content: Passage): Pick<Phrase, 'type' | 'facets' | 'description' | 'unclosed'> {
  const type = readBracketed(trimPassage(content), '{');
  const facets = readBracketed(type.rest, '(');
  return {
    type: type.inner,
    facets: facets.inner,
    description: readDescription(facets.rest),
    unclosed: type.unclosed ?? facets.unclosed,
  };
}

/** The parts of a line such as `{Pet} 201 application/json - The new pet`. */
export interface ResponsePhrase extends Pick<Phrase, 'type' | 'description' | 'unclosed'> {
  readonly status: Passage | undefined;
  /** One, a list of them, or `any`. */
  readonly mediaTypes: Passage | undefined;
}

const MEDIA_TYPE = String.raw`[\w.+-]+\/[\w.+*-]+`;
/** The end of a line, or the sign before a description: only before these, `any` and a list are not words of it. */
const END = String.raw`(?=[^\S\n]*(?:\n|$)|[^\S\n]+-(?:\s|$))`;
const ANY = new RegExp(`^any${END}`);
const MEDIA_TYPES = new RegExp(`^${MEDIA_TYPE}(?:\\s*,\\s*${MEDIA_TYPE})+${END}|^${MEDIA_TYPE}(?=$|\\s)`);

/** Reads the line of a response: type, status, media type, description. */
export function readResponsePhrase(content: Passage): ResponsePhrase {
  const type = readBracketed(trimPassage(content), '{');
  const status = readMatch(type.rest, STATUS);
  // Without a status, "any" is a description: "@returns {boolean} any".
  const any = status.inner === undefined ? { inner: undefined, rest: status.rest } : readMatch(status.rest, ANY);
  const types = any.inner === undefined ? readMatch(status.rest, MEDIA_TYPES) : any;
  return {
    type: type.inner,
    status: status.inner,
    mediaTypes: types.inner,
    description: readDescription(types.rest),
    unclosed: type.unclosed,
  };
}

function readMatch(passage: Passage, pattern: RegExp): Read {
  const text = pattern.exec(passage.text)?.[0];
  if (text === undefined) return { inner: undefined, rest: passage };
  return { inner: slicePassage(passage, 0, text.length), rest: trimPassage(slicePassage(passage, text.length)) };
}

/** The words of a list such as `a, b c`. */
export function readWords(content: Passage): Passage[] {
  return [...content.text.matchAll(/[^\s,]+/g)].map((match) =>
    slicePassage(content, match.index, match.index + match[0].length),
  );
}

/** The parts of a list such as `a b, c`, without empty ones. */
export function splitAtCommas(content: Passage): Passage[] {
  return [...content.text.matchAll(/[^,]+/g)]
    .map((match) => trimPassage(slicePassage(content, match.index, match.index + match[0].length)))
    .filter((part) => part.text !== '');
}

function readBracketed(passage: Passage, opening: '{' | '[' | '('): Read {
  if (!passage.text.startsWith(opening)) return { inner: undefined, rest: passage };
  const end = closingOffset(passage.text);
  if (end === -1)
    return {
      inner: undefined,
      rest: slicePassage(passage, passage.text.length),
      unclosed: slicePassage(passage, 0, 1),
    };
  return { inner: trimPassage(slicePassage(passage, 1, end)), rest: trimPassage(slicePassage(passage, end + 1)) };
}

/** The offset at which the first bracket of a text is closed, or -1; brackets nest, and inside quotes they are text. */
function closingOffset(text: string): number {
  const open: string[] = [];
  const isType = text.startsWith('{');
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if ((char === '"' || char === "'") && !/[\w)\]}]/.test(text[i - 1] ?? '')) i = skipQuoted(text, i);
    else if (CLOSING[char] !== undefined) open.push(CLOSING[char]);
    else if (char === open.at(-1) || (isType && open.includes(char))) {
      // The parser of types locates a bracket inside that is not closed.
      open.length = open.lastIndexOf(char);
      if (open.length === 0) return i;
    }
  }
  return -1;
}

/** The offset of the quote that closes the one at `from`; if there is none, the first is an apostrophe. */
function skipQuoted(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === text[from]) return i;
  }
  return from;
}

function readWord(passage: Passage): Read {
  // A colon may end a name, as in "name: text".
  const length = passage.text.search(/:?(?:\s|$)/);
  return { inner: slicePassage(passage, 0, length), rest: trimPassage(slicePassage(passage, length)) };
}

function splitDefault(passage: Passage): [Passage, Passage | undefined] {
  const at = passage.text.indexOf('=');
  if (at === -1) return [passage, undefined];
  return [trimPassage(slicePassage(passage, 0, at)), trimPassage(slicePassage(passage, at + 1))];
}

function readDescription(passage: Passage): Passage {
  const separator = /^[-:](?:\s+|$)/.exec(passage.text)?.[0];
  return slicePassage(passage, separator?.length ?? 0);
}

/** Writes a text in quotes, as {@link unescapeQuotes} reads it. */
export function withQuotes(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Resolves the escapes of a quoted text: a backslash before a quote or a backslash. */
export function unescapeQuotes(text: string): string {
  return text.replace(/\\(["'\\])/g, '$1');
}
