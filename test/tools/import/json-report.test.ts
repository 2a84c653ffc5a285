import { expect, it } from 'vitest';
import { jsonReport } from '../../../src/tools/import/report-data.ts';
import { existingOf, planOf, SHOP } from './support.ts';

const CONTEXT = { isDryRun: false, shown: { directory: 'app/operations', definitions: 'app/definitions' } };

it('reports corrections, untouched and unneeded files with their locations', () => {
  const first = planOf(SHOP);
  const { paths, ...others } = structuredClone(SHOP) as { paths: { [path: string]: unknown } };
  const get = { operationId: 'listPets', responses: { 200: { description: 'OK' } } };
  const before = existingOf(first);
  const operations = [...before.operations, { path: 'a/@get.ts', text: 'export default function (' }];
  const pets = { '/pets': paths['/pets'], '/a': { get }, '/con:': { get: { responses: get.responses } } };
  const plan = planOf({ ...others, paths: pets }, { ...before, operations });
  const report = JSON.parse(jsonReport(plan, { ...CONTEXT, base: '/v1', location: 'my pets.json' })) as object;
  expect(report).toMatchObject({
    complete: false,
    base: '/v1',
    files: expect.arrayContaining([{ kind: 'new', file: 'app/operations/con:/@get.ts' }]) as unknown,
    unneeded: expect.arrayContaining(['app/operations/pets/{id}/@get.ts']) as unknown,
    untouched: ['a/@get.ts: the file exists, and is not an operation without mistakes'],
    unsafe: ['app/operations/con:/@get.ts'],
    corrections: [{}, { places: [{ pointer: '/paths/~1a/get/operationId', line: 1 }] }],
    diagnostics: expect.arrayContaining([
      expect.objectContaining({ severity: 'error', file: 'app/operations/a/@get.ts', line: 1 }),
    ]) as unknown,
    next: [{}, {}, { command: 'npx operations diff "my pets.json"' }],
  });
});
