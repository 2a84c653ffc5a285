import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { checkModule } from '../../../src/build/compiler/check-module.ts';
import { customDirectives } from '../../../src/build/project/load-directives.ts';
import { brief, compile } from './compile.ts';

const LOAD = "async function loadUser(ctx) { return ctx.get('X') ? { id: 1 } : null; }\n";
const MIDDLEWARE = 'export default (ctx, next) => { ctx.state.user = loadUser(ctx); return next(); };';
const SECRET = "import { problem } from 'unplugin-operations/koa';\n/** Some. */\nexport default (ctx) => {";
const TEST = `${SECRET} if (!ctx.state.user) throw problem(401); return []; };`;
const MODULE = `export ${LOAD}`;

/** The diagnostics of a tree, and what their notes point at. */
function found(files: Readonly<Record<string, string>>, modules: Readonly<Record<string, string>> = {}): string[] {
  return compile(files, { readFile: (file) => modules[file] })
    .diagnostics.filter(({ code }) => code === 'ineffective-guard')
    .map((diagnostic) => [diagnostic.severity, ...brief(diagnostic).slice(1)].join(' | '));
}

const WARNING = 'warning | loadUser(ctx)';

describe('a promise in a field of the context', () => {
  it.each([
    ['if (!ctx.state.user) throw problem(401);', 'ctx.state.user'],
    ['if (ctx.state.user === null) throw problem(401);', 'ctx.state.user'],
    ['if (!Boolean(ctx.state.user)) throw problem(401);', 'ctx.state.user'],
    ['ctx.assert(ctx.state.user, 401);', 'ctx.state.user'],
    ["if (ctx.state.user?.role === 'guest') throw problem(401);", 'ctx.state.user'],
    ['const { user } = ctx.state; if (!user) throw problem(401);', 'user'],
    ['const { state } = ctx; if (!state.user) throw problem(401);', 'state.user'],
    ['const { id } = ctx.state.user; if (id === 1) throw problem(401);', 'ctx.state.user'],
    ["if (!ctx.state['user']) throw problem(401);", "ctx.state['user']"],
  ])('A handler tests it: %s', (body, test) => {
    const files = {
      'admin/_middleware.js': LOAD + MIDDLEWARE,
      'admin/secret@get.js': `${SECRET} ${body} return []; };`,
    };
    expect(found(files)).toEqual([`${WARNING} | ${test}`]);
  });

  it.each([
    'const user = await ctx.state.user; if (!user) throw problem(401);',
    'if (!(await ctx.state.user)) throw problem(401);',
    'const { user } = ctx.state; if (!(await user)) throw problem(401);',
    'const [user] = await Promise.all([ctx.state.user]); if (!user) throw problem(401);',
    'return ctx.state.user.then((user) => user ?? problem(401));',
    'if (ctx.state.user instanceof Promise) throw problem(500);',
    "if (typeof ctx.state.user.then !== 'function') throw problem(401);",
    'const user = await (ctx.state.user ?? null); if (!user) throw problem(401);',
    'const all = await Promise.all(Object.values(ctx.state)); if (all.length === 0) throw problem(401);',
    'if (!ctx.state.users) throw problem(401);',
    'const user = store.state.user; if (!user) throw problem(401);',
    'const user = { user: null }; if (!user.user) throw problem(401);',
    '',
  ])('Code waits for it, or nothing tests it: %s', (body) => {
    const files = {
      'admin/_middleware.js': LOAD + MIDDLEWARE,
      'admin/secret@get.js': `${SECRET.replace('(ctx)', 'async (ctx)')} ${body} return []; };`,
    };
    expect(found(files)).toEqual([]);
  });

  it('Code of another file waits for it', () => {
    const files = { 'admin/_middleware.js': LOAD + MIDDLEWARE, 'admin/secret@get.js': TEST };
    const other = '/** Some. */\nexport default async (ctx) => (await ctx.state.user)?.id;';
    expect(found(files)).toEqual([`${WARNING} | ctx.state.user`]);
    expect(found({ ...files, 'admin/other@get.js': other })).toEqual([]);
    const taking =
      "import { currentUser } from '../../user.js';\n/** Some. */\nexport default (ctx) => currentUser(ctx);";
    const modules = { 'app/user.js': 'export const currentUser = async ({ state }) => (await state.user)?.id;' };
    expect(found({ ...files, 'admin/other@get.js': taking }, modules)).toEqual([]);
    expect(found({ ...files, 'admin/other@get.js': '/** Some. */\nexport default (' })).toEqual([]);
  });

  it.each([
    ['ctx.state.user = loadUser(ctx);', 'loadUser(ctx)'],
    ['ctx.state.user ??= loadUser(ctx);', 'loadUser(ctx)'],
    ["ctx.state.user = ctx.get('X') ? loadUser(ctx) : null;", 'loadUser(ctx)'],
    ['ctx.state.user = loadUser(ctx).catch(() => null);', 'loadUser(ctx).catch(() => null)'],
    ['const user = loadUser(ctx); ctx.state.user = user;', 'loadUser(ctx)'],
    ['let user; user = loadUser(ctx); ctx.state.user = user;', 'loadUser(ctx)'],
    ['ctx.state = { ...ctx.state, user: loadUser(ctx) };', 'loadUser(ctx)'],
    ['Object.assign(ctx.state, { user: loadUser(ctx) });', 'loadUser(ctx)'],
    ['const { state } = ctx; state.user = loadUser(ctx);', 'loadUser(ctx)'],
  ])('Middleware keeps it: %s', (body) => {
    const text = `export default async (ctx, next) => { ${body} await next(); };`;
    const files = { 'admin/secret@get.js': TEST };
    expect(found({ ...files, 'admin/_middleware.js': LOAD + text })).toEqual([`${WARNING} | ctx.state.user`]);
    const awaited = text.replace('loadUser(ctx)', 'await loadUser(ctx)');
    expect(found({ ...files, 'admin/_middleware.js': LOAD + awaited })).toEqual([]);
    const imported = `import { loadUser } from '../../load.js';\n${text}`;
    const warned = found({ ...files, 'admin/_middleware.js': imported }, { 'app/load.js': MODULE });
    expect(warned).toEqual([`${WARNING} | ctx.state.user`]);
    const plain = { 'app/load.js': MODULE.replace('async ', '') };
    expect(found({ ...files, 'admin/_middleware.js': imported }, plain)).toEqual([]);
  });

  it.each([
    ['export const authorize = ({ state }) => state.user !== null;', 'state.user'],
    ['export const authorize = (ctx) => Boolean(ctx.state.user);', 'ctx.state.user'],
    ['export const authorize = ({ state: { user } }) => !!user;', 'user'],
    ['export const authorize = ({ state }) => { const { user } = state; return user?.id === 1; };', 'user'],
  ])('An authorize of the file tests it: %s', (guard, test) => {
    const text = `${LOAD}${MIDDLEWARE}\n${guard}`;
    expect(found({ 'one.js': '/** Some. */\nexport default () => {};', '_middleware.js': text })).toEqual([
      `${WARNING} | ${test}`,
    ]);
  });

  it('Another function tests it: a list of middleware, and another directory', () => {
    const one = '/** Some. */\nexport default () => {};';
    const problem = "import { problem } from 'unplugin-operations/koa';\n";
    const load = 'const load = (ctx, next) => { ctx.state.user = loadUser(ctx); return next(); };\n';
    const need = '(ctx, next) => { if (!ctx.state.user) throw problem(401); return next(); };\n';
    const list = `${problem}${LOAD}${load}const need = ${need}export default [load, need];`;
    expect(found({ 'one.js': one, '_middleware.js': list })).toEqual([`${WARNING} | ctx.state.user`]);
    const outer = `${LOAD}${MIDDLEWARE}`;
    const inner = `${problem}export default ${need}`;
    expect(found({ 'admin/one.js': one, '_middleware.js': outer, 'admin/_middleware.js': inner })).toEqual([
      `${WARNING} | ctx.state.user`,
    ]);
    const module = `export ${LOAD}export ${load}`;
    const passing = "export { load as default } from '../../load.js';";
    const files = { 'admin/one.js': one, '_middleware.js': passing.replace('../', ''), 'admin/_middleware.js': inner };
    expect(found(files, { 'app/load.js': module })).toEqual([`${WARNING} | ctx.state.user`]);
  });

  it('A field of the context itself has it', () => {
    const files = {
      '_middleware.js': LOAD + MIDDLEWARE.replace('state.user', 'user'),
      'secret@get.js': TEST.replace('state.user', 'user'),
    };
    expect(found(files)).toEqual([`${WARNING} | ctx.user`]);
    const awaiting = '/** Some. */\nexport default async ({ user }) => (await user)?.id;';
    expect(found({ ...files, 'other@get.js': awaiting })).toEqual([]);
  });

  it('The app sets it', () => {
    const text = `import { createApp } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
const app = createApp(operations);
${LOAD}app.use((ctx, next) => { ctx.state.user = loadUser(ctx); return next(); });`;
    const check = (handler: string): string[] => {
      const compilation = compile({ 'secret@get.js': handler });
      const tree = { directory: 'app/operations', compilation: () => compilation };
      const input = { cache: createCache(), custom: customDirectives(''), tree };
      return checkModule({ file: 'app/server.js', text }, input).map((each) => brief(each).join(' | '));
    };
    expect(check(TEST)).toEqual(['ineffective-guard | loadUser(ctx) | ctx.state.user']);
    expect(check(TEST.replace('(ctx)', 'async (ctx)').replace('!ctx.state.user', '!(await ctx.state.user)'))).toEqual(
      [],
    );
    expect(check(`${SECRET} return []; };`)).toEqual([]);
  });

  it('Its test in the same function is reported alone', () => {
    const text = `import { problem } from 'unplugin-operations/koa';
${LOAD}export default async (ctx, next) => { ctx.state.user = loadUser(ctx); if (!ctx.state.user) throw problem(401); await next(); };`;
    const files = { 'one.js': '/** Some. */\nexport default () => {};', '_middleware.js': text };
    expect(found(files)).toEqual(['error | ctx.state.user']);
  });
});
