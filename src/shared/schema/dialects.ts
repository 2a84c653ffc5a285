import type { Schema } from '../contract/operation.ts';
import { facetTypes, isAnnotation, keywordRow } from './keywords.ts';
import type { AnySchema } from './json-types.ts';
import { isKeywords, isSchema } from './json-types.ts';
import { enumWithNull } from './named-types.ts';
import type { SchemaPath } from './walk.ts';
import { eachSchema, mapSubschemas } from './walk.ts';

/** A version of JSON Schema, by its differences from 2020-12. */
export interface Dialect {
  readonly name: string;
  /** The keywords next to `$ref` are ignored. */
  readonly loneRef?: true;
  /** The keyword that identifies a schema; a value of `#name` is an anchor. */
  readonly id?: 'id' | '$id';
  /** `exclusiveMinimum: true` makes `minimum` exclusive. */
  readonly booleanBounds?: true;
  /** `items` can be a list, with `additionalItems` for further items. */
  readonly itemLists?: true;
  readonly nullable?: true;
}

/** The dialect of OpenAPI 3.1 and 3.2. */
export const LATEST: Dialect = { name: '2020-12' };
/** The dialect of OpenAPI 3.0. */
export const OPENAPI_3_0: Dialect = { name: 'OpenAPI 3.0', loneRef: true, booleanBounds: true, nullable: true };
const OLD = { loneRef: true, itemLists: true } as const;

/** The dialects by URI, without its scheme and empty fragment. */
const DIALECTS: readonly (readonly [uri: RegExp, dialect: Dialect])[] = [
  [/^json-schema\.org\/draft\/2020-12\/schema$/, LATEST],
  [/^spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w-]+$/, LATEST],
  [/^json-schema\.org\/draft\/2019-09\/schema$/, { name: '2019-09', itemLists: true }],
  [/^json-schema\.org\/draft-07\/schema$/, { name: 'draft-07', ...OLD, id: '$id' }],
  [/^json-schema\.org\/draft-06\/schema$/, { name: 'draft-06', ...OLD, id: '$id' }],
  [/^json-schema\.org\/draft-04\/schema$/, { name: 'draft-04', ...OLD, id: 'id', booleanBounds: true }],
  [/^spec\.openapis\.org\/oas\/3\.0\b/, OPENAPI_3_0],
];

/** The names of the known dialects, for messages. */
export const DIALECT_NAMES: readonly string[] = [...new Set(DIALECTS.map(([, { name }]) => name))];

/**
 * Finds the dialect of a `$schema`: JSON Schema 2020-12, Core, 8.1.1.
 *
 * @returns undefined for an unknown one.
 * @example dialectOf('http://json-schema.org/draft-07/schema#')?.name // 'draft-07'
 */
export function dialectOf(uri: string): Dialect | undefined {
  const plain = uri.replace(/^https?:\/\//, '').replace(/#$/, '');
  return DIALECTS.find(([pattern]) => pattern.test(plain))?.[1];
}

/** A `$schema` in a schema, and the dialect that it names; undefined for an unknown one. */
export interface NamedDialect {
  readonly uri: string;
  readonly dialect: Dialect | undefined;
  readonly path: SchemaPath;
}

/** Lists the dialects that a schema and its subschemas name. */
export function dialectsIn(schema: AnySchema): NamedDialect[] {
  const found: NamedDialect[] = [];
  eachSchema(schema, ({ $schema: uri }, parent) => {
    if (typeof uri === 'string') found.push({ uri, dialect: dialectOf(uri), path: { key: '$schema', parent } });
  });
  return found;
}

/** Whether a dialect needs no translation. */
export function isLatest(dialect: Dialect): boolean {
  return dialect === LATEST;
}

/**
 * Translates a schema to 2020-12. A subschema with its own `$schema` has that dialect.
 *
 * @param outer The dialect if `$schema` is absent or unknown.
 * @returns The same object if it needs no translation.
 */
export function translateSchema(schema: AnySchema, outer: Dialect = LATEST): AnySchema {
  if (typeof schema === 'boolean') return schema;
  const { $schema } = schema;
  const dialect = (typeof $schema === 'string' ? dialectOf($schema) : undefined) ?? outer;
  const translated = translateKeywords(schema, dialect);
  return mapSubschemas(translated, (part) => translateSchema(part, dialect));
}

/** Translates the keywords of one schema to 2020-12; its subschemas stay. */
export function translateKeywords(schema: Schema, dialect: Dialect): Schema {
  if (isLatest(dialect)) return schema;
  const isHidden = dialect.loneRef === true && typeof schema['$ref'] === 'string';
  const entries = Object.entries(schema).filter(([keyword]) => !isHidden || keyword === '$ref' || isVisible(keyword));
  const translated = Object.fromEntries(
    entries.flatMap(([keyword, value]) => translateKeyword(keyword, value, schema, dialect)),
  );
  return dialect.nullable === true && schema['nullable'] === true ? withNull(translated) : translated;
}

/** Whether a keyword counts next to a lone `$ref`. */
function isVisible(keyword: string): boolean {
  const row = keywordRow(keyword);
  return keyword === '$schema' || row?.role === 'annotation' || (row?.role === 'core' && row.subschemas !== undefined);
}

function translateKeyword(keyword: string, value: unknown, schema: Schema, dialect: Dialect): [string, unknown][] {
  switch (keyword) {
    case 'id':
    case '$id':
      return dialect.id === keyword ? [identifier(value)] : [[keyword, value]];
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      if (dialect.booleanBounds !== true || typeof value !== 'boolean') break;
      return value ? exclusiveBound(keyword, schema[keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum']) : [];
    case 'minimum':
      return dialect.booleanBounds === true && schema['exclusiveMinimum'] === true ? [] : [[keyword, value]];
    case 'maximum':
      return dialect.booleanBounds === true && schema['exclusiveMaximum'] === true ? [] : [[keyword, value]];
    case 'items':
      return [[dialect.itemLists === true && Array.isArray(value) ? 'prefixItems' : keyword, value]];
    case 'additionalItems':
      if (dialect.itemLists !== true) break;
      return Array.isArray(schema['items']) ? [['items', value]] : [];
    case 'dependencies':
      return dialect.itemLists === true && isKeywords(value) ? dependencies(value) : [[keyword, value]];
    case '$recursiveRef':
      return dialect.itemLists === true ? [['$ref', value]] : [[keyword, value]];
    case '$recursiveAnchor':
      return dialect.itemLists === true && value === false ? [] : [[keyword, value]];
    case 'nullable':
      if (dialect.nullable === true) return [];
  }
  return [[keyword, value]];
}

function exclusiveBound(keyword: string, bound: unknown): [string, unknown][] {
  return bound === undefined ? [] : [[keyword, bound]];
}

/**
 * Allows null, which is the purpose of `nullable: true`. Null is added to a type as one more type, to a union as one more member, and to a reference or `allOf`
 * as an alternative. A list of values has it too.
 */
function withNull(schema: Schema): Schema {
  const { type, enum: values, $ref, allOf, ...others } = schema;
  if (Array.isArray(allOf)) return asAlternative(schema);
  if (type !== undefined)
    return {
      ...withNullMember(schema),
      type: [...new Set([type, 'null'].flat())],
      ...(Array.isArray(values) && { enum: enumWithNull(values) }),
    };
  const united = withNullMember(schema);
  // Alone it has no effect: any value is valid.
  if (united !== schema || $ref === undefined) return united;
  return { ...others, ...(values !== undefined && { enum: values }), anyOf: [{ $ref }, { type: 'null' }] };
}

/** A union with one more member. */
function withNullMember(schema: Schema): Schema {
  const union = ['oneOf', 'anyOf'].find((keyword) => Array.isArray(schema[keyword]));
  const members = union === undefined ? [] : (schema[union] as AnySchema[]);
  // A second one would refuse null in "oneOf".
  if (union === undefined || members.some((member) => isKeywords(member) && member['type'] === 'null')) return schema;
  return { ...schema, [union]: [...members, { type: 'null' }] };
}

/**
 * A schema with `allOf` or null. Annotations and definitions stay next to both, and without a type everything that null passes: references lead to
 * them by their place.
 */
function asAlternative(schema: Schema): Schema {
  const isTyped = schema['type'] !== undefined;
  const isOutside = (keyword: string): boolean =>
    keyword !== 'discriminator' && (isAnnotation(keyword) || isVisible(keyword) || (!isTyped && passesNull(keyword)));
  const own = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isOutside(keyword)));
  const others = Object.fromEntries(Object.entries(schema).filter(([keyword]) => isOutside(keyword)));
  const parts = own['allOf'] as readonly Schema[];
  const isLone = Object.keys(own).length === 1 && parts.length === 1;
  return { ...others, anyOf: [isLone ? parts[0] : own, { type: 'null' }] };
}

/** Whether a keyword applies only to values of some types other than null. */
function passesNull(keyword: string): boolean {
  const types = facetTypes(keyword);
  return types !== 'any' && types.length > 0;
}

/** Translates an identifier; `#name` becomes an anchor. */
function identifier(value: unknown): [string, unknown] {
  const [, anchor] = typeof value === 'string' ? (/^#(.+)$/.exec(value) ?? []) : [];
  return anchor === undefined ? ['$id', value] : ['$anchor', anchor];
}

/** Splits `dependencies` into the two keywords of 2020-12. */
function dependencies(value: Schema): [string, unknown][] {
  const entries = Object.entries(value);
  const names = entries.filter(([, item]) => Array.isArray(item));
  const schemas = entries.filter(([, item]) => isSchema(item));
  const translated: [string, unknown][] = [];
  if (names.length > 0) translated.push(['dependentRequired', Object.fromEntries(names)]);
  if (schemas.length > 0) translated.push(['dependentSchemas', Object.fromEntries(schemas)]);
  if (entries.length > names.length + schemas.length) translated.push(['dependencies', value]);
  return translated;
}

/** The names of keywords in other dialects, the newest first: a translated keyword has one of them in its file. */
export const FORMER_NAMES: Readonly<Record<string, readonly string[]>> = {
  prefixItems: ['items'],
  items: ['additionalItems'],
  dependentRequired: ['dependencies'],
  dependentSchemas: ['dependencies'],
  $id: ['id'],
  $anchor: ['$id', 'id'],
  $ref: ['$recursiveRef'],
};
