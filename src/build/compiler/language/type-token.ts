/** A token of a type, with its offsets in it. */
export interface Token {
  readonly kind: 'word' | 'number' | 'text' | 'sign' | 'end';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The bracket that closes each bracket. */
export const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']', '<': '>', '.<': '>' };

const LETTER = String.raw`[\p{ID_Continue}$-]`;
/** A dot or a hyphen inside a name is a part of it: `io.k8s.my-pod`. */
const WORD = String.raw`${LETTER}+(?:\.+${LETTER}+)*`;
/** A number, unless a name begins with it: `2fa`, `1.2.3`. */
const NUMBER = String.raw`-?(?:\d*\.\d+|\d+)(?:[Ee][+-]?\d+)?(?!\.*${LETTER})`;
const TEXT = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;

const TOKEN = new RegExp(String.raw`(${NUMBER})|(${WORD})|(${TEXT})|\[\s*\]|\.<|\.\.\.|=>|\.+|.`, 'suy');
const SPACE = /\s*/y;
const NAME = new RegExp(`^${WORD}$`, 'u');

/** Reads the token at an offset, or behind the white space there. */
export function tokenAt(text: string, from: number): Token {
  SPACE.lastIndex = from;
  SPACE.exec(text);
  const start = SPACE.lastIndex;
  TOKEN.lastIndex = start;
  const match = TOKEN.exec(text);
  if (match === null) return { kind: 'end', text: '', start, end: start };
  const [found, number, word, quoted] = match;
  const kind = number !== undefined ? 'number' : word !== undefined ? 'word' : quoted !== undefined ? 'text' : 'sign';
  return { kind, text: kind === 'sign' ? found.replace(/\s/g, '') : found, start, end: start + found.length };
}

/** Whether a text can be the name of a definition in a type: not a number, and not a word with another meaning. */
export function isTypeName(text: string): boolean {
  return NAME.test(text) && tokenAt(text, 0).kind === 'word' && !/^(?:undefined|function)$/.test(text);
}

/** Whether a property of this name needs no quotes in a type. */
export function isPropertyName(text: string): boolean {
  return NAME.test(text) && !text.includes('.') && tokenAt(text, 0).kind === 'word';
}
