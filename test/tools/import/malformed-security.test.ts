import { expect, it } from 'vitest';
import { isComplete } from '../../../src/tools/import/report-data.ts';
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

const required = [{ token: [] }];
const components = { securitySchemes: { token } };

it.each<[kind: string, pointer: string, item: object, others: object]>([
  ['document', '/Security/0', {}, { Security: required }],
  ['document', '/securityDefinitions', {}, { securityDefinitions: { token } }],
  ['document', '/securitySchemes', {}, { securitySchemes: { token } }],
  ['document', '/authentication/0', {}, { authentication: required }],
  ['components: SecuritySchemes', '/components/SecuritySchemes', {}, { components: { SecuritySchemes: { token } } }],
  ['components: security', '/components/security', {}, { components: { ...components, security: required } }],
  ['paths: security', '/paths/security', {}, { paths: { security: required } }],
  ['path: Security', '/paths/~1a/Security', { Security: required }, {}],
  ['path: Security', '/paths/~1b/Security', {}, { paths: { '/b': { $ref: '#/paths/~1a', Security: required } } }],
  [
    'operation: Security',
    '/paths/~1b/get/Security',
    {},
    { paths: { '/b': { get: { $ref: '#/paths/~1a/get', Security: required } } } },
  ],
  ['operation: Security', '/paths/~1a/get/Security', { get: { responses: ok, Security: required } }, {}],
  ['operation: securtiy', '/paths/~1a/get/securtiy', { get: { responses: ok, securtiy: required } }, {}],
])('A misspelled guard fails the import: %s at %s', (kind, pointer, item, { paths, ...others }: { paths?: object }) => {
  const description = withPaths({ '/a': { get: { responses: ok }, ...item }, ...paths }, { components, ...others });
  const plan = planOf(description);
  expect(plan.losses).toMatchObject([
    { kind, reason: expect.stringContaining('it protects nothing'), isOnTheWire: true, places: [{ pointer }] },
  ]);
  expect(isComplete(plan)).toBe(false);
});

it('Extensions, paths and schemes with names near "security" are not taken for misspelled guards', () => {
  const get = { responses: ok, 'x-security': required };
  const paths = { '/a': { get }, '/security': { get: { responses: ok } } };
  const plan = planOf(withPaths(paths, { components: { ...components, 'x-security': 1 }, 'x-security': required }));
  expect(plan.losses.filter(({ isOnTheWire }) => isOnTheWire)).toEqual([]);
});
