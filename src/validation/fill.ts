import type { Components, SchemaData } from './explain/inspection.ts';
import { resolveReference, schemasOf } from './explain/inspection.ts';
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
  const { $ref, items, allOf, anyOf, oneOf } = schema as Applicators;
  // What has a name is taken as it is: only its defaults are filled in.
  if ($ref !== undefined) filled = fill(resolveReference($ref, components), filled, components, false);
  if (allOf !== undefined) for (const part of allOf) filled = fill(part, filled, components, false);
  for (const branches of [anyOf, oneOf]) {
    const only = branches && onlyBesideNull(branches);
    if (only !== undefined) filled = fill(only, filled, components, isClosed);
  }
  if (Array.isArray(filled))
    return items === undefined ? filled : filled.map((item) => fill(items, item, components, isClosed));
  return isObject(filled) && !isBinary(filled) ? fillObject(shapeOf(schema), filled, components, isClosed) : filled;
}

interface Applicators {
  readonly $ref?: string;
  readonly items?: SchemaData;
  readonly allOf?: readonly SchemaData[];
  readonly anyOf?: readonly SchemaData[];
  readonly oneOf?: readonly SchemaData[];
}

/** What an object schema says of its properties, worked out once. */
interface Shape {
  readonly properties: ReadonlyMap<string, SchemaData>;
  readonly others: SchemaData | undefined;
  /** Whether it says more, so that a property that it does not list may be declared all the same. */
  readonly isOpen: boolean;
}

const shapes = new WeakMap<object, Shape>();

function shapeOf(schema: { readonly [keyword: string]: unknown }): Shape {
  let shape = shapes.get(schema);
  if (shape === undefined) {
    const properties = new Map(schemasOf(schema, 'properties'));
    const others = schema['additionalProperties'] as SchemaData | undefined;
    shape = { properties, others, isOpen: OPEN.some((keyword) => keyword in schema) };
    shapes.set(schema, shape);
  }
  return shape;
}

function fillObject(
  { properties, others, isOpen }: Shape,
  value: { readonly [name: string]: unknown },
  components: Components,
  isClosed: boolean,
): unknown {
  if (properties.size === 0 && typeof others !== 'object') return value;
  const copy = isClosed && !isOpen ? createRecord() : { ...value };
  for (const [name, property] of properties) {
    const given = own(value, name);
    const filled = given === undefined ? defaultOf(property, components) : fill(property, given, components, isClosed);
    if (filled !== undefined) put(copy, name, filled);
  }
  if (typeof others === 'object') {
    for (const [name, item] of Object.entries(value))
      if (!properties.has(name)) put(copy, name, fill(others, item, components, isClosed));
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
function put(object: { [name: string]: unknown }, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}
