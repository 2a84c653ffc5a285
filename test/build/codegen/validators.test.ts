import { describe, expect, it } from 'vitest';
import type { Schema } from '../../../src/shared/contract/operation.ts';
import { namedImport } from '../../../src/build/codegen/declaration.ts';
import { PickSchemas } from '../../../src/build/codegen/picks/index.ts';
import { functionName } from '../../../src/build/codegen/validators/condition.ts';
import { createSharedCache, inputText, shareInputs } from '../../../src/build/codegen/validators/index.ts';
import { resolverOf } from '../../../src/shared/schema/references.ts';
import { compile } from '../compiler/compile.ts';

/** Generates the inputs of a tree: the imports, the declarations, and an expression for each operation. */
function generated(files: Readonly<Record<string, string>>, definitions: Readonly<Record<string, string>> = {}) {
  const texts = Object.entries(files).map(([path, comment]) => [path, `/** ${comment} */ export default () => {};`]);
  const { operations, schemas, diagnostics } = compile(Object.fromEntries(texts) as Record<string, string>, {
    definitions: Object.entries(definitions).map(([path, text]) => ({ path, text })),
  });
  expect(diagnostics).toEqual([]);
  const resolve = resolverOf(schemas);
  const inputs = operations.map(({ contract }) => inputText(contract, new PickSchemas(resolve)));
  const { helpers, ...shared } = shareInputs(inputs, [], schemas as ReadonlyMap<string, Schema>, createSharedCache());
  return { ...shared, imports: namedImport(helpers, 'validation') };
}

/** Breaks long lines, for a readable snapshot. */
function readable(text: string): string {
  return text
    .replaceAll(/ (&& |\|\| \()/g, '\n  $1')
    .replaceAll(/, (check|explain|fill|default|decoding|body): /g, ',\n$1: ')
    .replaceAll('parameters: [{', 'parameters: [\n{')
    .replaceAll('}, {', '},\n{');
}

describe('generated validators', () => {
  it('writes small conditions, and functions that explain violations', () => {
    const { imports, declarations, inputs } = generated(
      {
        'pets/{id}@put.ts': `
          @param {integer} id (minimum: 1) - Which
          @param {string[]} [query.tag] (maxItems: 5, uniqueItems: true) - Of what kind
          @param {Pet} body - The pet
          @returns 204`,
        'toys@post.ts': `
          @param {string} name (minLength: 1, maxLength: 80) - What it is called
          @param {number} [price=0.5] (multipleOf: 0.01) - In euros
          @param {email|null} [owner] - Whose it is
          @returns 204`,
      },
      {
        'Pet.json': JSON.stringify({
          type: 'object',
          properties: {
            name: { type: 'string', pattern: '^[A-Z]', description: 'As it is called' },
            parents: { type: 'array', items: { $ref: 'Pet.json' }, maxItems: 2 },
            kind: { enum: ['cat', 'dog'] },
            born: { type: 'string', format: 'date' },
          },
          required: ['name'],
          additionalProperties: false,
        }),
      },
    );
    expect([...imports, ...[...declarations, ...inputs].map((code) => String(code?.text))].map(readable).join('\n\n'))
      .toMatchInlineSnapshot(`
      "import { characters, everyItem, everyProperty, explainer, fill, isDate, isEmail, isMultipleOf, isObject, isUnique, matches, once, pickExactly, pickFlat, pickItems, pickObject } from "validation";

      function is_Pet(v) { let v1; return isObject(v)
        && (v1 = v.name, typeof v1 === "string"
        && matches("^[A-Z]", v1))
        && ((v1 = v.parents) === undefined || Array.isArray(v1)
        && v1.length <= 2
        && everyItem(v1, 0, is_Pet))
        && ((v1 = v.kind) === undefined
        || (v1 === "cat" || v1 === "dog"))
        && ((v1 = v.born) === undefined || typeof v1 === "string"
        && isDate(v1))
        && everyProperty(v, (name, v) => (name === "name" || name === "parents" || name === "kind" || name === "born")); }

      const components = {
        __proto__: null,
        "Pet": once(() => JSON.parse(\`{"type":"object","properties":{"name":{"type":"string","pattern":"^[A-Z]"},"parents":{"type":"array","items":{"$ref":"#/components/schemas/Pet"},"maxItems":2},"kind":{"enum":["cat","dog"]},"born":{"type":"string","format":"date"}},"required":["name"],"additionalProperties":false}\`)),
      };

      const take_Pet = pickObject((v) => ({ name: v.name, parents: pickItems(v.parents, "parents", take_Pet), kind: v.kind, born: v.born }));

      { parameters: [
      { name: "id", in: "path", required: true,
      decoding: {"types":["integer"]},
      check: (v) => Number.isSafeInteger(v)
        && v >= 1,
      explain: explainer(() => ({"type":"integer","minimum":1})) },
      { name: "tag", in: "query", required: false,
      decoding: {"types":[],"items":{"types":["string"]}},
      check: (v) => Array.isArray(v)
        && v.length <= 5
        && everyItem(v, 0, (v) => typeof v === "string")
        && isUnique(v),
      explain: explainer(() => JSON.parse(\`{"type":"array","items":{"type":"string"},"maxItems":5,"uniqueItems":true}\`)) }],
      body: { required: true, content: [{ mediaType: "application/json",
      check: is_Pet,
      explain: explainer(() => ({"$ref":"#/components/schemas/Pet"}), components),
      fill: (v) => pickExactly(take_Pet, v) }] } }

      (() => { const schema0 = once(() => JSON.parse(\`{"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":80},"price":{"type":"number","multipleOf":0.01,"default":0.5},"owner":{"type":["string","null"],"format":"email"}},"required":["name"]}\`)); const take0 = pickFlat((v) => ({ name: v.name, price: v.price, owner: v.owner })); return { parameters: [],
      body: { required: true, content: [{ mediaType: "application/json",
      check: (v) => { let v1; return isObject(v)
        && (v1 = v.name, typeof v1 === "string"
        && v1 !== ""
        && (v1.length <= 80 || characters(v1) <= 80))
        && ((v1 = v.price) === undefined || Number.isFinite(v1)
        && isMultipleOf(v1, 0.01))
        && ((v1 = v.owner) === undefined
        || (typeof v1 === "string"
        && isEmail(v1) || v1 === null)); },
      explain: explainer(() => schema0()),
      fill: (v) => fill(schema0(), pickExactly(take0, v)) }] } }; })()"
    `);
  });

  it('share the schemas and parameters of several operations', () => {
    const comment = '@param {integer} id - Which\n@param {Pet} body - It';
    const pet = { 'Pet.json': '{"type":"object","properties":{"id":{"type":"integer"}}}' };
    const { declarations, inputs } = generated({ 'a/{id}@put.ts': comment, 'b/{id}@put.ts': comment }, pet);
    expect(declarations.filter(({ text }) => text.startsWith('function '))).toHaveLength(1);
    expect(inputs.map((code) => /parameters: \[(.*?)\]/.exec(code!.text)![1])).toEqual([
      'parameter0()',
      'parameter0()',
    ]);
  });

  it('writes no validator without input, and a trivial one if every input is valid', () => {
    expect(generated({ 'a.ts': 'Nothing\n@returns 204' })).toEqual({
      imports: [],
      declarations: [],
      inputs: [undefined],
    });
    const { imports, inputs } = generated({ 'a/{name}.ts': '@param {string} name - Any\n@returns 204' });
    expect([imports, inputs[0]?.text]).toEqual([[], expect.stringContaining('check: () => true')]);
  });

  it('names each schema uniquely', () => {
    const names = ['a-b', 'a_b', 'a.b', 'ab', 'a$2e$b', 'a/$defs/b', 'a/b', 'a$_b', 'é', 'a--b', 'a-_b', 'a_-b'];
    const functions = names.map((name) => functionName(`#/components/schemas/${name}`));
    expect(new Set(functions).size).toBe(names.length);
    for (const name of functions) expect(name).toMatch(/^is_[\w$]+$/);
  });

  it('refuse a reference without a target', () => {
    const input = inputText(
      {
        id: 'a',
        method: 'GET',
        path: '/',
        parameters: [{ name: 'a', in: 'query', required: false, schema: { $ref: '#/components/schemas/None' } }],
        responses: [],
      },
      new PickSchemas(() => undefined),
    );
    expect(() => shareInputs([input], [], new Map(), createSharedCache())).toThrow(
      'nothing defines #/components/schemas/None',
    );
  });
});
