/** A type as text, and how tightly it holds together. */
export interface TypeText {
  readonly text: string;
  /** What stands between its parts; absent where it is one thing. */
  readonly joint?: '|' | '&';
  /** Whether it is written as a list: `T[]` or `[T, U]`. */
  readonly isList?: true;
}

/** A property, or a parameter, as text. */
export interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: TypeText;
  /** Each a line of its comment. */
  readonly doc: readonly string[];
}

/** A type that is one thing. */
export function atom(text: string): TypeText {
  return { text };
}

export const UNKNOWN: TypeText = atom('unknown');
export const NEVER: TypeText = atom('never');

/** The union of some types, each once. */
export function union(types: readonly TypeText[]): TypeText {
  if (types.some(({ text }) => text === 'unknown')) return UNKNOWN;
  return (
    join(
      types.filter(({ text }) => text !== 'never'),
      '|',
    ) ?? NEVER
  );
}

/** The intersection of some types, each once. */
export function intersection(types: readonly TypeText[]): TypeText {
  if (types.some(({ text }) => text === 'never')) return NEVER;
  return (
    join(
      types.filter(({ text }) => text !== 'unknown'),
      '&',
    ) ?? UNKNOWN
  );
}

function join(types: readonly TypeText[], joint: '|' | '&'): TypeText | undefined {
  const parts = new Map(types.map((type) => [type.text, type]));
  if (parts.size < 2) return parts.values().next().value;
  const texts = [...parts.values()].map((type) =>
    type.joint === undefined || type.joint === joint ? type.text : `(${type.text})`,
  );
  return { text: texts.join(` ${joint} `), joint };
}

/** A list of a type. */
export function listOf({ text, joint }: TypeText): TypeText {
  return { text: `${joint === undefined ? text : `(${text})`}[]`, isList: true };
}

/** A list as one that is only read; anything else as it is. */
export function readonlyList(type: TypeText): TypeText {
  return type.isList === true ? atom(`readonly ${type.text}`) : type;
}

/**
 * An object type, each member on lines of its own.
 *
 * @param index The type of the members that have no name here, where there may be any.
 */
export function objectOf(members: readonly Member[], index?: TypeText): TypeText {
  if (members.length === 0) return atom(index === undefined ? '{}' : `{ [name: string]: ${index.text} }`);
  const lines = members.map(memberText);
  if (index !== undefined) lines.push(`[name: string]: ${index.text};`);
  return atom(`{\n${indent(lines.join('\n'))}\n}`);
}

function memberText({ name, isOptional, type, doc }: Member): string {
  return `${docText(doc)}${propertyName(name)}${isOptional ? '?' : ''}: ${type.text};`;
}

/** A comment with a line break after it, or nothing. */
export function docText(lines: readonly string[]): string {
  const safe = lines
    .flatMap((line) => line.split(/\r\n?|[\n\u2028\u2029]/))
    .map((line) => line.replaceAll('*/', '*\\/').trimEnd());
  if (safe.length === 0) return '';
  if (safe.length === 1) return `/** ${safe[0]} */\n`;
  return `/**\n${safe.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/** The name of a property, in quotes where it needs them. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literalText(name);
}

/** A text, number, flag or null as a type. */
export function literalText(value: string | number | boolean | null): string {
  // To TypeScript these two end a line.
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** Every line two spaces further in; none of them may be empty. */
export function indent(text: string): string {
  return `  ${text.replaceAll('\n', '\n  ')}`;
}
