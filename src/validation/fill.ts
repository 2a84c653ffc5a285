import type { Components, SchemaData } from './explain/inspection.ts';
import { listOf, resolveReference, schemasOf } from './explain/inspection.ts';
import { createRecord } from './record.ts';
import { isBinary, isObject, own } from './values.ts';

/** What an object schema says of properties beyond those it lists. */
const OPEN = [
  'additionalProperties',
  'patternProperties',
  'unevaluatedProperties',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
  'if',
];

/**
 * A copy of a value with the defaults of properties that are not there, as far as `properties`, `items`, `additionalProperties`, `$ref`, `allOf` and
 * a schema beside `null` lead to them; a value without any is the same value.
 *
 * @param value One that the schema allows.
 * @param isClosed Whether the copy has the declared properties only, there and in all that the schema itself says of its parts.
 * @example fill({ properties: { size: { default: 20 } } }, {}, {}, false) // { size: 20 }
 */
export function fill(schema: SchemaData, value: unknown, components: Components, isClosed: boolean): unknown {
  if (typeof schema !== 'object' || typeof value !== 'object' || value === null) return value;
  let filled: unknown = value;
  const { $ref, items } = schema as { readonly $ref?: string; readonly items?: SchemaData };
  // What has a name is taken as it is: only its defaults are filled in.
  if ($ref !== undefined) filled = fill(resolveReference($ref, components), filled, components, false);
  for (const part of listOf(schema, 'allOf')) filled = fill(part, filled, components, false);
  for (const keyword of ['anyOf', 'oneOf']) {
    const only = onlyBesideNull(listOf(schema, keyword));
    if (only !== undefined) filled = fill(only, filled, components, isClosed);
  }
  if (Array.isArray(filled) && items !== undefined)
    return filled.map((item) => fill(items, item, components, isClosed));
  return isObject(filled) && !isBinary(filled) ? fillObject(schema, filled, components, isClosed) : filled;
}

function fillObject(
  schema: { readonly [keyword: string]: unknown },
  value: { readonly [name: string]: unknown },
  components: Components,
  isClosed: boolean,
): unknown {
  const properties = schemasOf(schema, 'properties');
  const others = schema['additionalProperties'] as SchemaData | undefined;
  if (properties.length === 0 && typeof others !== 'object') return value;
  const keepsAll = !isClosed || OPEN.some((keyword) => keyword in schema);
  const copy = keepsAll ? { ...value } : createRecord();
  const names = new Set(properties.map(([name]) => name));
  for (const [name, property] of properties) {
    const given = own(value, name);
    if (given !== undefined) put(copy, name, fill(property, given, components, isClosed));
    else {
      const made = defaultOf(property, components);
      if (made !== undefined) put(copy, name, made);
    }
  }
  if (typeof others === 'object') {
    for (const [name, item] of Object.entries(value))
      if (!names.has(name)) put(copy, name, fill(others, item, components, isClosed));
  }
  return copy;
}

/** The default of a schema, or of what it refers to, made anew. */
function defaultOf(schema: SchemaData, components: Components): unknown {
  if (typeof schema !== 'object') return undefined;
  if ('default' in schema) return copyOf(schema['default']);
  const { $ref } = schema;
  return typeof $ref === 'string' ? defaultOf(resolveReference($ref, components), components) : undefined;
}

function copyOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (JSON.parse(JSON.stringify(value)) as unknown) : value;
}

function onlyBesideNull(branches: readonly SchemaData[]): SchemaData | undefined {
  const others = branches.filter((branch) => typeof branch !== 'object' || branch['type'] !== 'null');
  return others.length === 1 ? others[0] : undefined;
}

/** Sets a property as such: `__proto__` is a name like any other. */
function put(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
