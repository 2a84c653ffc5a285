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

const ok = { 200: { description: 'OK' } };

/** The security of the operations at `/a` in the document of an imported tree. */
function securityAt(item: object, others: object = {}): Record<string, unknown> {
  const components = { securitySchemes: { token }, ...others };
  const { paths } = emitted(planOf(withPaths({ '/a': item }, { components })));
  return Object.fromEntries(Object.entries(paths['/a']!).map(([method, { security }]) => [method, security]));
}

it('Security of a path protects its operations without their own', () => {
  const security = [{ token: ['admin'] }];
  const item = { security, get: { responses: ok }, post: { responses: ok, security: [] } };
  const plan = planOf(withPaths({ '/a': item }, { components: { securitySchemes: { token } } }));
  expect(securityAt(item)).toEqual({ get: security, post: [] });
  expect([plan.losses, plan.differences]).toEqual([[], []]);
  expect(plan.description.notes.mended()).toMatchObject([{ places: [{ pointer: '/paths/~1a/security' }] }]);
});

it('Security next to a reference protects what the reference leads to', () => {
  const security = [{ token: [] }];
  const pathItems = { A: { get: { responses: ok } } };
  expect(securityAt({ $ref: '#/components/pathItems/A', security }, { pathItems })).toEqual({ get: security });
  const get = { $ref: '#/components/pathItems/A/get', security };
  expect(securityAt({ get }, { pathItems })).toEqual({ get: security });
});

it.each([[[]], [[{ token: [] }, {}]]])('Security of a path, or next to a reference, opens nothing: %j', (security) => {
  const global = [{ token: [] }];
  const components = { securitySchemes: { token }, pathItems: { A: { get: { responses: ok } } } };
  for (const item of [
    { security, get: { responses: ok } },
    { $ref: '#/components/pathItems/A', security },
  ]) {
    const { paths, security: all } = emitted(planOf(withPaths({ '/a': item }, { components, security: global })));
    expect([all, paths['/a']!['get']!.security]).toEqual([global, undefined]);
  }
});
