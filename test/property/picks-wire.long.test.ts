import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createApp } from '../../src/runtime/koa/index.ts';
import { compile } from '../build/compiler/compile.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { serve } from '../runtime/koa/serve.ts';
import { DEFINITIONS, disguise, schema, value } from './pairs.ts';
import { createRule, hasMisplaced, isUnsettledText } from './rule.ts';

const RUNS = 100 * Number(process.env['PROPERTY_RUNS'] ?? 1);

interface Pair {
  readonly schema: object;
  readonly values: readonly unknown[];
}

const BASE = Object.fromEntries(Object.entries(DEFINITIONS).map(([name, of]) => [`${name}.json`, JSON.stringify(of)]));

function treeOf(pairs: readonly Pair[]): [files: Record<string, string>, definitions: Record<string, string>] {
  const files = pairs.flatMap((_, i): [string, string][] => [
    [`p${i}/@get.ts`, `/** @returns {S${i}} It */ export default (ctx) => globalThis.pairs[${i}][ctx.query.n];`],
    [
      `p${i}/@post.ts`,
      `/**\n * @param {S${i}} body - It\n * @returns {any} It\n */ export default (ctx) => ctx.input.body;`,
    ],
  ]);
  const all = Object.keys(DEFINITIONS).map((name) => `/** @returns {${name}} It */ export default () => ({});`);
  const definitions = pairs.map((pair, i): [string, string] => [`S${i}.json`, JSON.stringify(pair.schema)]);
  return [
    Object.fromEntries([...files, ...all.map((text, i): [string, string] => [`d${i}.ts`, text])]),
    { ...BASE, ...Object.fromEntries(definitions) },
  ];
}

/** Whether the build has nothing to say about a schema. */
function isClean(pair: Pair): boolean {
  const [files, definitions] = treeOf([pair]);
  const { diagnostics } = compile(files, {
    definitions: Object.entries(definitions).map(([path, text]) => ({ path, text })),
  });
  return diagnostics.length === 0;
}

it('nothing undeclared is sent over the wire or reaches a handler, and nothing declared is lost', async () => {
  const pairs = fc
    .sample(fc.record({ schema, values: fc.array(value, { minLength: 2, maxLength: 4 }) }), RUNS)
    .filter(isClean);
  expect(pairs.length).toBeGreaterThan(RUNS / 3);
  let turn = 0;
  const disguised = pairs.map(({ values }) => values.map((given) => disguise(given, () => turn++)));
  Object.assign(globalThis, { pairs: disguised });
  const { ask, errors } = await serve(createApp(await compileTree(...withOptions(pairs))));
  const rule = createRule(DEFINITIONS);
  let refused = 0;
  const headers = { 'Content-Type': 'application/json' };
  for (const [i, pair] of pairs.entries())
    for (const [n, given] of pair.values.entries()) {
      if (isUnsettledText(rule, pair.schema as never, given)) continue;
      const expected = rule.pick(pair.schema as never, given);
      const got = await ask(`GET /p${i}?n=${n}`);
      const isRefused = hasMisplaced(expected);
      refused += isRefused ? 1 : 0;
      const answer = { status: got.status, json: isRefused ? undefined : got.json };
      const right = isRefused ? { status: 500, json: undefined } : { status: 200, json: expected };
      expect({ pair, answer }).toEqual({ pair, answer: right });
      const { status, json } = await ask(`POST /p${i}`, { headers, body: JSON.stringify(given) });
      const isValid = rule.isValid(pair.schema as never, given);
      expect({ pair, given, status }).toEqual({ pair, given, status: isValid ? 200 : 400 });
      const taken = isValid ? rule.take(pair.schema as never, given) : undefined;
      expect({ pair, body: isValid ? json : undefined }).toEqual({ pair, body: taken });
    }
  const failures = errors.filter((error) => (error as { status?: number }).status !== 400);
  expect(failures.filter(({ name }) => name !== 'UndeclaredKind')).toEqual([]);
  expect([failures.length, refused > 0]).toEqual([refused, true]);
}, 600_000);

function withOptions(pairs: readonly Pair[]): Parameters<typeof compileTree> {
  const [files, definitions] = treeOf(pairs);
  return [files, { definitions }];
}
