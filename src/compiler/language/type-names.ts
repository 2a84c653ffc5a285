/** A name that a definition can have, or a number; a dot or a hyphen is a part of it. */
const NAME = String.raw`[\p{ID_Continue}$-]+(?:\.+[\p{ID_Continue}$-]+)*`;

/** A name in the place of a type: not the key of a property, and not a word before its operand, as in `typeof x`. */
const NAME_OR_QUOTED = new RegExp(
  String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<![\p{ID_Continue}$.-])${NAME}(?=\s*(?:$|[|,>)}\]\[<=!]|\.<|\?(?!\s*:)))`,
  'gsu',
);

const NAME_ALONE = new RegExp(String.raw`^(${NAME})((?:\[\])*)$`, 'u');

/** Words that are never names, and numbers. */
const NO_NAME = /^(?:undefined|function|-?(?:\d*\.\d+|\d+)(?:[Ee][+-]?\d+)?|-?\d+n|-Infinity)$/;

/** Letters of the Vai script, which the grammar accepts in identifiers; they encode the ASCII characters of names. */
const LETTERS = 0xa500;
const LETTER = /[\ua500-\ua57f]/g;

/**
 * Splits a type that is a name, or lists of what it names.
 *
 * @example splitName('my.pet[]') // { name: 'my.pet', depth: 1 }
 */
export function splitName(type: string): { readonly name: string; readonly depth: number } | undefined {
  const [, name, lists] = NAME_ALONE.exec(type) ?? [];
  return name === undefined || NO_NAME.test(name) ? undefined : { name, depth: lists!.length / '[]'.length };
}

/** A type in which each name is one identifier to the grammar, with the same offsets. */
export interface EncodedType {
  readonly text: string;
  /** Returns a name as it was written. */
  readonly decode: (name: string) => string;
}

/** Encodes the names of a type, since the grammar has no dots in names and reserves words such as `import`. */
export function encodeNames(type: string): EncodedType {
  if (type.search(LETTER) !== -1) return { text: type, decode: (name) => name };
  const text = type.replace(NAME_OR_QUOTED, (match) =>
    /^["']/.test(match) || NO_NAME.test(match)
      ? match
      : match.replace(/[!-~]/g, (char) => String.fromCharCode(LETTERS + char.charCodeAt(0))),
  );
  const decode = (name: string): string =>
    name.replace(LETTER, (letter) => String.fromCharCode(letter.charCodeAt(0) - LETTERS));
  return { text, decode };
}
