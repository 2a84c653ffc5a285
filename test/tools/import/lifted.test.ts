import { expect, it } from 'vitest';
import { emitted, filesOf, planOf, reasonsOf, withPaths } from './support.ts';

const TEXT = 'What to find';

/** The file of an operation, which a second import does not change. */
function fileOf(operation: object): string {
  const plan = planOf(withPaths({ '/a': { post: { responses: { 200: { description: 'OK' } }, ...operation } } }));
  expect([reasonsOf(plan), plan.differences]).toEqual([[], []]);
  expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
  return filesOf(plan)['operations/a/@post.ts']!;
}

const CASES: readonly [title: string, outer: object, text: string][] = [
  ['alone', {}, 'What to find'],
  ['beside an empty one', { description: '' }, 'What to find'],
  ['beside the same', { description: 'What to find' }, 'What to find'],
  ['beside a longer one', { description: 'The query. What to find: words' }, 'The query. What to find: words'],
  ['beside a shorter one', { description: 'find.' }, 'What to find'],
  ['beside a part of a word', { description: 'hat' }, 'hat\n *\n *   What to find'],
  ['beside another', { description: 'A text' }, 'A text\n *\n *   What to find'],
];

it.each(CASES)('puts the description of the schema of a parameter into its line: %s', (_, others, text) => {
  const parameter = { name: 'q', in: 'query', schema: { type: 'string', description: TEXT }, ...others };
  expect(fileOf({ parameters: [parameter] })).toContain(`@param {string} [query.q] - ${text}\n`);
});

it.each(CASES)('puts the description of the schema of a body into its line: %s', (_, others, text) => {
  const schema = { type: 'array', items: { type: 'string' }, description: TEXT };
  const requestBody = { required: true, content: { 'application/json': { schema } }, ...others };
  expect(fileOf({ requestBody })).toContain(`@param {string[]} body - ${text}\n`);
});

it('puts the description of the only schema of a union into the line', () => {
  const schema = { oneOf: [{ type: 'object', description: TEXT, example: { q: 'a' } }] };
  const requestBody = { content: { 'application/json': { schema } } };
  expect(fileOf({ requestBody })).toContain(`@param {object} [body] (examples: [{q: a}]) - ${TEXT}\n`);
  const parameter = {
    name: 'q',
    in: 'query',
    schema: { allOf: [{ type: 'string', description: TEXT, minLength: 1 }] },
  };
  expect(fileOf({ parameters: [parameter] })).toContain(`@param {string} [query.q] (minLength: 1) - ${TEXT}\n`);
});

it('an import keeps two texts whose words differ inside', () => {
  const schema = { type: 'string', description: 'Price $1 5 each' };
  const parameter = { name: 'q', in: 'query', schema, description: 'Price: $1.5' };
  expect(fileOf({ parameters: [parameter] })).toContain('- Price: $1.5\n *\n *   Price $1 5 each\n');
});

it('puts the description that the schemas of all media types have into the line of the body', () => {
  const schema = { type: 'string', description: TEXT };
  const content = { 'text/plain': { schema }, 'application/json': { schema: { ...schema, minLength: 1 } } };
  expect(fileOf({ requestBody: { required: true, content } })).toContain(
    '@param {string} body (minLength: 1) - What to find\n',
  );
});

it('an import keeps the descriptions of the schemas of media types that differ', () => {
  const content = {
    'application/json': { schema: { type: 'string', description: TEXT } },
    'text/plain': { schema: { type: 'string', description: 'A text' } },
  };
  const line = '@param {string} body (description: "What to find") - A body\n * @consumes text/plain\n';
  expect(fileOf({ requestBody: { required: true, description: 'A body', content } })).toContain(line);
});

it('puts the description of JSON in a query into its line', () => {
  const content = { 'application/json': { schema: { type: 'object', description: TEXT } } };
  expect(fileOf({ parameters: [{ name: 'q', in: 'query', content }] })).toContain(
    '@param {object} [query.q] (style: json) - What to find\n',
  );
});
