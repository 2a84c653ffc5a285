import { expect, it } from 'vitest';
import { isComplete } from '../../../src/tools/import/report-data.ts';
import { printReport } from '../../../src/tools/import/report-text.ts';
import { planOf, withPaths } from './support.ts';

const parameter = { name: 'q', in: 'query', schema: { type: 'string' } };
const OPTIONS = {
  isDryRun: false,
  isVerbose: false,
  shown: { directory: 'app/operations', definitions: 'app/definitions' },
};

/** The report of a description with one operation, and whether the import is a success. */
function importOf(get: object, others: object = {}): readonly [isSuccess: boolean, report: string] {
  const plan = planOf(withPaths({ '/x': { get: { responses: { 204: { description: 'Done' } }, ...get } } }, others));
  return [isComplete(plan), printReport(plan, OPTIONS)];
}

it.each([
  ['links', { responses: { 200: { description: 'It', links: { next: { operationId: 'x' } } } } }, {}],
  ['an unused schema', {}, { components: { schemas: { Unused: { type: 'string', 'x-a': 1 } } } }],
  ['an unused parameter', {}, { components: { parameters: { Unused: parameter } } }],
  ['extensions', { parameters: [{ ...parameter, 'x-a': 1 }] }, {}],
  ['a wrong example', { parameters: [{ ...parameter, schema: { type: 'integer' }, example: 'text' }] }, {}],
])('%s are not in the tree, and the import is a success', (_, get, others) => {
  const [isSuccess, report] = importOf(get, others);
  expect(report).toContain('Not in the tree, without effect on requests and responses:');
  expect(report).not.toContain('Not in the tree:');
  expect(isSuccess).toBe(true);
});

it.each([
  ['callbacks', { callbacks: { done: {} } }],
  ['allowReserved', { parameters: [{ ...parameter, allowReserved: true }] }],
  ['servers of an operation', { servers: [{ url: 'https://other.example.com' }] }],
  ['a parameter in a place that is unknown', { parameters: [{ ...parameter, in: 'body' }] }],
])('%s are not in the tree, and the import fails', (_, get) => {
  const [isSuccess, report] = importOf(get);
  expect(report).toContain('Not in the tree:\n');
  expect(isSuccess).toBe(false);
});
