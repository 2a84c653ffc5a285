import { expect, it } from 'vitest';
import { compile, contractOfComment } from '../../build/compiler/compile.ts';
import { documentOf } from '../../docs/examples.ts';
import { filesOf, planOf, withPaths } from './support.ts';

const EXAMPLES = {
  one: { value: "it's" },
  two: { value: 'a\nb', summary: 'Two lines' },
  three: { value: '"' },
  same: { value: '"' },
};

it('an import keeps several examples of a parameter, a body and a response', () => {
  const media = { schema: { type: 'object' }, examples: { a: { value: { a: 1 } }, b: { value: { b: [2] } } } };
  const plan = planOf(
    withPaths({
      '/x': {
        post: {
          parameters: [{ name: 'q', in: 'query', schema: { type: 'string' }, examples: EXAMPLES }],
          requestBody: { content: { 'application/json': media } },
          responses: { 200: { description: 'It', content: { 'application/json': media } } },
        },
      },
    }),
  );
  expect([plan.losses, plan.differences]).toEqual([[], []]);
  expect(filesOf(plan)['operations/x/@post.ts']).toContain(' * @example it\'s\n * @example a\n * b\n * @example "\n');
});

it('an import leaves out an example that does not match, and keeps the others', () => {
  const parameter = {
    name: 'q',
    in: 'query',
    schema: { type: 'integer' },
    examples: { a: { value: 'x' }, b: { value: 2 } },
  };
  const plan = planOf(withPaths({ '/x': { get: { parameters: [parameter], responses: {} } } }));
  expect(filesOf(plan)['operations/x/@get.ts']).toContain(' * @example 2\n');
  expect(plan.losses.map(({ facts, reason }) => [facts, reason.slice(0, 34)])).toEqual([
    [1, 'an example must match the schema, '],
  ]);
});

it('an import has several examples in a contract, and in the document by numbers', () => {
  const { parameters } = contractOfComment(
    '/**\n * @param {integer} [page]\n * @example 1\n * @example 2\n * @example 3\n */',
  );
  expect(parameters[0]).toMatchObject({ example: 1, otherExamples: [2, 3] });
  const text =
    '/** A.\n * @param {string} q\n * @example a\n * @example b\n * @returns {string} 200\n * @example c */\nexport default () => "";';
  const document = documentOf(compile({ 'a.ts': text }));
  const { parameters: documented, responses } = document.paths['/a']!.get!;
  expect(documented).toMatchObject([{ examples: { 'Example 1': { value: 'a' }, 'Example 2': { value: 'b' } } }]);
  expect(responses).toMatchObject({ 200: { content: { 'application/json': { example: 'c' } } } });
});
