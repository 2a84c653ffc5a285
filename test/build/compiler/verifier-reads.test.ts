import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { checkModule } from '../../../src/build/compiler/check-module.ts';
import { customDirectives } from '../../../src/build/project/load-directives.ts';
import { compile, textAt } from './compile.ts';

const DOCUMENT = `components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
`;
const operation = (scheme: string, parameter = ''): string =>
  `/**\n * ${parameter}\n * @security ${scheme}\n * @returns {string} x\n */\nexport default () => 'x';`;

const FILES = {
  'orgs/{org_id}/@get.js': operation('token'),
  'teams/{team}@get.js': operation('key'),
  'admin/@get.js': operation('token'),
  'admin/{id}@get.js': operation('token'),
};

const MODULES: Readonly<Record<string, string>> = {
  'app/tenants.ts': `
    export const tenantOf = (ctx) => ctx.auth?.key?.tenant;
    export const deepTenant = (ctx) => tenantOf(ctx);
    export const typeOf = (request) => request.body?.type;
    export const teamOf = ({ params }) => params.team ?? params.group;
    export const orgOf = ({ params }) => params.orgId;
    export const log = (ctx, text) => console.info(ctx.path, text);`,
  'app/verifiers.ts': `
    export const verify = (ctx, token) => users.get(token, ctx.auth.key.tenant);
    export const base = { token: verify };
    export class Users {
      token(ctx, token) { return this.find(token, ctx.input.query.q); }
    }
    export class Key extends Users { key(ctx, key) { return keys.get(key); } }
    export default (ctx, token) => ctx.path.startsWith('/admin/') ? undefined : users.get(token);`,
};

const IMPORTS = `import operations from 'virtual:operations';
import { createApp, createRouter, problem } from 'unplugin-operations/koa';
import { deepTenant, log, orgOf, teamOf, tenantOf, typeOf } from './tenants.ts';
import verifyDefault, { base, Key, Users, verify } from './verifiers.ts';
`;

/** The diagnostics of a module that makes an app, with the texts that they point at. */
function found(text: string): string[] {
  const tree = {
    directory: 'app/operations',
    compilation: () => compile(FILES, { definitions: [{ path: 'openapi.yaml', text: DOCUMENT }] }),
  };
  const readFile = (file: string): string | undefined => MODULES[file];
  const input = { cache: createCache(), custom: customDirectives(''), readFile, tree };
  return checkModule({ file: 'app/app.ts', text: IMPORTS + text }, input).map(
    (each) => `${each.severity} ${each.code} ${textAt(each.at)}`,
  );
}

const app = (security: string): string => `export default createApp(operations, { security: ${security} });`;
const token = (verifier: string): string => app(`{ token: ${verifier} }`);
/** A verifier with a body. */
const body = (code: string): string => token(`(ctx, token) => { const user = users.get(token); ${code} return user; }`);

describe('A verifier that reads what is set after it', () => {
  it.each([
    ["const key = ctx.auth?.key; if (user && key?.tenant !== user.tenant) throw problem(403, '');", 'error', 'auth'],
    ["const { auth } = ctx; if (auth?.key) throw problem(403, '');", 'error', 'auth'],
    ["const tenant = ctx.input?.header['X-Tenant']; if (tenant !== user.tenant) return null;", 'error', 'input'],
    ["log(ctx, ''); if (ctx.auth?.key?.tenant !== user.tenant) return null;", 'warning', 'auth'],
    ['if (ctx.current?.owner !== user.id) return null;', 'warning', 'current'],
  ])('Reports: %s', (code, severity, field) => {
    expect(found(body(code))).toEqual([`${severity} early-read ${field}`]);
  });

  it.each([
    [app('{ token(ctx, token) { return users.get(token, ctx.auth.key); } }'), 'error early-read auth'],
    [app('{ async token({ auth }, { username, password }) { return auth.key; } }'), 'error early-read auth'],
    [app('{ token: (ctx, token) => users.get(token, ctx.input) } satisfies Verifiers'), 'error early-read input'],
    [`const security: Verifiers = { token: (ctx) => ctx.auth };\n${app('security')}`, 'error early-read auth'],
    [`function check(ctx, token) { return ctx.auth.key; }\n${token('check')}`, 'error early-read auth'],
    [token('verify'), 'error early-read auth'],
    [app('base'), 'error early-read auth'],
    [app('new Users()'), 'error early-read input'],
    [app('new Key()'), 'error early-read input'],
    [app('{ token: verify, key: verify }'), 'error early-read auth'],
    ['export default createRouter(operations, { security: base });', 'error early-read auth'],
  ])('Reports any form: %s', (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });

  it.each(['tenantOf(ctx)', 'deepTenant(ctx)', 'local(ctx)'])('Reports the call: %s', (call) => {
    const local = 'function local(ctx) { return ctx.auth?.key?.tenant; }\n';
    const text = local + body(`if (user.tenant !== ${call}) throw problem(403, '');`);
    expect(found(text)).toEqual([`warning early-read ${call}`]);
  });

  it.each([
    "if (user?.tenant !== ctx.params.org_id) throw problem(403, '');",
    "if (ctx.operation.method !== 'GET' && !user.isStaff) throw problem(403, '');",
    "log(ctx, '');",
    'const auth = ctx.state.auth; const { input } = user; if (auth.key !== input.key) return null;',
    "if (ctx.get('X-Tenant') !== user.tenant) return null;",
    'ctx.auth = { token: user }; if (ctx.auth.token === undefined) return null;',
  ])('Allows a field that is set: %s', (code) => {
    expect(found(body(code))).toEqual([]);
  });

  it('Ignores other functions', () => {
    const text =
      'export const users = { token: (ctx, token) => ctx.auth.key };\nexport const read = (ctx) => ctx.input;\n';
    expect(found(text + body(''))).toEqual([]);
  });
});

describe('A verifier that reads a parameter or a body that nothing sets', () => {
  it.each([
    ["if (user?.org !== ctx.params.orgId) throw problem(403, '');", 'warning unset-input orgId'],
    ['const { team } = ctx.params; if (user.team !== team) return null;', 'warning unset-input team'],
    ["if (user?.org !== orgOf(ctx)) throw problem(403, '');", 'warning unset-input orgId'],
    ['if (ctx.params.orgId !== ctx.params.org_id) return null;', 'warning unset-input orgId'],
    ["if (ctx.request.body?.role === 'owner') throw problem(403, '');", 'warning unset-body body'],
    ["if (typeOf(ctx.request) === 'owner') throw problem(403, '');", 'warning unset-body body'],
  ])('Reports: %s', (code, expected) => {
    expect(found(body(code))).toEqual([expected]);
  });

  it.each(["if (teamOf(ctx) === 'a') return null;", 'if (ctx.params[user.key] !== user.id) return null;'])(
    'Allows a parameter that may be set: %s',
    (code) => {
      expect(found(body(code))).toEqual([]);
    },
  );

  it('Allows a parameter of a router, and any if no operation requires the scheme', () => {
    const read = '(ctx, token) => users.get(token, ctx.params.orgId)';
    expect(found(`${token(read)}\ncreateRouter(operations, { prefix: '/:orgId' });`)).toEqual([]);
    expect(found(`${token(read)}\ncreateRouter(operations, { prefix: '/{orgId}' });`)).toEqual([]);
    expect(found(app(`{ other: ${read} }`))).toEqual([]);
  });
});

describe('A verifier that compares the path', () => {
  it.each([
    "if (ctx.path.startsWith('/admin/') && !user.isAdmin) throw problem(403, '');",
    "if (ctx.path.startsWith('/admin/') && !user.isAdmin) return undefined;",
    "if (ctx.path.startsWith('/admin/') && !user.isAdmin) return false;",
    "if (ctx.path.startsWith('/admin/') && !user.isAdmin) return null;",
    "if (ctx.path.startsWith('/admin/') && !user.isAdmin) return;",
    "if (ctx.path.startsWith('/admin/')) return user.isAdmin ? user : undefined;",
    "if (ctx.path.startsWith('/admin/')) return user.isAdmin && user;",
    "if (!ctx.path.startsWith('/admin/')) return user; if (!user.isAdmin) return null;",
    "return ctx.path.startsWith('/admin/') && !user.isAdmin ? undefined : user;",
    "return user.isAdmin || !ctx.path.startsWith('/admin/') ? user : undefined;",
    "return !ctx.path.startsWith('/admin/') && user;",
  ])('Reports a refusal: %s', (code) => {
    expect(found(body(code))).toEqual(["warning unmatched-path '/admin/'"]);
  });

  it('Reports a comparison in another module once', () => {
    expect(found(app('{ token: verifyDefault, key: verifyDefault }'))).toEqual(["warning unmatched-path '/admin/'"]);
  });

  it.each([
    'if (/^\\/admin(?:\\/|$)/.test(ctx.path) && !user.isAdmin) return undefined;',
    "if (ctx.path.startsWith('/admin/') && !user.isAdmin) throw problem(403, ''); if (ctx.path === '/admin') return null;",
    "if (ctx.path.startsWith('/admin/')) return { name: 'admin' };",
    "return ctx.path.startsWith('/admin/') ? user : undefined;",
    "const isAdmin = ctx.path.startsWith('/admin/'); return { ...user, isAdmin };",
    "if (ctx.path.startsWith('/admin/')) console.info(user.id);",
  ])('Allows: %s', (code) => {
    expect(found(body(code))).toEqual([]);
  });

  it('Ignores other functions', () => {
    const text =
      "export const find = (ctx) => { if (ctx.path.startsWith('/admin/')) return undefined; return ctx; };\n";
    expect(found(text + body('ctx.path;'))).toEqual([]);
  });
});
