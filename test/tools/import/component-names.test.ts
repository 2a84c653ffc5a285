import { expect, it } from 'vitest';
import { emitted, existingOf, filesOf, planOf, withPaths } from './support.ts';

const text = { type: 'string' };
const ref = (kind: string, name: string): object => ({ $ref: `#/components/${kind}/${name}` });
const ok = { 200: { description: 'OK' } };

/** A description whose three operations have the same parameters and responses. */
function withParts(parameters: readonly object[], responses: object, components: object): object {
  const get = { parameters, responses: { ...ok, ...responses } };
  return withPaths({ '/a': { get }, '/b': { get }, '/c': { get } }, { components });
}

it('an import keeps the names of shared parameters and responses, in the tree and in its document', () => {
  const document = withParts(
    [ref('parameters', 'QueryTrackIds')],
    { 400: ref('responses', 'BadRequest') },
    {
      parameters: { QueryTrackIds: { name: 'ids', in: 'query', required: true, schema: text } },
      responses: { BadRequest: { description: 'Wrong', content: { 'application/json': { schema: text } } } },
    },
  );
  const plan = planOf(document);
  const files = filesOf(plan);
  expect(files['operations/a/@get.ts']).toContain('@param-include QueryTrackIds\n');
  expect(files['operations/a/@get.ts']).toContain('@returns-include BadRequest\n');
  expect(files['definitions/parameters.js']).toContain('@param-define QueryTrackIds\n');
  const { components } = emitted(plan);
  expect(Object.keys(components!.parameters!)).toEqual(['QueryTrackIds']);
  // The runtime's own problem of this name has another one.
  expect(components!.responses!['BadRequest']).toMatchObject({ description: 'Wrong' });
  expect(planOf(emitted(plan), existingOf(plan)).operations.changes).toEqual([]);
  expect(filesOf(planOf(emitted(plan)))).toEqual(files);
});

it('an import gives a part that is repeated in place the name of the component that it is equal to', () => {
  const limit = { name: 'limit', in: 'query', schema: text };
  const get = (parameter: object): object => ({ get: { parameters: [parameter], responses: ok } });
  const paths = { '/a': get(limit), '/b': get(ref('parameters', 'Limit')), '/c': get(ref('parameters', 'Limit')) };
  const plan = planOf(withPaths(paths, { components: { parameters: { Limit: limit } } }));
  for (const path of ['a', 'b', 'c'])
    expect(filesOf(plan)[`operations/${path}/@get.ts`]).toContain('@param-include Limit\n');
});

it('prints another name where a name has several meanings', () => {
  const parts = [{ name: 'page', in: 'query', schema: text }, ref('parameters', 'paging')];
  const plan = planOf(withParts(parts, {}, { parameters: { paging: { name: 'page', in: 'header', schema: text } } }));
  expect(filesOf(plan)['operations/a/@get.ts']).toContain('@param-include page, paging_header\n');
  expect(plan.description.notes.mended().map(({ reading }) => reading)).toEqual([
    'several components would have the name paging: one has the name paging_header',
  ]);
});

it('an import keeps the name of a part that two operations share, and writes one of a single operation in place', () => {
  const limit = { name: 'limit', in: 'query', schema: text };
  const get = (...names: string[]): object => ({
    get: { parameters: names.map((name) => ref('parameters', name)), responses: ok },
  });
  const paths = { '/a': get('Limit', 'Trace'), '/b': get('Limit') };
  const parameters = { Limit: limit, Trace: { name: 'trace', in: 'header', schema: text } };
  const plan = planOf(withPaths(paths, { components: { parameters } }));
  const files = filesOf(plan);
  expect(files['operations/b/@get.ts']).toContain('@param-include Limit\n');
  expect(files['operations/a/@get.ts']).toContain('@param-include Limit\n * @param {string} [header.trace]\n');
  expect(Object.keys(emitted(plan).components!.parameters!)).toEqual(['Limit']);
  expect(filesOf(planOf(emitted(plan)))).toEqual(files);
});

it('an import writes a part without a name in place unless three operations share it', () => {
  const get = { parameters: [{ name: 'limit', in: 'query', schema: text }], responses: ok };
  const plan = planOf(withPaths({ '/a': { get }, '/b': { get } }));
  expect(filesOf(plan)['operations/a/@get.ts']).toContain('@param {string} [limit]\n');
  expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
});

it.each([true, false])('shares an error that two operations have, with a name of its author: %s', (isNamed) => {
  const NotFound = { description: 'No such pet', content: { 'application/json': { schema: text } } };
  const get = { responses: { ...ok, 404: isNamed ? ref('responses', 'NotFound') : NotFound } };
  const plan = planOf(withPaths({ '/a': { get }, '/b': { get } }, { components: { responses: { NotFound } } }));
  expect(filesOf(plan)['operations/a/@get.ts']).toContain('@returns-include NotFound\n');
  expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
});

it('an import gives back the name of a component that its document has several times, because operations add headers to it', () => {
  const NotFound = { description: 'No such pet', content: { 'application/json': { schema: text } } };
  const parts = {
    parameters: [],
    responses: { ...ok, 404: ref('responses', 'NotFound'), 401: ref('responses', 'Who') },
  };
  const secret = { ...parts, security: [{ key: [] }] };
  const plan = planOf(
    withPaths(
      Object.fromEntries(['a', 'b', 'c', 'd'].map((path, i) => [`/${path}`, { get: i < 2 ? parts : secret }])),
      {
        components: {
          responses: { NotFound, Who: { ...NotFound, description: 'Who?' } },
          securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
        },
      },
    ),
  );
  expect(Object.keys(emitted(plan).components!.responses!)).toContain('Who_401');
  expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
});

it('an import keeps the name of a response with several media types, at several statuses', () => {
  const content = { 'application/json': { schema: text }, 'application/scim+json': { schema: { type: 'integer' } } };
  const get = (status: number): object => ({ get: { responses: { ...ok, [status]: ref('responses', 'bad') } } });
  const paths = { '/a': get(400), '/b': get(400), '/c': get(400), '/d': get(422), '/e': get(422) };
  const plan = planOf(withPaths(paths, { components: { responses: { bad: { description: 'Bad', content } } } }));
  expect(filesOf(plan)['operations/a/@get.ts']).toContain('@returns-include bad\n');
  const { responses } = emitted(plan).components!;
  expect(Object.keys(responses!).filter((name) => name.startsWith('bad'))).toEqual(['bad', 'bad_422']);
  expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
});

it('an import gives a name without characters of components back to its line', () => {
  const get = {
    parameters: ['_fields', 'Date<', 'Date>'].map((name) => ({ name, in: 'query', schema: text })),
    responses: ok,
  };
  const plan = planOf(withPaths({ '/a': { get }, '/b': { get } }));
  expect(filesOf(plan)['operations/a/@get.ts']).not.toContain('@param-include');
  expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
});

it.each([
  ['several operations use one of them', ['Limit', 'Limit', 'Size'], 'Limit'],
  ['each is used once', ['Limit', 'Size', 'Count'], 'limit'],
  ['each of two is used once', ['Limit', 'Size'], undefined],
])('gives equal components one name if %s', (_, names, name) => {
  const limit = { name: 'limit', in: 'query', schema: text };
  const NotFound = { description: 'No such pet', content: { 'application/json': { schema: text } } };
  const paths = names.map((each, i) => {
    const responses = { ...ok, 404: ref('responses', each) };
    return [`/${i}`, { get: { parameters: [ref('parameters', each)], responses } }] as const;
  });
  const all = (part: object): object => Object.fromEntries(names.map((each) => [each, part]));
  const components = { parameters: all(limit), responses: all(NotFound) };
  const plan = planOf(withPaths(Object.fromEntries(paths), { components }));
  const lines = names.map((_each, i) => / \* @param.*\n/.exec(filesOf(plan)[`operations/${i}/@get.ts`]!)![0]);
  const line = name === undefined ? '@param {string} [limit]' : `@param-include ${name}`;
  expect(new Set(lines)).toEqual(new Set([` * ${line}\n`]));
  expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
});
