import * as fc from 'fast-check';
import type { Schema } from '../../src/shared/contract/operation.ts';
import { decodedParts } from '../../src/shared/schema/decoding.ts';
import type { AnySchema, Keywords } from '../../src/shared/schema/json-types.ts';
import { typesOf } from '../../src/shared/schema/json-types.ts';
import { resolverOf } from '../../src/shared/schema/references.ts';
import { eachSchema } from '../../src/shared/schema/walk.ts';

// Pairs of a schema and values that have undeclared properties too.

const NAMES = ['a', 'b', 'c', 'kind', 'x-y', '__proto__', 'constructor'];
const DEFINED = ['Base', 'Tree', 'Cat', 'Dog', 'Expr', 'Open', 'Closed'];
const name = fc.constantFrom(...NAMES);
const ref = (to: string): { $ref: string } => ({ $ref: `#/components/schemas/${to}` });

/** Objects that can have `__proto__` as an own property, as from JSON.parse. */
const objectOf = <T>(value: fc.Arbitrary<T>, maxKeys: number): fc.Arbitrary<Record<string, T>> =>
  fc
    .uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, maxLength: maxKeys })
    .map((entries) => Object.fromEntries(entries));

const optional = (keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Schema> =>
  fc.record(keywords, { requiredKeys: [] });

const pet = (kind: string, own: object): Schema => ({
  type: 'object',
  properties: { kind: { const: kind }, ...own },
  required: ['kind'],
});

/** The definitions that schemas refer to. */
export const DEFINITIONS: Readonly<Record<string, Schema>> = {
  Base: { type: 'object', properties: { a: { type: 'integer' }, b: ref('Open') } },
  Tree: {
    type: 'object',
    properties: { a: ref('Tree'), b: { type: 'array', items: ref('Tree') }, kind: { type: ['string', 'integer'] } },
  },
  Cat: pet('cat', { a: { type: 'object', properties: { a: {} } }, c: ref('Tree') }),
  Dog: { allOf: [ref('Base'), pet('dog', { a: { type: ['object', 'integer'], properties: { b: {} } } })] },
  Expr: {
    anyOf: [
      { type: 'object', properties: { a: ref('Expr'), b: ref('Expr') }, required: ['a'] },
      { type: 'object', properties: { a: ref('Expr'), c: { type: 'integer' } } },
      { type: 'array', items: ref('Expr') },
      { type: ['integer', 'null', 'string', 'boolean'] },
    ],
  },
  Open: { type: 'object' },
  Closed: { type: 'object', additionalProperties: false },
};

const PROPERTIES = ['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'required'];
const ITEMS = ['items', 'prefixItems'];

/** Whether a branch of a union declares properties only if it can be an object, and items only if it can be a list. */
function isSensible(branch: AnySchema): boolean {
  const resolve = resolverOf(new Map(Object.entries(DEFINITIONS)));
  const types = typesOf(branch, resolve);
  const parts = decodedParts(branch, resolve);
  const has = (keywords: readonly string[]): boolean =>
    parts.some((part) => keywords.some((keyword) => keyword in part));
  return (types.has('object') || !has(PROPERTIES)) && (types.has('array') || !has(ITEMS));
}

/** A schema of objects, lists and unions. */
export const schema: fc.Arbitrary<Schema> = fc
  .letrec<{ any: Schema; object: Schema; union: Schema; items: Schema }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<Schema>({}, { type: 'integer' }, { type: ['string', 'null'] }, { type: 'object' }),
      fc.constantFrom(...DEFINED).map(ref),
      tie('object'),
      tie('object'),
      tie('object'),
      tie('items'),
      tie('union'),
    ),
    object: optional({
      type: fc.constantFrom('object', ['object', 'null'], ['object', 'array']),
      properties: objectOf(tie('any'), 4),
      required: fc.uniqueArray(name, { maxLength: 1 }),
      additionalProperties: fc.oneof(fc.boolean(), tie('any')),
      patternProperties: fc.dictionary(fc.constantFrom('^[ab]', 'o', '-'), tie('any'), { maxKeys: 2 }),
      allOf: fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
      discriminator: fc.constant({ propertyName: 'kind' }),
      unevaluatedProperties: fc.boolean(),
    }).map(rarely(['additionalProperties', 'patternProperties', 'unevaluatedProperties', 'discriminator'])),
    items: optional({
      type: fc.constant('array'),
      items: fc.oneof({ arbitrary: tie('any'), weight: 4 }, { arbitrary: fc.constant(false), weight: 1 }),
      prefixItems: fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
    }),
    union: optional({
      properties: objectOf(tie('any'), 2),
      anyOf: fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
      oneOf: fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
      if: tie('any'),
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: tie('any'),
      else: tie('any'),
      dependentSchemas: objectOf(tie('any'), 1),
    }).map(rarely(['oneOf', 'if', 'dependentSchemas'])),
  }))
  .any.filter((tested) => {
    let isKept = true;
    eachSchema(tested, (part) => {
      const { anyOf = [], oneOf = [] } = part as Keywords;
      isKept &&= [...anyOf, ...oneOf].every(isSensible);
    });
    return isKept;
  });

/** Leaves out keywords of about three in four schemas. */
function rarely(keywords: readonly string[]): (schema: Schema) => Schema {
  return (given) => {
    const size = JSON.stringify(given).length;
    return Object.fromEntries(
      Object.entries(given).filter(([key], i) => !keywords.includes(key) || (size + i) % 4 === 0),
    );
  };
}

/** A JSON value with the names that schemas have, and others. */
export const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom<unknown>(0, 1, 'cat', 'dog', null, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(fc.oneof(name, name, fc.constantFrom('secret', 'foo')), tie('value')), {
        selector: ([key]) => key,
        maxLength: 5,
      })
      .map((entries) => Object.fromEntries(entries)),
    fc
      .tuple(fc.constantFrom('cat', 'dog'), tie('value'), tie('value'))
      .map(([kind, a, secret]) => ({ kind, a, secret })),
  ),
})).value;

/** A value of JavaScript that JSON.stringify writes as a JSON value: instances, getters, `toJSON`, hidden and inherited properties. */
export function disguise(given: unknown, next: () => number): unknown {
  if (typeof given !== 'object' || given === null) return given;
  if (Array.isArray(given)) {
    const list = given.map((item) => disguise(item, next));
    return next() % 5 === 0 ? { toJSON: () => list } : list;
  }
  const entries = Object.entries(given).map(([key, item]) => [key, disguise(item, next)] as const);
  const plain = Object.fromEntries(entries);
  switch (next() % 7) {
    case 0:
      return { toJSON: () => plain };
    case 1:
      return Object.defineProperties(Object.create({ a: 'inherited', kind: 'cat', secret: 1 }) as object, {
        ...Object.getOwnPropertyDescriptors(plain),
      });
    case 2:
      return Object.defineProperty(plain, 'hidden', { value: 1, enumerable: false });
    case 3: {
      const getters = entries.map(([key, item]) => [key, { get: () => item, enumerable: true }] as const);
      return Object.defineProperties({}, Object.fromEntries(getters));
    }
    case 4:
      return Object.assign(plain, { [Symbol('s')]: 1, undefined: undefined, method() {} });
    case 5:
      return Object.assign(Object.create(null) as object, plain);
    default:
      return plain;
  }
}
