import { literalText } from './literal.ts';

/** Whether a name needs no quotes as a property, in an import or after a dot. Words such as `class` need none there either. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** Writes the name of a property or an export, in quotes where it needs them. */
export function nameText(name: string): string {
  return isIdentifier(name) ? name : literalText(name);
}

/** Writes the access to a property: `v.name`, or `v["first-name"]`. */
export function memberText(object: string, name: string): string {
  return isIdentifier(name) ? `${object}.${name}` : `${object}[${JSON.stringify(name)}]`;
}

const words = (...lines: string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Words that name neither a type nor a function: ECMAScript's reserved words, and `undefined`. */
const RESERVED = words(
  'await break case catch class const continue debugger default delete do else enum export extends false',
  'finally for function if implements import in instanceof interface let new null package private protected',
  'public return static super switch this throw true try typeof undefined var void while with yield',
);

/** TypeScript's operators and own types. */
const TYPE_WORDS = words(
  'any as bigint boolean infer intrinsic keyof never number object readonly string symbol unique unknown',
);

/** Words that a function should not have as its name, although it can. */
const FUNCTION_WORDS = words('arguments eval async of get set');

/** Whether a word is reserved, so that it cannot name a type. */
export function isReserved(word: string): boolean {
  return RESERVED.has(word) || TYPE_WORDS.has(word);
}

/** Whether a word is reserved, so that it cannot name a function. */
export function isReservedFunction(word: string): boolean {
  return RESERVED.has(word) || FUNCTION_WORDS.has(word);
}

/** Whether a name can be that of a type. */
export function isTypeIdentifier(name: string): boolean {
  return isIdentifier(name) && !isReserved(name);
}
