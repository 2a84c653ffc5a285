import { expect, it } from 'vitest';
import { emitted, filesOf, planOf, reasonsOf, withPaths } from './support.ts';

it.each<[string, object, string]>([
  ['alone', {}, '@param {string} [q] - What to find'],
  ['beside the same of the parameter', { description: 'What to find' }, '@param {string} [q] - What to find'],
  [
    'beside another of the parameter',
    { description: 'A text' },
    '@param {string} [q] (description: "What to find") - A text',
  ],
])('puts the description of the schema of a parameter into its line: %s', (_, others, line) => {
  const parameter = { name: 'q', in: 'query', schema: { type: 'string', description: 'What to find' }, ...others };
  const plan = planOf(
    withPaths({ '/a': { get: { parameters: [parameter], responses: { 200: { description: 'OK' } } } } }),
  );
  expect(filesOf(plan)['operations/a/@get.ts']).toContain(line);
  expect([reasonsOf(plan), plan.differences]).toEqual([[], []]);
  expect(filesOf(planOf(emitted(plan)))).toEqual(filesOf(plan));
});
