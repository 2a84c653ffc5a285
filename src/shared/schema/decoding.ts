import type { Decoding, ScalarType } from '../contract/enforcement.ts';
import type { Parameter } from '../contract/operation.ts';
import type { AnySchema, Keywords, Resolve } from './json-types.ts';
import { isAnyType, typesOf } from './json-types.ts';

/** The types in the order in which they are tried. The string comes last, because it accepts any text. */
const SCALARS = ['integer', 'number', 'boolean', 'null', 'string'] as const satisfies readonly ScalarType[];
/** How many levels of a value are decoded: a form, its fields, and the items of a field. */
const MAX_DEPTH = 3;

/**
 * Finds how texts become values of a schema: the types that it allows, for the value and for its items and properties.
 *
 * @param depth How many levels of items and properties to include.
 * @example decodingOf({ type: 'array', items: { type: 'integer' } }, resolve) // { types: [], items: { types: ['integer'] } }
 */
export function decodingOf(schema: AnySchema, resolve: Resolve, depth: number = MAX_DEPTH): Decoding {
  const types = typesOf(schema, resolve);
  // If any value is allowed, a text stays a text.
  if (isAnyType(types)) return { types: ['string'] };
  const hasCheckbox = types.has('boolean') && decodedParts(schema, resolve).some((part) => part['x-checkbox'] === true);
  const scalars = SCALARS.filter((type) => {
    // An integer decodes like any number, and an empty text is null only if strings are not allowed.
    if (type === 'integer') return types.has(type) && !types.has('number');
    return types.has(type) && !(type === 'null' && types.has('string'));
  });
  const parts = depth === 0 ? [] : decodedParts(schema, resolve);
  const decodeAny = (schemas: readonly AnySchema[]): Decoding => {
    const typed = typedParts(schemas, resolve);
    if (typed.length === 0) return { types: ['string'] };
    return decodingOf(typed.length === 1 ? typed[0]! : { anyOf: typed }, resolve, depth - 1);
  };
  const properties = [...decodedProperties(parts)].map(([name, schemas]) => [name, decodeAny(schemas)] as const);
  return {
    types: hasCheckbox ? ['checkbox', ...scalars] : scalars,
    ...(types.has('array') && { items: decodeAny(parts.flatMap(({ items }) => (items === undefined ? [] : [items]))) }),
    ...(types.has('object') && { properties: Object.fromEntries(properties) }),
  };
}

/**
 * Finds how the texts of a parameter become its value.
 *
 * @param explode False if the items of a list are separated by commas.
 */
export function parameterDecoding(
  { schema, explode, style }: Pick<Parameter, 'schema' | 'explode' | 'style'>,
  resolve: Resolve,
): Decoding {
  const decoding = decodingOf(schema, resolve);
  if (style === 'json') return { types: [], json: true };
  if (style === 'form') return { ...decoding, spread: true };
  if (style !== undefined) return { ...decoding, explode: false, separator: style === 'pipeDelimited' ? '|' : ' ' };
  const isList = decoding.items !== undefined && decoding.properties === undefined;
  return explode === false && isList ? { ...decoding, explode } : decoding;
}

/** Selects the schemas of a value that limit its types. Others only add constraints, such as a minimum. */
export function typedParts(schemas: readonly AnySchema[], resolve: Resolve): AnySchema[] {
  return schemas.filter((schema) => !isAnyType(typesOf(schema, resolve)));
}

/** Lists the schemas of each property in the {@link decodedParts} a schema; those of additional properties are under `*`. */
export function decodedProperties(parts: readonly Keywords[]): Map<string, AnySchema[]> {
  const schemas = new Map<string, AnySchema[]>();
  for (const { properties = {}, additionalProperties } of parts) {
    const entries = Object.entries(properties);
    if (typeof additionalProperties === 'object') entries.push(['*', additionalProperties]);
    for (const [name, schema] of entries) schemas.set(name, [...(schemas.get(name) ?? []), schema]);
  }
  return schemas;
}

/** Lists a schema and the schemas that it applies to the same value by `allOf`, `anyOf`, `oneOf` and `$ref`. */
export function decodedParts(schema: AnySchema, resolve: Resolve, open: readonly string[] = []): Keywords[] {
  if (typeof schema === 'boolean') return [];
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema as Keywords;
  const target = $ref === undefined || open.includes($ref) ? undefined : resolve($ref);
  const others = [...allOf, ...anyOf, ...oneOf].flatMap((part) => decodedParts(part, resolve, open));
  return [
    schema as Keywords,
    ...others,
    ...(target === undefined ? [] : decodedParts(target, resolve, [...open, $ref!])),
  ];
}
