import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { compileOperations, contractsOf } from '../../src/build/compiler/compile.ts';
import type { Schema } from '../../src/shared/contract/operation.ts';
import { validatorsOf } from '../shared/validation/evaluate.ts';
import { githubProject } from './tree.ts';

const { operations, definitions } = githubProject();
const compilation = compileOperations({
  files: operations.map(({ file, text }) => ({ path: file, text })),
  definitions,
});
const named = Object.fromEntries(compilation.schemas);
const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'definitions:', components: { schemas: named } });

type Keywords = { readonly [keyword: string]: never };

/** A value that a schema most likely allows. */
function sampleOf(schema: unknown, depth = 0): unknown {
  const {
    $ref,
    enum: values,
    const: only,
    examples,
    anyOf,
    oneOf,
    allOf,
    type,
    properties,
    items,
  } = (typeof schema === 'object' ? schema : {}) as Keywords;
  const [first] = (examples ?? values ?? []) as unknown[];
  if (first !== undefined || only !== undefined) return first ?? only;
  if ($ref !== undefined) return sampleOf(named[String($ref).split('/').at(-1)!], depth);
  const [branch] = (anyOf ?? oneOf ?? []) as unknown[];
  if (branch !== undefined) return sampleOf(branch, depth);
  if (allOf !== undefined) return Object.assign({}, ...(allOf as unknown[]).map((part) => sampleOf(part, depth)));
  const [name] = [type as unknown].flat() as (string | undefined)[];
  if (name === 'array') return depth > 4 || items === undefined ? [] : [sampleOf(items, depth + 1)];
  if (name !== 'object') return { string: 'a', integer: 1, number: 1.5, boolean: true, null: null }[name ?? 'string'];
  const all = depth > 4 ? [] : Object.entries((properties ?? {}) as object);
  return Object.fromEntries(all.map(([key, part]) => [key, sampleOf(part, depth + 1)]));
}

/** A value, and others that have one part taken away or changed. */
function variantsOf(value: unknown): unknown[] {
  const changed = [null, 'a', -1, 2.5, true, [], {}].filter((other) => JSON.stringify(other) !== JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return [value, ...changed];
  if (Array.isArray(value)) return [value, [...value, ...value], ...variantsOf(value[0]).map((item) => [item])];
  const names = Object.keys(value);
  const parts = value as { [name: string]: unknown };
  const without = names.map((name) => Object.fromEntries(Object.entries(parts).filter(([key]) => key !== name)));
  const replaced = names.flatMap((name) => variantsOf(parts[name]).map((item) => ({ ...parts, [name]: item })));
  return [value, ...changed, ...without, ...replaced];
}

describe("the validators of GitHub's bodies and parameters", () => {
  const contracts = contractsOf(compilation);
  const schemas: Schema[] = contracts.flatMap(({ body, parameters }) => [
    ...(body?.content.map(({ schema }) => schema) ?? []),
    ...parameters.map(({ schema }) => schema),
  ]);
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];

  it('decide as ajv does, and explain what they refuse', () => {
    const validators = validatorsOf(distinct, named);
    let [allowed, refused] = [0, 0];
    const wrong: unknown[] = [];
    for (const [i, { check, explain }] of validators.entries()) {
      const text = JSON.stringify(distinct[i]).replaceAll('"$ref":"#/', '"$ref":"definitions:#/');
      const validate = ajv.compile(JSON.parse(text) as object);
      for (const value of variantsOf(sampleOf(distinct[i]))) {
        const verdict = validate(value);
        if (verdict) allowed++;
        else refused++;
        if (check(value) !== verdict || (explain(value).length === 0) !== verdict)
          wrong.push([text.slice(0, 300), value]);
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(validators.length).toBeGreaterThan(300);
    expect(Math.min(allowed, refused)).toBeGreaterThan(2000);
  });
});
