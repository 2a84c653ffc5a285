import { isPlainShape } from '../../openapi/read/plain-shape.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { commentText } from '../../../build/codegen/comment-text.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { referredName } from '../../../shared/schema/references.ts';
import { textLines } from '../texts.ts';
import { commentLines, describedAs } from './comment-lines.ts';
import type { InterfaceFile } from './interface-text.ts';
import type { TypeText } from './type-text.ts';
import { isShortType } from './short-types.ts';
import { WIDTH } from './width.ts';
import { defaultText, facetText, typeWithFacets } from './type-text.ts';

/**
 * Writes a schema as a JavaScript file with a `@typedef`, to be read back.
 *
 * @returns undefined if the lines of a comment can't express all of it.
 * @example typedefFile('Pet', { type: 'object', properties: { name: { type: 'string' } } }) // a comment with "@typedef {object} Pet"
 */
export function typedefFile(name: string, schema: AnySchema): InterfaceFile | undefined {
  if (typeof schema === 'boolean') return undefined;
  const { description, ...rest } = schema;
  const lines = shapeLines(rest, '', ({ type, facets }) => typedLines('typedef', type, `${name}${facetText(facets)}`));
  if (lines === undefined || (description !== undefined && typeof description !== 'string')) return undefined;
  return { text: `${commentText(commentLines(textLines(description ?? ''), lines))}\n`, uses: [] };
}

/** Writes the line that has a type and its facets. */
type Write = (typed: TypeText) => readonly string[];

/** The line of a schema, and those of its properties below it; undefined if they can't express it. */
function shapeLines(schema: Schema, path: string, write: Write): string[] | undefined {
  const shape = readShape(schema, path);
  const typed = typeWithFacets(shape?.base ?? schema);
  if (typed === undefined) return undefined;
  const lines = [...write(typed)];
  for (const [name, property] of Object.entries(shape?.properties ?? {})) {
    const own = propertyLines(name, property, shape!);
    if (own === undefined) return undefined;
    lines.push(...own);
  }
  return lines;
}

/** Properties that have separate lines. */
interface TypedefShape {
  /** The schema without them. */
  readonly base: Schema;
  readonly properties: { readonly [name: string]: AnySchema };
  readonly required: readonly string[];
  /** The first part of their names. */
  readonly path: string;
}

/** Takes the properties out of an object, a schema that extends a definition, or a list of objects. */
function readShape(schema: Schema, path: string): TypedefShape | undefined {
  const { properties: _properties, required: _required, items, allOf, ...rest } = schema;
  const start = path === '' ? '' : `${path}.`;
  if (hasProperties(schema) && allOf === undefined)
    return typedefShape({ ...rest, ...(items !== undefined && { items }) }, schema, start);
  const [base, own, ...others] = (Array.isArray(allOf) ? allOf : []) as AnySchema[];
  if (isKeywords(base) && referredName(base) !== undefined && others.length === 0 && isPlainObject(own))
    return typedefShape({ ...rest, ...base }, own, start);
  if (isPlainObject(items)) return typedefShape({ ...rest, items: { type: 'object' } }, items, `${path}[].`);
  return undefined;
}

function typedefShape(base: Schema, shape: Schema, path: string): TypedefShape {
  const { properties, required = [] } = shape;
  return { base, properties: properties as TypedefShape['properties'], required: required as string[], path };
}

function hasProperties(schema: unknown): schema is Schema {
  const properties = isKeywords(schema) ? schema['properties'] : undefined;
  return isKeywords(properties) && Object.keys(properties).length > 0;
}

/** Whether a schema is an object that has properties and nothing else. */
function isPlainObject(schema: unknown): schema is Schema {
  return hasProperties(schema) && schema['type'] === 'object' && isPlainShape(schema);
}

function propertyLines(name: string, schema: AnySchema, shape: TypedefShape): string[] | undefined {
  if (typeof schema === 'boolean' || /[.[\]]/.test(name)) return undefined;
  const { description, deprecated, ...rest } = schema;
  if (description !== undefined && typeof description !== 'string') return undefined;
  const isRequired = shape.required.includes(name);
  const path = `${shape.path}${name}`;
  const write: Write = ({ type, facets }) => {
    const { default: value, ...others } = facets;
    const shown = { ...(isRequired ? facets : others), ...(deprecated === true && { deprecated }) };
    const place = isRequired ? path : `[${path}${value === undefined ? '' : `=${defaultText(value)}`}]`;
    const [first, ...more] = describedAs(description) as [string, ...string[]];
    return [...typedLines('property', type, `${place}${facetText(shown)}${first}`), ...more];
  };
  const inPlace = typeWithFacets(rest);
  const isShort = inPlace !== undefined && isShortType(inPlace);
  return (isShort ? undefined : shapeLines(rest, path, write)) ?? (inPlace && [...write(inPlace)]);
}

/** The line of a directive with a type, or a line for each member of a union that is too long. */
function typedLines(directive: string, type: string, rest: string): string[] {
  const [, union = type, list = ''] = /^\((.*)\)((?:\[\])+)$/.exec(type) ?? [];
  const members = type.length > WIDTH ? (union.match(/(?:'[^']*'|[^|'])+/g) ?? []) : [];
  if (members.length < 2 || /[{(]/.test(union)) return [`@${directive} {${type}} ${rest}`];
  const lines = members.map((member, i) => `  ${member}${i === members.length - 1 ? '' : ' |'}`);
  // TypeScript takes a star after a brace for the type of any value.
  return [`@${directive} {(`, ...lines, `)${list}} ${rest}`];
}
