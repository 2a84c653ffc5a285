import { expect, it } from 'vitest';
import { functionNameOf, newFileText } from '../../../src/tools/import/write/handler-text.ts';

const named = (operationId?: string): Parameters<typeof functionNameOf>[0] => ({
  id: 'pets/@get.ts',
  method: 'GET',
  path: '/pets',
  parameters: [],
  responses: [],
  ...(operationId !== undefined && { operationId }),
});

it.each([
  ['listPets', 'listPets'],
  ['repos/get', 'reposGet'],
  ['delete', 'deleteOperation'],
  ['42 pets', 'Pets'],
  ['日本', '_'],
  [undefined, '_'],
  // These would hide what the handler itself calls.
  ['problem', 'problemOperation'],
  ['defineOperation', 'defineOperationOperation'],
  ['ctx', 'ctxOperation'],
])('the function of the operationId %s is called %s', (operationId, name) => {
  expect(functionNameOf(named(operationId))).toBe(name);
});

it('a handler of the operationId "problem" does not call itself', () => {
  expect(newFileText(named('problem'), ['Explains problems.'], '/')).toMatch(
    /function problemOperation\(.*\) \{\n {2}throw problem\(501/,
  );
});
