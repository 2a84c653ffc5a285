import type { Schema } from '../contract/operation.ts';

/** A JSON Schema: an object of keywords, `true` (any value) or `false` (no value). JSON Schema 2020-12, Core, 4.3. */
export type AnySchema = boolean | Schema;

/** Finds the target of a reference; undefined if it has none. */
export type Resolve = (reference: string) => AnySchema | undefined;

/** The types of JSON's values: JSON Schema 2020-12, Core, 4.2.1, and `integer` of Validation, 6.1.1. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** All types except `integer`, which is part of `number`. */
export const JSON_TYPES: readonly JsonType[] = ['number', 'boolean', 'null', 'string', 'array', 'object'];

/** Whether a value can be a schema by its JSON type. */
export function isSchema(value: unknown): value is AnySchema {
  return typeof value === 'boolean' || isKeywords(value);
}

/** Whether a value is an object of keywords. */
export function isKeywords(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A schema as an object. */
export function asSchema(schema: AnySchema): Schema {
  return typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema;
}

/**
 * The type of a JSON value; a number without a fraction is an `integer`.
 *
 * @example typeOfValue(1.5) // 'number'
 */
export function typeOfValue(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : (typeof value as JsonType);
}

/** The applicators of a valid schema: JSON Schema 2020-12, Core, 8.2.3 and 10. */
export interface Keywords extends Schema {
  readonly $ref?: string;
  readonly allOf?: readonly AnySchema[];
  readonly anyOf?: readonly AnySchema[];
  readonly oneOf?: readonly AnySchema[];
  readonly if?: AnySchema;
  readonly items?: AnySchema;
  readonly prefixItems?: readonly AnySchema[];
  readonly contains?: AnySchema;
  readonly properties?: NamedSchemas;
  readonly patternProperties?: NamedSchemas;
  readonly additionalProperties?: AnySchema;
  readonly unevaluatedProperties?: AnySchema;
  readonly unevaluatedItems?: AnySchema;
  readonly dependentSchemas?: NamedSchemas;
}

/** Schemas by name. */
export type NamedSchemas = { readonly [name: string]: AnySchema };

/**
 * Finds the types that the values of a schema can have; all types if the schema has no constraint.
 *
 * @param resolve Resolves references; without it, references are ignored.
 * @example typesOf({ type: ['string', 'null'] }) // Set { 'string', 'null' }
 */
export function typesOf(
  schema: AnySchema,
  resolve: Resolve = () => undefined,
  open: readonly string[] = [],
): Set<JsonType> {
  if (typeof schema === 'boolean') return new Set(schema ? JSON_TYPES : []);
  const { $ref, allOf = [], anyOf, oneOf } = schema as Keywords;
  let types = ownTypes(schema);
  if ($ref !== undefined && !open.includes($ref))
    types = intersection(types, typesOf(resolve($ref) ?? true, resolve, [...open, $ref]));
  for (const part of allOf) types = intersection(types, typesOf(part, resolve, open));
  for (const parts of [anyOf, oneOf])
    if (parts !== undefined)
      types = intersection(types, new Set(parts.flatMap((part) => [...typesOf(part, resolve, open)])));
  return types;
}

/**
 * Lists the schemas that every value of a schema matches, except null: itself, and those of its `$ref`, its `allOf`, and a union with null. A
 * reference that occurs several times is followed once.
 *
 * @example certainParts({ anyOf: [{ $ref }, { type: 'null' }] }, resolve) // [itself, the target of $ref]
 */
export function certainParts(schema: AnySchema, resolve: Resolve): Keywords[] {
  const found: Keywords[] = [];
  const seen = new Set<string>();
  const pending = [schema];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (typeof part === 'boolean') continue;
    found.push(part as Keywords);
    const { $ref, allOf = [], anyOf = [], oneOf = [] } = part as Keywords;
    const inner = [...allOf];
    if ($ref !== undefined && !seen.has($ref)) inner.push(resolve($ref) ?? true);
    if ($ref !== undefined) seen.add($ref);
    for (const branches of [anyOf, oneOf]) {
      const others = besideNull(branches);
      if (others.length === 1) inner.push(others[0]!);
    }
    pending.push(...inner.toReversed());
  }
  return found;
}

/** The branches of a union that are not `null`. */
export function besideNull(branches: readonly AnySchema[]): readonly AnySchema[] {
  return branches.filter((branch) => typeof branch === 'boolean' || branch['type'] !== 'null');
}

/** Whether the type of a schema is that of its constant, and so adds nothing. */
export function isTypeOfConstant({ type, const: value, ...others }: Schema): boolean {
  if (value === undefined || 'enum' in others) return false;
  return type === typeOfValue(value) || (type === 'number' && typeof value === 'number');
}

/** Whether a set has all types. */
export function isAnyType(types: ReadonlySet<JsonType>): boolean {
  return JSON_TYPES.every((type) => types.has(type));
}

/** The values that `const` or `enum` allows; undefined if the schema has neither. */
export function listedValues(schema: Schema): readonly unknown[] | undefined {
  return 'const' in schema ? [schema['const']] : (schema['enum'] as readonly unknown[] | undefined);
}

function ownTypes(schema: Schema): Set<JsonType> {
  const { type } = schema as { readonly type?: JsonType | readonly JsonType[] };
  const values = listedValues(schema);
  if (type !== undefined) return new Set([type].flat() as JsonType[]);
  return new Set(values === undefined ? JSON_TYPES : values.map(typeOfValue));
}

/** Whether a schema is `false`, or as {@link asSchema} writes it, itself or by its `$ref` and `allOf`. */
export function isNever(schema: AnySchema, resolve: Resolve, seen: Set<string> = new Set()): boolean {
  if (typeof schema === 'boolean') return !schema;
  const { not, $ref, allOf = [] } = schema as Keywords;
  if (not === true || (isKeywords(not) && Object.keys(not).length === 0)) return true;
  if (allOf.some((part) => isNever(part, resolve, seen))) return true;
  if ($ref === undefined || seen.has($ref)) return false;
  return isNever(resolve($ref) ?? true, resolve, seen.add($ref));
}

/** The types in both sets; `integer` is part of `number`. */
function intersection(a: ReadonlySet<JsonType>, b: ReadonlySet<JsonType>): Set<JsonType> {
  const both = new Set([...a].filter((type) => b.has(type) || (type === 'integer' && b.has('number'))));
  if (a.has('number') && b.has('integer')) both.add('integer');
  return both;
}

/**
 * The default of a schema, or of the schema that it refers to; undefined if it has none.
 *
 * @example defaultOf({ default: 1 }, resolve) // 1
 */
export function defaultOf(schema: AnySchema, resolve: Resolve, open: readonly string[] = []): unknown {
  if (typeof schema === 'boolean') return undefined;
  const { $ref } = schema as Keywords;
  if ('default' in schema || $ref === undefined || open.includes($ref)) return schema['default'];
  return defaultOf(resolve($ref) ?? true, resolve, [...open, $ref]);
}
