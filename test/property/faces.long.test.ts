import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Schema } from '../../src/shared/contract/operation.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import { compile } from '../build/compiler/compile.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { serve } from '../runtime/koa/serve.ts';
import { withoutMarked, withoutRequired } from './faces.ts';

// Schemas with marked properties at every depth, and values for them: what a handler gets, and what leaves.

const RUNS = 60 * Number(process.env['PROPERTY_RUNS'] ?? 1);
const NAMES = ['a', 'b', 'c', 'd'];
const name = fc.constantFrom(...NAMES);

const DEFINITIONS: Readonly<Record<string, Schema>> = {
  Key: { type: 'integer', readOnly: true },
  Secret: { type: 'integer', writeOnly: true },
  Base: {
    type: 'object',
    required: ['a', 'b', 'c'],
    properties: {
      a: { $ref: '#/components/schemas/Key' },
      b: { $ref: '#/components/schemas/Secret' },
      c: { type: 'integer' },
    },
  },
};
const find = (reference: string): Schema => DEFINITIONS[reference.split('/').at(-1)!]!;

const { any: schema } = fc.letrec<{ any: Schema; object: Schema }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<Schema>(
      { type: 'integer' },
      ...Object.keys(DEFINITIONS).map((key) => ({ $ref: `#/components/schemas/${key}` })),
    ),
    tie('object'),
    tie('object'),
    fc.record({ type: fc.constant('array'), items: tie('any') }),
    fc.record({ type: fc.constant('object'), additionalProperties: tie('any') }),
    fc.record({
      allOf: fc.array(tie('object'), { minLength: 1, maxLength: 2 }),
      required: fc.uniqueArray(name, { maxLength: 2 }),
    }),
  ),
  object: fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(
        name,
        fc
          .tuple(tie('any'), fc.constantFrom({}, {}, { readOnly: true }, { writeOnly: true }))
          .map(([of, mark]) => ({ ...of, ...mark })),
        { minKeys: 1, maxKeys: 4 },
      ),
      required: fc.uniqueArray(name, { maxLength: 3 }),
    },
    { requiredKeys: ['type', 'properties'] },
  ),
}));

/** A value that mostly fits. */
function valueOf(given: Schema): fc.Arbitrary<unknown> {
  const {
    $ref,
    allOf,
    type,
    items,
    additionalProperties,
    properties = {},
  } = given as Schema & {
    readonly $ref?: string;
    readonly allOf?: readonly Schema[];
    readonly items?: Schema;
    readonly additionalProperties?: Schema;
    readonly properties?: { readonly [name: string]: Schema };
  };
  if ($ref !== undefined) return valueOf(find($ref));
  if (allOf !== undefined) return fc.tuple(...allOf.map(valueOf)).map((parts) => Object.assign({}, ...parts) as object);
  if (type === 'array') return fc.array(valueOf(items!), { maxLength: 2 });
  if (type === 'integer')
    return fc.oneof({ arbitrary: fc.integer(), weight: 30 }, { arbitrary: fc.constant('x'), weight: 1 });
  if (additionalProperties !== undefined) return fc.dictionary(name, valueOf(additionalProperties), { maxKeys: 2 });
  const fields = Object.fromEntries(Object.entries(properties).map(([key, of]) => [key, valueOf(of)]));
  return fc.record(fields, { requiredKeys: Object.keys(fields).filter((_, i) => i % 3 !== 0) });
}

const isClean = (given: Schema): boolean => compile(...treeOf([given])).diagnostics.length === 0;

function treeOf(schemas: readonly Schema[]): Parameters<typeof compile> {
  const files = schemas.map((_, i): [string, string] => [
    `p${i}/@post.ts`,
    `/**\n * @param {S${i}} body - It\n * @returns {S${i}} It\n */ export default (ctx) => (globalThis.taken = ctx.input.body, globalThis.given);`,
  ]);
  const all = Object.keys(DEFINITIONS).map((key): [string, string] => [
    `d${key}.ts`,
    `/** @returns {{it?: ${key}}} It */ export default () => ({});`,
  ]);
  const definitions = [...Object.entries(DEFINITIONS), ...schemas.map((one, i): [string, Schema] => [`S${i}`, one])];
  return [
    Object.fromEntries([...files, ...all]),
    { definitions: definitions.map(([key, one]) => ({ path: `${key}.json`, text: JSON.stringify(one) })) },
  ];
}

it('no request has a readOnly property over the wire, and no response a writeOnly one, at any depth', async () => {
  const pairs = fc
    .sample(
      schema.chain((of) =>
        fc.record({ of: fc.constant(of), values: fc.array(valueOf(of), { minLength: 3, maxLength: 5 }) }),
      ),
      RUNS,
    )
    .filter(({ of }) => isClean(of));
  expect(pairs.length).toBeGreaterThan(RUNS / 4);
  const [files, { definitions = [] } = {}] = treeOf(pairs.map(({ of }) => of));
  const texts = Object.fromEntries(definitions.map(({ path, text }) => [path, text]));
  const tree = await compileTree(files, { definitions: texts, responses: true });
  const { ask } = await serve(createApp(tree, { checkResponses: true }));
  const ajv = new Ajv2020({ strict: false, logger: false });
  const counts = { taken: 0, refused: 0, sent: 0, unsent: 0 };
  for (const [i, { of, values }] of pairs.entries()) {
    const takes = ajv.compile(withoutRequired(of, 'readOnly', find) as object);
    const sends = ajv.compile(withoutRequired(of, 'writeOnly', find) as object);
    for (const value of values) {
      const shared = globalThis as { taken?: unknown; given?: unknown };
      delete shared.taken;
      shared.given = value;
      const headers = { 'Content-Type': 'application/json' };
      const { status, json } = await ask(`POST /p${i}`, { headers, body: JSON.stringify(value) });
      const isTaken = takes(value);
      counts[isTaken ? 'taken' : 'refused']++;
      expect({ of, value, isTaken: status !== 400 }).toEqual({ of, value, isTaken });
      if (!isTaken) continue;
      expect({ of, taken: shared.taken }).toEqual({ of, taken: withoutMarked([of], value, 'readOnly', find) });
      const left = withoutMarked([of], value, 'writeOnly', find);
      const isSent = sends(left);
      counts[isSent ? 'sent' : 'unsent']++;
      const answer = { status, json: isSent ? json : undefined };
      expect({ of, value, answer }).toEqual({
        of,
        value,
        answer: isSent ? { status: 200, json: left } : { status: 500, json: undefined },
      });
    }
  }
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
}, 600_000);
