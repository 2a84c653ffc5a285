import { expect, it } from 'vitest';
import { emitted, planOf, withPaths } from './support.ts';

const token = { type: 'http', scheme: 'bearer' };

/** The security of the only operation of an imported description. */
function importedSecurity(shared: unknown, own?: unknown): unknown {
  const operation = { responses: { 200: { description: 'OK' } }, ...(own !== undefined && { security: own }) };
  const components = { securitySchemes: { token, key: token } };
  const plan = planOf(withPaths({ '/a': { get: operation } }, { components, security: shared }));
  if (plan.operations.files.length === 0) return 'not written';
  const { security, paths } = emitted(plan);
  return paths['/a']!['get']!.security ?? security ?? 'none';
}

it.each<[string, unknown, unknown]>([
  ['an object', { token: [] }, [{ token: [] }]],
  ['an object of two schemes', { token: [], key: [] }, [{ token: [], key: [] }]],
  ['an object with scopes', { token: ['admin'] }, [{ token: ['admin'] }]],
  ['a name', 'token', [{ token: [] }]],
  ['a list of names', ['token'], [{ token: [] }]],
  ['a scope in place of a list', [{ token: 'admin' }], [{ token: ['admin'] }]],
  ['no list of scopes', [{ token: null }], [{ token: [] }]],
  ['a number', 1, 'not written'],
  ['a list in a list', [[{ token: [] }]], 'not written'],
  ['a list of null', [null], 'not written'],
])('Malformed security does not open the operations that it is for: %s', (_form, given, expected) => {
  expect([importedSecurity(given), importedSecurity([], given)]).toEqual([expected, expected]);
});

it('Security that requires nothing stays as it is', () => {
  expect(importedSecurity([{}])).toEqual([{}]);
  expect(importedSecurity([{ token: [] }], [])).toEqual([]);
});
