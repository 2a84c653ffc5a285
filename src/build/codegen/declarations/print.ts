import { docComment } from '../comment-text.ts';
import { nameText } from '../identifier.ts';

/** A type as text, with its outermost operator. */
export interface TypeText {
  readonly text: string;
  /** The operator between its parts; absent if it has none. */
  readonly joint?: '|' | '&';
  /** Whether it is written as a list: `T[]` or `[T, U]`. */
  readonly isList?: true;
}

/** A property, or a parameter, as text. */
export interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: TypeText;
  /** The lines of its comment. */
  readonly doc: readonly string[];
}

/** Makes a member. */
export function member(name: string, type: TypeText, isOptional = false, doc: readonly string[] = []): Member {
  return { name, type, isOptional, doc };
}

/** Makes a member that can be undefined. */
export function optional(name: string, type: TypeText, doc: readonly string[] = []): Member {
  return member(name, union([type, atom('undefined')]), true, doc);
}

/** A type without an operator. */
export function atom(text: string): TypeText {
  return { text };
}

export const UNKNOWN: TypeText = atom('unknown');
export const NEVER: TypeText = atom('never');

/** The union of some types, each once. */
export function union(types: readonly TypeText[]): TypeText {
  if (types.some(({ text }) => text === 'unknown')) return UNKNOWN;
  const others = types.filter(({ text }) => text !== 'never');
  return joinTypes(others, '|') ?? NEVER;
}

/** The intersection of some types, each once. */
export function intersection(types: readonly TypeText[]): TypeText {
  if (types.some(({ text }) => text === 'never')) return NEVER;
  const others = types.filter(({ text }) => text !== 'unknown');
  return joinTypes(others, '&') ?? UNKNOWN;
}

function joinTypes(types: readonly TypeText[], joint: '|' | '&'): TypeText | undefined {
  const parts = new Map(types.map((type) => [type.text, type]));
  if (parts.size < 2) return parts.values().next().value;
  const texts = [...parts.values()].map((type) =>
    type.joint === undefined || type.joint === joint ? type.text : `(${type.text})`,
  );
  return { text: texts.join(` ${joint} `), joint };
}

/** A list of a type. */
export function arrayOf({ text, joint }: TypeText): TypeText {
  return { text: `${joint === undefined ? text : `(${text})`}[]`, isList: true };
}

/** Makes a list readonly; any other type stays the same. */
export function readonlyList(type: TypeText): TypeText {
  return type.isList === true ? atom(`readonly ${type.text}`) : type;
}

/**
 * An object type, with each member on its own lines.
 *
 * @param index The type of further members, if there can be any.
 */
export function objectOf(members: readonly Member[], index?: TypeText): TypeText {
  if (members.length === 0) return atom(index === undefined ? '{}' : `{ [name: string]: ${index.text} }`);
  const lines = members.map(
    ({ name, isOptional, type, doc }) => `${docText(doc)}${nameText(name)}${isOptional ? '?' : ''}: ${type.text};`,
  );
  if (index !== undefined) lines.push(`[name: string]: ${index.text};`);
  return atom(`{\n${indent(lines.join('\n'))}\n}`);
}

/** A comment and a line break, or an empty text. */
export function docText(lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `${docComment(lines.flatMap((line) => line.split(/[\u2028\u2029]/)))}\n`;
}

/** Indents each line by two spaces; lines cannot be empty. */
export function indent(text: string): string {
  return `  ${text.replaceAll('\n', '\n  ')}`;
}
