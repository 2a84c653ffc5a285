import { describe, expect, it } from 'vitest';
import { brief, compile } from '../../build/compiler/compile.ts';
import { documentOf } from '../../docs/examples.ts';
import { filesOf, planOf, withPaths } from '../../tools/import/support.ts';
import { serveClient } from './client.ts';

const FIND = `/**
 * @param {{kind: string, age?: integer}} [filter] (style: json)
 * @param {{lat: number, lon: number, tags?: string[]}} [at] (style: form)
 * @param {integer[]} [ids] (style: pipeDelimited)
 * @param {string[]} [words] (style: spaceDelimited)
 * @param {{a?: integer}} [deep] (style: deepObject)
 * @param {any} [any] (style: json)
 * @param-include paging
 * @returns {any[]} 200 */
export default function find(ctx) { return [ctx.input.query]; }`;

describe('the styles of query parameters', () => {
  it.each<[string, object]>([
    ['filter={"kind":"cat","age":3}', { filter: { kind: 'cat', age: 3 } }],
    ['lat=1.5&lon=-2', { at: { lat: 1.5, lon: -2 } }],
    ['lat=1&lon=2&tags=a&tags=b&limit=2&offset=0', { at: { lat: 1, lon: 2, tags: ['a', 'b'] } }],
    ['ids=1|2|3', { ids: [1, 2, 3] }],
    ['ids=1%7C2', { ids: [1, 2] }],
    ['words=a%20b+c', { words: ['a', 'b', 'c'] }],
    ['deep[a]=1', { deep: { a: 1 } }],
    ['any=[1,null]', { any: [1, null] }],
    ['any="text"&at=x&=y', { any: 'text' }],
    ['', {}],
  ])('read ?%s', async (query, expected) => {
    const { ask } = await serveClient({ 'find.js': FIND });
    const { status, json } = await ask(`GET /find?${encodeURI(query).replaceAll('%25', '%')}`);
    expect([status, json]).toEqual([200, [expected]]);
  });

  it.each([
    ['filter={"kind"', 'filter', '', 'must be valid JSON'],
    ['filter=cat', 'filter', '', 'must be valid JSON'],
    ['filter={"kind":1}', 'filter', '/kind', 'must be string'],
    ['filter={}&filter={}', 'filter', '', 'must be given only once'],
    ['any=text', 'any', '', 'must be valid JSON'],
    ['lat=1', 'at', '/lon', 'is required'],
    ['lat=a&lon=2', 'at', '/lat', 'must be number'],
    ['lat=1&lat=2&lon=2', 'at', '/lat', 'must be given only once'],
    ['lat=%ff&lon=2', 'lat', '', 'has an invalid'],
    ['ids=1|a', 'ids', '/1', 'must be integer'],
    ['ids=1,2', 'ids', '/0', 'must be integer'],
  ])('refuse ?%s', async (query, name, pointer, message) => {
    const { ask } = await serveClient({ 'find.js': FIND });
    const { status, json } = await ask(`GET /find?${encodeURI(query).replaceAll('%25', '%')}`);
    expect(status).toBe(400);
    const [error] = (json as { errors: { name: string; pointer?: string; message: string }[] }).errors;
    expect([error?.name, error?.pointer ?? '']).toEqual([name, pointer]);
    expect(error?.message.slice(0, 8)).toBe(message.slice(0, 8));
  });

  it('the client writes the styles', async () => {
    const { client } = await serveClient({ 'find.js': FIND });
    const query = {
      filter: { kind: 'c & d' },
      at: { lat: 1, lon: 2, tags: ['x', 'y'] },
      ids: [1, 2],
      words: ['a', 'b'],
      deep: { a: 1 },
      any: 'text',
    };
    expect(await client.find!({ query })).toEqual([query]);
    expect(await client.find!({ query: { filter: undefined, ids: undefined } })).toEqual([{}]);
  });

  it('the document has the styles', () => {
    const { parameters } = documentOf(compile({ 'find.js': FIND })).paths['/find']!.get!;
    expect(parameters).toMatchObject([
      { name: 'filter', content: { 'application/json': { schema: { type: 'object' } } } },
      { name: 'at', style: 'form', explode: true, schema: { type: 'object' } },
      { name: 'ids', style: 'pipeDelimited', explode: false },
      { name: 'words', style: 'spaceDelimited', explode: false },
      { name: 'deep', style: 'deepObject', explode: true },
      { name: 'any', content: { 'application/json': { schema: {} } } },
      {},
      {},
      {},
      {},
      {},
    ]);
    expect(parameters![0]).not.toHaveProperty('schema');
  });

  it.each([
    ['{string} a (style: form)', 'facet-type', 'a'],
    ['{object[]} a (style: form)', 'facet-type', 'a'],
    ['{string} a (style: pipeDelimited)', 'facet-type', 'a'],
    ['{string[]} a (style: pipeDelimited, explode: false)', 'facet-type', 'a'],
    ['{string[]} header.a (style: spaceDelimited)', 'facet-type', 'header.a'],
    ['{object} header.a (style: json)', 'facet-type', 'header.a'],
    ['{string[]} a (style: comma)', 'facet-value', 'comma'],
  ])('report @param %s', (line, code, text) => {
    const { diagnostics } = compile({
      'a.ts': `/** @param ${line}\n * @returns {string} 200 */\nexport default () => '';`,
    });
    expect(diagnostics.map(brief).map(([found, at]) => [found, at])).toEqual([[code, text]]);
  });

  it('report a parameter with the name of a property', () => {
    const text = `/** @param {{lat: number}} at (style: form)\n * @param {string} lat\n * @returns {string} 200 */\nexport default () => '';`;
    expect(compile({ 'a.ts': text }).diagnostics.map(({ code }) => code)).toEqual(['declared-twice']);
  });
});

it('an import keeps the styles of a description', () => {
  const point = { type: 'object', properties: { lat: { type: 'number' }, lon: { type: 'number' } } };
  const list = { type: 'array', items: { type: 'string' } };
  const plan = planOf(
    withPaths({
      '/x': {
        get: {
          parameters: [
            { name: 'filter', in: 'query', content: { 'application/json': { schema: point, example: { lat: 1 } } } },
            { name: 'at', in: 'query', schema: point },
            { name: 'deep', in: 'query', style: 'deepObject', explode: true, schema: point },
            { name: 'ids', in: 'query', style: 'pipeDelimited', explode: false, schema: list },
            { name: 'words', in: 'query', style: 'spaceDelimited', explode: false, schema: list },
          ],
          responses: {},
        },
      },
    }),
  );
  expect([plan.losses, plan.differences]).toEqual([[], []]);
  const text = filesOf(plan)['operations/x/@get.ts'];
  for (const style of ['json', 'form', 'pipeDelimited', 'spaceDelimited']) expect(text).toContain(`(style: ${style})`);
});
