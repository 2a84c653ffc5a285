import { describe, expect, it } from 'vitest';
import type { CompilationInput } from '../../../src/build/compiler/compile.ts';
import { createCache } from '../../../src/build/compiler/cache.ts';
import type { ModuleInput } from '../../../src/build/compiler/check-module.ts';
import { checkModule } from '../../../src/build/compiler/check-module.ts';
import { pathInVersion } from '../../../src/build/compiler/operations/tree-files.ts';
import { customDirectives } from '../../../src/build/project/load-directives.ts';
import { brief, compile } from './compile.ts';

const OPERATION = '/** @returns {string} x */\nexport default () => "x";';
const TREE = { 'admin/secret.js': OPERATION, 'users/{id}.js': OPERATION };
const HEAD = "const CLOSED = ['/admin/secret'];\nconst ROLES = { '/admin/secret': 'admin' };\n";
const TABLES =
  "const stop = (ctx) => ctx.throw(403);\nconst TABLE = { '/admin/secret': stop };\nconst INLINE = { '/admin/secret': (ctx) => ctx.throw(403) };\nconst PAGES = { '/admin/secret': (ctx) => { ctx.body = 'x'; } };\n";
const REFUSE = "if (!ctx.get('X-Role')) throw problem(403);";

/** The texts that guards of a `_middleware` file compare paths with, if they miss an operation, and the messages. */
function found(body: string, input: Partial<CompilationInput> = {}): [text: string, message: string][] {
  const text = `${HEAD}${TABLES}export default (ctx, next) => { ${body} return next(); };`;
  return compile({ ...TREE, '_middleware.js': text }, input)
    .diagnostics.filter(({ code }) => code === 'unmatched-path')
    .map((each) => [brief(each)[1]!, each.message]);
}

const texts = (...given: Parameters<typeof found>): string[] => found(...given).map(([text]) => text);

describe('A guard of a path without the option base', () => {
  const input = { base: '/api' };

  it.each([
    ["if (ctx.path.startsWith('/admin') && !ctx.get('Authorization')) throw problem(403);", "'/admin'"],
    ["if (ctx.path === '/admin/secret') ctx.throw(403);", "'/admin/secret'"],
    ["if (ctx.url.startsWith('/admin/')) ctx.throw(403);", "'/admin/'"],
    [`if (/^\\/admin(\\/|$)/.test(ctx.path)) { ${REFUSE} }`, '/^\\/admin(\\/|$)/'],
    ["if (ctx.path.startsWith('/users/7')) ctx.throw(403);", "'/users/7'"],
    [`if (!ctx.path.startsWith('/admin')) return next(); ${REFUSE}`, "'/admin'"],
  ])('Warns: %s', (body, text) => {
    expect(texts(body, input)).toEqual([text]);
    expect(found(body, input)[0]![1]).toContain('"/api"');
  });

  it('Names the text with the base', () => {
    expect(found("if (ctx.path.startsWith('/admin')) ctx.throw(403);", input)[0]![1]).toContain('"/api/admin"');
  });

  it.each([
    "if (ctx.path.startsWith('/api/admin')) ctx.throw(403);",
    "if (ctx.path.startsWith('/api/admin') || ctx.path.startsWith('/admin')) ctx.throw(403);",
    "if (ctx.path.startsWith('/other')) ctx.throw(403);",
    "if (ctx.path.startsWith('/admin')) return next();",
    "if (ctx.path.startsWith('/admin') && !ctx.state.user) return ctx.redirect('/login');",
    "if (ctx.path === '/admin') ctx.throw(403);",
    "if (ctx.path.startsWith('/admin')) ctx.set('X-Frame-Options', 'DENY');",
    'if (/^(?:\\/api)?\\/admin(?:\\/|$)/.test(ctx.path)) ctx.throw(403);',
  ])('Reports nothing: %s', (body) => {
    expect(texts(body, input)).toEqual([]);
  });
});

describe('A guard of a module outside of the tree', () => {
  const check = (head: string, more: Partial<ModuleInput>): string[] => {
    const text = `${head}app.use((ctx, next) => { if (ctx.path.startsWith('/admin')) ctx.throw(403); return next(); });`;
    const tree = { directory: 'app/operations', compilation: () => compile(TREE, { base: '/api' }) };
    const input = { cache: createCache(), custom: customDirectives(''), tree, ...more };
    return checkModule({ file: 'app/app.js', text: `import 'unplugin-operations/koa';\n${text}` }, input).map((each) =>
      brief(each).join(' '),
    );
  };

  it('Warns of a path without the option base', () => {
    expect(check('', { base: '/api' })).toEqual(["unmatched-path '/admin'"]);
  });

  it('Reports nothing in an app that is mounted', () => {
    expect(check("import mount from 'koa-mount';\n", { base: '/api' })).toEqual([]);
  });
});

describe('A guard of a path without the prefix of its version', () => {
  it('Warns if one version has none, too', () => {
    const body = "if (ctx.path.startsWith('/admin')) ctx.throw(403);";
    const file = { path: pathInVersion('v1', 'admin/secret.js'), text: OPERATION };
    const versionsOf = (prefix?: string): Partial<CompilationInput> => ({
      versions: [
        { name: 'v1', prefix: 'v1', files: [file] },
        { name: 'v2', ...(prefix !== undefined && { prefix }) },
      ],
    });
    expect(found(body, versionsOf('v2'))[0]![1]).toContain('begins with "/v');
    expect(found(body, versionsOf())[0]![1]).toContain('but not "/v1/admin/secret" of version "v1"');
  });
});

describe('A guard of one spelling of a path', () => {
  it.each([
    [`if (ctx.path === '/admin/secret' && !ctx.get('X-Role')) throw problem(403);`, "'/admin/secret'"],
    [`if (ctx.path === '/admin/secret') { ${REFUSE} }`, "'/admin/secret'"],
    ["if (['/admin/secret'].includes(ctx.path)) ctx.throw(403);", "'/admin/secret'"],
    ["if (new Set(['/admin/secret']).has(ctx.path)) { ctx.status = 403; return; }", "'/admin/secret'"],
    ['if (CLOSED.includes(ctx.path)) ctx.throw(403);', "'/admin/secret'"],
    ['if (CLOSED.indexOf(ctx.path) !== -1) ctx.throw(403);', "'/admin/secret'"],
    ['if (CLOSED.some((each) => each === ctx.path)) ctx.throw(403);', "'/admin/secret'"],
    ["const role = ROLES[ctx.path]; if (role && ctx.get('X-Role') !== role) throw problem(403);", "'/admin/secret'"],
    ["switch (ctx.path) { case '/admin/secret': ctx.throw(403); break; case '/other': }", "'/admin/secret'"],
    ["ctx.assert(!(ctx.path === '/admin/secret' && !ctx.get('X-Role')), 403);", "'/admin/secret'"],
    ["ctx.assert(ctx.path !== '/admin/secret' || ctx.get('X-Role'), 403);", "'/admin/secret'"],
    ["ctx.path === '/admin/secret' && ctx.throw(403);", "'/admin/secret'"],
    ["if (ctx.path === '/admin/secret' && !ctx.state.user) return ctx.redirect('/login');", "'/admin/secret'"],
    ["if (ctx.path === '/admin/secret') return requireAdmin(ctx, next);", "'/admin/secret'"],
    [`if (ctx.path !== '/admin/secret') return next(); ${REFUSE}`, "'/admin/secret'"],
    ['return TABLE[ctx.path] ? TABLE[ctx.path](ctx, next) : next();', "'/admin/secret'"],
    ['if (Object.hasOwn(TABLE, ctx.path)) return TABLE[ctx.path](ctx, next);', "'/admin/secret'"],
    ['const run = TABLE[ctx.path]; if (run) return run(ctx, next);', "'/admin/secret'"],
    ['if (ctx.path in INLINE) return INLINE[ctx.path](ctx, next);', "'/admin/secret'"],
    ["const isClosed = ctx.path === '/admin/secret'; if (isClosed) throw new Error('no');", "'/admin/secret'"],
    ["if (ctx.path === '/users/7') ctx.throw(403);", "'/users/7'"],
    ["if (ctx.path.endsWith('/secret')) ctx.throw(403);", "'/secret'"],
    ['if (/^\\/admin\\/secret$/.test(ctx.path)) ctx.throw(403);', '/^\\/admin\\/secret$/'],
    ["if (ctx.path.startsWith('/admin/secret/')) ctx.throw(403);", "'/admin/secret/'"],
    ["if (ctx.url === '/admin/secret') ctx.throw(403);", "'/admin/secret'"],
  ])('Warns: %s', (body, text) => {
    expect(texts(body)).toEqual([text]);
  });

  it('Names both spellings', () => {
    const messageOf = (condition: string): string => found(`if (${condition}) ctx.throw(403);`)[0]![1];
    expect(messageOf("ctx.path === '/admin/secret'")).toMatch(/"\/admin\/secret", but not "\/admin\/secret\/"/);
    expect(messageOf("ctx.path.startsWith('/admin/secret/')")).toMatch(
      /"\/admin\/secret\/", but not "\/admin\/secret"/,
    );
    expect(found("if (ctx.url === '/admin/secret') ctx.throw(403);", { strict: true })[0]![1]).toContain(
      '"/admin/secret?x"',
    );
  });

  it.each([
    "if (ctx.path === '/admin/secret') return next();",
    "if (ctx.path !== '/admin/secret' && !ctx.state.user) ctx.throw(401);",
    'if (!CLOSED.includes(ctx.path)) ctx.throw(401);',
    "if (ctx.path === '/admin/secret' || ctx.path.startsWith('/admin/secret/')) ctx.throw(403);",
    "if (ctx.path === '/admin/secret' || ctx.path === '/admin/secret/') ctx.throw(403);",
    "if (ctx.path.startsWith('/admin/')) ctx.throw(403);",
    "if (ctx.path.replace(/\\/$/, '') === '/admin/secret') ctx.throw(403);",
    "if (ctx.path === '/healthz') ctx.throw(403);",
    "if (ctx.path === '/admin/secret') console.log('used');",
    'return PAGES[ctx.path] ? PAGES[ctx.path](ctx, next) : next();',
    "if (ctx.path === '/admin/secret') throw problem(503);",
    "if (ctx.path === '/admin/secret') return;",
    "if (ctx.path === '/admin/secret') { try { await next(); } catch (error) { throw error; } }",
    "ctx.path = ctx.path.toLowerCase(); if (ctx.path === '/admin/secret') ctx.throw(403);",
    'if (/^\\/admin(?:\\/|$)/.test(ctx.path)) ctx.throw(403);',
    'if (/^(\\/a+)+\\/secret$/.test(ctx.path)) ctx.throw(403);',
  ])('Reports nothing: %s', (body) => {
    expect(texts(body)).toEqual([]);
  });

  it('Depends on the option strict', () => {
    expect(texts("if (ctx.path === '/admin/secret') ctx.throw(403);", { strict: true })).toEqual([]);
  });

  it('Reads the result of an authorize', () => {
    const check = (body: string): number =>
      compile({ ...TREE, '_middleware.js': `export const authorize = (ctx) => ${body};` }).diagnostics.filter(
        ({ code }) => code === 'unmatched-path',
      ).length;
    expect(check("ctx.path !== '/admin/secret' || ctx.get('X-Role') === 'admin'")).toBe(1);
    expect(check("{ if (ctx.path === '/admin/secret') return ctx.get('X-Role') === 'admin'; return true; }")).toBe(1);
    expect(check("ctx.path === '/admin/secret' ? ctx.get('X-Role') === 'admin' : true")).toBe(1);
    expect(check("ctx.path === '/admin/secret' || ctx.get('X-Role') === 'admin'")).toBe(0);
  });
});
