import type { Schema } from '../contract/operation.ts';
import type { AnySchema, Keywords, Resolve, NamedSchemas } from './json-types.ts';
import { listedValues } from './json-types.ts';

/** The schemas of OpenAPI's types and formats, by name: OpenAPI 3.1, Data Types. */
const NAMED: Readonly<Record<string, Schema>> = {
  any: {},
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  object: { type: 'object' },
  Object: { type: 'object' },
  array: { type: 'array', items: {} },
  Array: { type: 'array', items: {} },
  null: { type: 'null' },
  true: { const: true },
  false: { const: false },
  file: { type: 'string', format: 'binary' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  long: { type: 'integer', format: 'int64' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  dateTime: { type: 'string', format: 'date-time' },
  ...Object.fromEntries(
    'byte binary date date-time password uuid email uri hostname ipv4 ipv6'
      .split(' ')
      .map((format) => [format, { type: 'string', format }]),
  ),
};

/** The type names that are built in. */
export const TYPE_NAMES: readonly string[] = [...Object.keys(NAMED), 'void'];

/**
 * Makes the schema of a built-in type name.
 *
 * @returns undefined for other names.
 * @example namedSchema('date') // { type: 'string', format: 'date' }
 */
export function namedSchema(name: string): Schema | undefined {
  return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
}

/**
 * Makes the schema of an enum, with its type if all values but `null` have the same one.
 *
 * @example enumOf(['a', null]) // { type: ['string', 'null'], enum: ['a', null] }
 */
export function enumOf(values: readonly unknown[]): Schema {
  const types = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  const [type = 'null'] = types;
  if (types.size > 1 || !['string', 'number', 'boolean'].includes(type)) return { enum: values };
  const isInteger = type === 'number' && values.every((value) => value === null || Number.isInteger(value));
  const name = isInteger ? 'integer' : type;
  return { type: values.includes(null) ? [name, 'null'] : name, enum: values };
}

/** The values of an enum with `null`, once. */
export function enumWithNull(values: readonly unknown[]): unknown[] {
  return [...new Set([...values, null])];
}

/** The keywords that combine a schema with others. */
export const COMBINED = ['$ref', 'allOf', 'anyOf', 'oneOf'];

/**
 * Makes the schema of a union. Literals become an enum, a type and `null` a list of types, all else an `anyOf`.
 *
 * @example unionOf([{ type: 'string' }, { type: 'null' }]) // { type: ['string', 'null'] }
 */
export function unionOf(schemas: readonly Schema[]): Schema {
  if (schemas.length === 1) return schemas[0]!;
  if (schemas.every((schema) => 'const' in schema))
    return enumOf([...new Set(schemas.map((schema) => schema['const']))]);
  const others = schemas.filter((schema) => schema['type'] !== 'null');
  const isNullable = others.length < schemas.length;
  const plain =
    others.length === 1 ? others[0]! : others.every((schema) => 'const' in schema) ? unionOf(others) : undefined;
  // Null must match the keywords next to the type too.
  if (isNullable && plain !== undefined && !COMBINED.some((keyword) => keyword in plain)) {
    if (Array.isArray(plain['enum'])) return { ...plain, ...enumOf(enumWithNull(plain['enum'])) };
    if (typeof plain['type'] === 'string') return { ...plain, type: [plain['type'], 'null'] };
    if ('const' in plain) return enumOf([plain['const'], null]);
  }
  return { anyOf: schemas };
}

/** The descriptions of an enum's values, in their order: an extension that OpenAPI Generator and others read. */
export const ENUM_DESCRIPTIONS = 'x-enum-descriptions';

/** The tag of the schema of a server-sent event. */
export const EVENT_TAG = 'x-server-sent-event';

/** Makes the schema of a server-sent event. */
export function serverSentEvent(name: AnySchema, data: AnySchema): Schema {
  return {
    type: 'object',
    properties: { event: name, data, id: { type: 'string' }, retry: { type: 'integer', minimum: 0 } },
    required: ['event', 'data'],
    [EVENT_TAG]: true,
  };
}

/** The schema of a server-sent event. */
export interface EventSchema {
  /** The schema of its name: a `const` or an `enum`. */
  readonly name: Schema;
  readonly data: AnySchema;
}

/**
 * Lists the alternatives of a schema, through references and unions: an event's schema, or undefined for another value.
 *
 * @example eventsOf(schema, resolve) // [{ name: { const: 'tick' }, data: { $ref } }]
 */
export function eventsOf(
  schema: AnySchema,
  resolve: Resolve,
  open: readonly string[] = [],
): readonly (EventSchema | undefined)[] {
  if (typeof schema === 'boolean') return [undefined];
  const { $ref, anyOf, oneOf, properties = {} } = schema as Keywords;
  if (schema[EVENT_TAG] === true) return [eventOf(properties)];
  if ($ref !== undefined && !open.includes($ref)) return eventsOf(resolve($ref) ?? true, resolve, [...open, $ref]);
  const branches = anyOf ?? oneOf;
  return branches === undefined ? [undefined] : branches.flatMap((branch) => eventsOf(branch, resolve, open));
}

/** The names of an event; empty if they are not literals. */
export function eventNames({ name }: EventSchema): readonly unknown[] {
  return listedValues(name) ?? [];
}

function eventOf({ event = {}, data = {} }: NamedSchemas): EventSchema {
  return { name: typeof event === 'boolean' ? {} : event, data };
}
