import type { Decoding, ScalarType } from '../contract/enforcement.ts';
import type { AnySchema } from '../codegen/validators/condition.ts';

/** What a reference to a schema stands for, undefined where there is no such schema. */
export type Resolve = (reference: string) => AnySchema | undefined;

type JsonType = ScalarType | 'array' | 'object';
type Keywords = { readonly [keyword: string]: unknown };

/** In the order in which a text is tried; a string last, for any text is one. */
const SCALARS: readonly ScalarType[] = ['integer', 'number', 'boolean', 'null', 'string'];
const ALL: readonly JsonType[] = [...SCALARS, 'array', 'object'];
/** How deep the parts of a value may lie: a form has fields, and a field may be a list. */
const DEPTH = 3;

/**
 * How texts become a value of a schema, by the types that it allows.
 *
 * @example decodingOf({ type: 'array', items: { type: 'integer' } }, resolve) // { types: [], items: { types: ['integer'] } }
 */
export function decodingOf(schema: AnySchema, resolve: Resolve, depth: number = DEPTH): Decoding {
  const types = typesOf(schema, resolve, []);
  // Where anything may be, a text is a text.
  if (ALL.every((type) => types.has(type))) return { types: ['string'] };
  // An integer is a number: where one is allowed, a number that is an integer comes out the same.
  const scalars = SCALARS.filter((type) => types.has(type) && !(type === 'integer' && types.has('number')));
  // An empty text is null only where it cannot be a text.
  const known = scalars.filter((type) => type !== 'null' || !types.has('string'));
  const parts = depth === 0 ? [] : partsOf(schema, resolve, []);
  return {
    types: known,
    ...(types.has('array') && {
      items: unionDecoding(
        parts.map((part) => part['items'] as AnySchema | undefined),
        resolve,
        depth,
      ),
    }),
    ...(types.has('object') && { properties: propertyDecodings(parts, resolve, depth) }),
  };
}

function unionDecoding(schemas: readonly (AnySchema | undefined)[], resolve: Resolve, depth: number): Decoding {
  const known = schemas.filter((schema) => schema !== undefined);
  if (known.length === 0) return { types: ['string'] };
  return decodingOf(known.length === 1 ? known[0]! : { anyOf: known }, resolve, depth - 1);
}

function propertyDecodings(
  parts: readonly Keywords[],
  resolve: Resolve,
  depth: number,
): NonNullable<Decoding['properties']> {
  const schemas = new Map<string, AnySchema[]>();
  for (const part of parts) {
    const others = part['additionalProperties'];
    const named = Object.entries((part['properties'] ?? {}) as { [name: string]: AnySchema });
    for (const [name, schema] of typeof others === 'object' ? [...named, ['*', others as AnySchema] as const] : named)
      schemas.set(name, [...(schemas.get(name) ?? []), schema]);
  }
  return Object.fromEntries([...schemas].map(([name, list]) => [name, unionDecoding(list, resolve, depth)]));
}

/** The types that a schema's values may have. */
function typesOf(schema: AnySchema, resolve: Resolve, open: readonly string[]): Set<JsonType> {
  if (typeof schema === 'boolean') return new Set(schema ? ALL : []);
  const { type, $ref, allOf = [], anyOf, oneOf } = schema as Applicators;
  let types = type === undefined ? valueTypes(schema) : namedTypes([type].flat());
  const narrow = (others: ReadonlySet<JsonType>): void => {
    types = new Set([...types].filter((name) => others.has(name)));
  };
  if ($ref !== undefined && !open.includes($ref)) narrow(typesOf(resolve($ref) ?? true, resolve, [...open, $ref]));
  for (const part of allOf) narrow(typesOf(part, resolve, open));
  for (const parts of [anyOf, oneOf])
    if (parts !== undefined) narrow(new Set(parts.flatMap((part) => [...typesOf(part, resolve, open)])));
  return types;
}

interface Applicators {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly allOf?: readonly AnySchema[];
  readonly anyOf?: readonly AnySchema[];
  readonly oneOf?: readonly AnySchema[];
}

function namedTypes(names: readonly string[]): Set<JsonType> {
  return new Set((names.includes('number') ? [...names, 'integer'] : names) as JsonType[]);
}

function valueTypes(schema: Keywords): Set<JsonType> {
  const values = 'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined);
  return values === undefined ? new Set(ALL) : new Set(values.flatMap(typesOfValue));
}

function typesOfValue(value: unknown): JsonType[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer'] : ['integer', 'number'];
  return [typeof value as JsonType];
}

/** A schema and all that it may be, references followed. */
export function partsOf(schema: AnySchema, resolve: Resolve, open: readonly string[] = []): Keywords[] {
  if (typeof schema === 'boolean') return [];
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema as Applicators;
  const target = $ref === undefined || open.includes($ref) ? undefined : resolve($ref);
  const others = [...allOf, ...anyOf, ...oneOf].flatMap((part) => partsOf(part, resolve, open));
  return [schema, ...others, ...(target === undefined ? [] : partsOf(target, resolve, [...open, $ref!]))];
}
