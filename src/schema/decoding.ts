import type { Decoding, ScalarType } from '../contract/enforcement.ts';
import type { Schema } from '../contract/operation.ts';
import type { AnySchema, Applicators, Resolve } from './types.ts';
import { isAnyType, typesOf } from './types.ts';

/** In the order in which a text is tried; a string last, because any text is one. */
const SCALARS: readonly ScalarType[] = ['integer', 'number', 'boolean', 'null', 'string'];
/** The depth to which the parts of a value are decoded: a form has fields, and a field can be a list. */
const MAX_DEPTH = 3;

/**
 * How texts become values of a schema, by the types that it allows.
 *
 * @example decodingOf({ type: 'array', items: { type: 'integer' } }, resolve) // { types: [], items: { types: ['integer'] } }
 */
export function decodingOf(schema: AnySchema, resolve: Resolve, depth: number = MAX_DEPTH): Decoding {
  const types = typesOf(schema, resolve);
  // If any value is allowed, a text stays a text.
  if (isAnyType(types)) return { types: ['string'] };
  // An integer is a number: if one is allowed, a number without a fraction comes out the same.
  const scalars = SCALARS.filter((type) => types.has(type) && !(type === 'integer' && types.has('number')));
  // An empty text is null only if it cannot be a string.
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
  parts: readonly Schema[],
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

/** A schema and the schemas that it applies to the same value with `allOf`, `anyOf`, `oneOf` and `$ref`. */
export function partsOf(schema: AnySchema, resolve: Resolve, open: readonly string[] = []): Schema[] {
  if (typeof schema === 'boolean') return [];
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema as Applicators;
  const target = $ref === undefined || open.includes($ref) ? undefined : resolve($ref);
  const others = [...allOf, ...anyOf, ...oneOf].flatMap((part) => partsOf(part, resolve, open));
  return [schema, ...others, ...(target === undefined ? [] : partsOf(target, resolve, [...open, $ref!]))];
}
