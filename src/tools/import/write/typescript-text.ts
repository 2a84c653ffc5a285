import { ENUM_DESCRIPTIONS } from '../../../shared/schema/named-types.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { nameText } from '../../../build/codegen/identifier.ts';
import { isFacet } from '../../../shared/schema/keywords.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { isKeywords, typesOf } from '../../../shared/schema/json-types.ts';
import { referredName } from '../../../shared/schema/references.ts';
import { referencesIn } from '../../../shared/schema/data.ts';
import { docText } from './doc-text.ts';
import type { FileTypes } from './file-types.ts';
import { WIDTH } from './width.ts';
import { commentedLiterals, isLiteral, literalText, titledLiterals } from './literal-text.ts';

/** Where a type is written. */
export interface TypePlace {
  /** How many types are around it (default: 0). */
  readonly depth?: number;
  readonly indent: string;
  /** The name of a type that is declared for this place. */
  readonly wanted: string;
  /** The text before the type on its line. */
  readonly start: string;
  readonly file: FileTypes;
}

/** A schema as a type, and the keywords that only a doc comment can express; an integer keeps its type there. */
interface Split {
  readonly text: string;
  readonly facets: Schema;
  /** Whether all its values are texts. */
  readonly isText: boolean;
}

/** A declaration or a property: its doc comment, and its type with the space before it. */
interface Documented {
  readonly doc: string;
  readonly text: string;
}

/** Writes a schema as a type with a doc comment above it; undefined if TypeScript can't express it. */
export function documentedType(schema: AnySchema, place: TypePlace): Documented | undefined {
  const split = splitType(schema, place);
  const doc = split && docText(split.facets, split.isText, place.indent);
  return doc === undefined ? undefined : { doc, text: `${split!.text.startsWith('\n') ? '' : ' '}${split!.text}` };
}

/** The lines of the properties of an object; undefined if TypeScript can't express one of them. */
export function memberLines(schema: Schema, place: TypePlace): string[] | undefined {
  const properties = (schema['properties'] ?? {}) as { readonly [name: string]: AnySchema };
  const required = (schema['required'] ?? []) as readonly string[];
  if (!required.every((name) => Object.hasOwn(properties, name))) return undefined;
  const lines: string[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const start = `${nameText(name)}${required.includes(name) ? '' : '?'}:`;
    const written = documentedType(property, { ...place, start, wanted: `${place.wanted} ${name}` });
    if (written === undefined) return undefined;
    lines.push(`${written.doc}${place.indent}${start}${written.text};`);
  }
  return lines;
}

export function hasProperties({ properties }: Schema): boolean {
  return isKeywords(properties) && Object.keys(properties).length > 0;
}

function splitType(schema: AnySchema, place: TypePlace): Split | undefined {
  if (typeof schema === 'boolean') return schema ? { text: 'unknown', facets: {}, isText: false } : undefined;
  const { enum: values, [ENUM_DESCRIPTIONS]: texts, ...rest } = schema;
  const commented = commentedLiterals(values, texts, place.indent);
  // A list that is not one of comments stays a tag.
  const others = texts === undefined || commented !== undefined ? rest : { ...rest, [ENUM_DESCRIPTIONS]: texts };
  const { facets, bare } = separate(others, values);
  const titled = titledLiterals(bare['anyOf'], place.indent);
  const { type: _, ...untyped } = bare;
  const isPlain = Object.keys(untyped).every((keyword) => keyword === 'anyOf' && titled !== undefined);
  const listed = isPlain ? (commented ?? titled) : undefined;
  const text = listed ?? typeScript(values === undefined || '$ref' in bare ? bare : { ...bare, enum: values }, place);
  if (texts !== undefined && text !== commented) facets[ENUM_DESCRIPTIONS] = texts;
  // The literals have the type.
  if (listed !== undefined) delete facets['type'];
  const isText = [...typesOf(bare)].every((name) => name === 'string' || name === 'null');
  return text === undefined ? undefined : { text, facets, isText };
}

type Draft = { [keyword: string]: unknown };

/** Separates the keywords of tags from those of types. */
function separate(schema: Schema, values: unknown): { readonly facets: Draft; readonly bare: Draft } {
  const facets: Draft = {};
  const bare: Draft = {};
  for (const [keyword, value] of Object.entries(schema)) {
    // The values of other properties are a separate type, unless there are properties.
    const isType = keyword === 'additionalProperties' && isKeywords(value) && !hasProperties(schema);
    const isConstant = keyword === 'const' && isLiteral(schema);
    if ((isFacet(keyword) && !isType && !isConstant) || keyword.startsWith('x-')) facets[keyword] = value;
    else bare[keyword] = value;
  }
  if ('oneOf' in bare && !('anyOf' in bare)) {
    facets['oneOf'] = true;
    bare['anyOf'] = bare['oneOf'];
    delete bare['oneOf'];
  }
  if (values === undefined && bare['const'] === undefined && [bare['type']].flat().includes('integer'))
    facets['type'] = 'integer';
  // A literal by itself is a constant.
  if (Array.isArray(values) && (values.length === 1 || '$ref' in bare)) facets['enum'] = values;
  return { facets, bare };
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'object',
};

/** The limit of types in types, because each level can be written twice. Deeper ones are written as JSON. */
const MAX_DEPTH = 10;

/** A schema inside another type. If it needs a doc comment, it becomes a type of the file with a name. */
function innerType(schema: AnySchema, outer: TypePlace): string | undefined {
  const place = { ...outer, depth: (outer.depth ?? 0) + 1 };
  const split = place.depth > MAX_DEPTH ? undefined : splitType(schema, place);
  if (split === undefined) return undefined;
  const { text, facets, isText } = split;
  const doc = docText(facets, isText, '');
  if (doc === '' && !text.startsWith('\n')) return text;
  const own = doc === undefined ? undefined : splitType(schema, { ...place, indent: '' });
  return own && place.file.declare(place.wanted, doc!, own.text);
}

/** A schema without tags as a type. */
function typeScript(schema: Schema, place: TypePlace): string | undefined {
  const {
    type,
    const: constant,
    enum: values,
    $ref,
    items,
    properties: _,
    required,
    additionalProperties,
    ...others
  } = schema;
  const { anyOf, allOf, ...unknown } = others;
  if (Object.keys(unknown).length > 0) return undefined;
  const isAlone = Object.keys(schema).length === 1;
  if (constant !== undefined) return items === undefined && $ref === undefined ? literalText(constant) : undefined;
  if ($ref !== undefined) return isAlone ? place.file.nameOf(referredName(schema) ?? '') : undefined;
  if (Array.isArray(anyOf)) return isAlone ? joined(anyOf as AnySchema[], ' | ', place) : undefined;
  if (Array.isArray(allOf)) return isAlone ? joined(allOf as AnySchema[], ' & ', place) : undefined;
  if (Array.isArray(values)) return unionText(values.map(literalText), place);
  if (type === undefined) return Object.keys(schema).length === 0 ? 'unknown' : undefined;
  if (Array.isArray(type)) {
    const parts = (type as string[]).filter((name) => name !== 'null');
    if (parts.length !== 1) return undefined;
    const text = typeScript({ ...schema, type: parts[0] }, place);
    return text === undefined || parts.length === type.length ? text : `${text} | null`;
  }
  if (type === 'array') return arrayText(items as AnySchema | undefined, place);
  if (type !== 'object' || (!hasProperties(schema) && additionalProperties === undefined))
    return required === undefined ? NAMES[String(type)] : undefined;
  if (!hasProperties(schema)) {
    const value = innerType(additionalProperties as AnySchema, { ...place, wanted: `${place.wanted} value` });
    if (value === undefined) return undefined;
    // TypeScript looks into the arguments of an alias, where a definition can refer to itself, but not into members.
    return referencesIn(additionalProperties as AnySchema).size > 0
      ? `{ [name: string]: ${value} }`
      : `Record<string, ${value}>`;
  }
  const members = memberLines(schema, { ...place, indent: `${place.indent}  ` });
  return members && `{\n${members.join('\n')}\n${place.indent}}`;
}

function arrayText(items: AnySchema | undefined, place: TypePlace): string | undefined {
  const text = innerType(items ?? true, { ...place, wanted: `${place.wanted} item` });
  if (text === undefined) return undefined;
  return isCombined(items ?? true) && /[|&]/.test(text) ? `(${text})[]` : `${text}[]`;
}

function joined(members: readonly AnySchema[], sign: ' | ' | ' & ', place: TypePlace): string | undefined {
  const texts = members.map((member) => innerType(member, { ...place, wanted: `${place.wanted} option` }));
  if (texts.includes(undefined)) return undefined;
  if (sign === ' | ') return unionText(texts as string[], place);
  return texts.map((text, i) => (isUnion(members[i]!) && text!.includes(' | ') ? `(${text})` : text)).join(sign);
}

/** Whether a schema is written as several types. A type of the file replaces one that needs a comment. */
function isUnion(schema: AnySchema): boolean {
  if (typeof schema === 'boolean') return false;
  const { type, enum: values, anyOf } = schema;
  return Array.isArray(type) || Array.isArray(anyOf) || (Array.isArray(values) && values.length > 1);
}

/** Whether a schema is written as several types or parts. */
function isCombined(schema: AnySchema): boolean {
  return isUnion(schema) || (isKeywords(schema) && Array.isArray(schema['allOf']));
}

/** A union on one line, or with a line for each member if it is too long. */
function unionText(members: readonly string[], { indent, start }: TypePlace): string {
  const text = members.join(' | ');
  const isShort = indent.length + start.length + text.length < WIDTH || members.length === 1;
  return isShort || text.includes('\n') ? text : members.map((member) => `\n${indent}  | ${member}`).join('');
}
