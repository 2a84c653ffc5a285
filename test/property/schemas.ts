import * as fc from 'fast-check';
import type { Schema } from '../../src/shared/contract/operation.ts';
import { enumOf } from '../../src/shared/schema/named-types.ts';
import { referenceTo } from '../../src/shared/schema/references.ts';

// Schemas in the form in which the compiler has them: what several types could say is said in one way.

/** The schemas that the tests define. */
export const DEFINED = ['Pet', 'Owner'] as const;

/** OpenAPI's names for a type with a format: see docs/reference/types.md. */
export const FORMATS: readonly (readonly [name: string, schema: Schema])[] = [
  ...['int32', 'int64'].map((format) => [format, { type: 'integer', format }] as const),
  ...['float', 'double'].map((format) => [format, { type: 'number', format }] as const),
  ...['byte', 'date', 'date-time', 'password', 'uuid', 'email', 'uri', 'hostname', 'ipv4', 'ipv6'].map(
    (format) => [format, { type: 'string', format }] as const,
  ),
];

const PIECES = [
  ...Array.from('aB1 "\'\\{}[](),:=#鳥😀`*|@-?&!%~'),
  '@x',
  '//',
  '\u2028',
  '\u00a0',
  '\t',
  '\0',
  'true',
  '12',
  'null',
];

/** A text without line ends, which can stand between quotes in a comment. */
export const inlineText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 2, unit: 'binary' })), { maxLength: 6 })
  .map((parts) => parts.join(''))
  .filter((text) => !/\*\/|[\r\n]/.test(text));

/** A name of a property, one that needs quotes too. */
export const key: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...'a b id createdAt x-y größe $ref constructor __proto__ type 1'.split(' ')),
  inlineText,
);

const plain: fc.Arbitrary<Schema> = fc.constantFrom<Schema>(
  ...['string', 'integer', 'number', 'boolean', 'object'].map((type) => ({ type })),
  ...FORMATS.map(([, schema]) => schema),
);

const scalar = fc.oneof(
  inlineText,
  fc.integer(),
  fc.double({ min: 0, max: 1e6, noNaN: true }).map((number) => Math.round(number * 100) / 100),
  fc.boolean(),
);
const scalars = fc.uniqueArray(scalar, { minLength: 2, maxLength: 4 });

const nullable: fc.Arbitrary<Schema> = fc.oneof(
  plain.map(({ type, ...rest }) => ({ type: [type, 'null'], ...rest })),
  fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }).map((values) => enumOf([...values, null])),
  fc.constantFrom(...DEFINED).map((name) => ({ anyOf: [referenceTo(name), { type: 'null' }] })),
);

const simple: fc.Arbitrary<Schema> = fc.oneof(
  { arbitrary: plain, weight: 4 },
  { arbitrary: fc.constant({}), weight: 1 },
  { arbitrary: fc.constantFrom(...DEFINED).map((name) => referenceTo(name)), weight: 2 },
  { arbitrary: scalars.map(enumOf), weight: 2 },
  { arbitrary: scalar.map((value) => ({ const: value })), weight: 1 },
  { arbitrary: nullable, weight: 2 },
);

/** What a type can say. */
export const schema: fc.Arbitrary<Schema> = fc.letrec<{ any: Schema; object: Schema; union: Schema }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    simple,
    simple,
    fc.record({ type: fc.constantFrom('array', ['array', 'null']), items: tie('any') }),
    tie('any').map((additionalProperties) => ({ type: 'object', additionalProperties })),
    tie('object'),
    tie('union'),
  ),
  object: fc
    .uniqueArray(fc.record({ name: key, of: tie('any'), isRequired: fc.boolean() }), {
      selector: ({ name }) => name,
      minLength: 1,
      maxLength: 3,
    })
    .map((fields) => {
      const properties = Object.fromEntries(fields.map(({ name, of }) => [name, of]));
      const optional = fields.filter(({ isRequired }) => !isRequired).map(({ name }) => name);
      const required = Object.keys(properties).filter((name) => !optional.includes(name));
      return { type: 'object', properties, ...(required.length > 0 && { required }) };
    }),
  // Of literals, or of one plain type and null, it would be an enum, or a list of types.
  union: fc
    .tuple(
      fc.constantFrom(...DEFINED).map((name) => referenceTo(name)),
      fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
    )
    .map(([first, others]) => ({ anyOf: [first, ...others] })),
})).any;

/** Values that a schema allows; undefined where the tests know none. */
export function valuesOf(of: Schema): fc.Arbitrary<unknown> | undefined {
  const {
    type,
    format,
    items,
    enum: values,
  } = of as { type?: unknown; format?: string; items?: Schema; enum?: unknown[] };
  if (values !== undefined) return fc.constantFrom(...values);
  if ('const' in of) return fc.constant(of['const']);
  if (Array.isArray(type)) return fc.oneof(fc.constant(null), valuesOf({ ...of, type: type[0] }) ?? fc.constant(null));
  if (type === 'integer') return fc.integer({ min: -1000, max: 1000 });
  if (type === 'number') return fc.integer({ min: -100_000, max: 100_000 }).map((hundredths) => hundredths / 100);
  if (type === 'boolean') return fc.boolean();
  if (type === 'string') return format === undefined ? inlineText : undefined;
  const inner = items && valuesOf(items);
  if (inner !== undefined) return fc.array(inner, { maxLength: 3 });
  if (type === 'object' && Object.keys(of).length === 1)
    return fc.dictionary(key, fc.oneof(inlineText, fc.integer(), fc.constant(null)), { maxKeys: 3 });
  return undefined;
}
