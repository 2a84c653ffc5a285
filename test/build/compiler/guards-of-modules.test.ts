import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const MODULES: Readonly<Record<string, string>> = {
  'app/guards.ts': `
    import { problem } from 'unplugin-operations/koa';
    export class Guards {
      static #one: Guards;
      static getInstance() { return (this.#one ??= new Guards()); }
      static async key(ctx: any) { if (!ctx.get('x')) throw problem(403); }
      async admin(ctx: any) { if (!ctx.get('x')) throw problem(403); }
      editor = async (ctx: any) => { if (!ctx.get('x')) ctx.throw(403); };
      async log(text: string) { return text; }
    }
    export const guards = new Guards();
    export const createGuards = ({ key }: any) => ({ async admin(ctx: any) { if (ctx.get('x') !== key) throw problem(403); } });
    const requireAdmin = async (ctx: any) => { if (!ctx.get('x')) throw problem(403); };
    export const nested = { admin: { check: requireAdmin } };
    export default { requireAdmin, log: async (text: string) => text };
    export class Sessions { async get(id: string) { return { id }; } find(id: string) { return { id }; } }
    export const compareKeys = async (one: string, other: string) => one === other;`,
  'app/more.ts': `
    import defaults, { Guards } from './guards.ts';
    export const made = new Guards();
    export const all = { admin: defaults.requireAdmin };
    export { guards as passed } from './guards.ts';
    export const { key } = Guards;`,
  'app/answers.ts': `
    import { problem } from 'unplugin-operations/koa';
    export function deny(ctx: any) { ctx.status = 403; ctx.body = { error: 'no' }; }
    export async function requireAdmin(ctx: any, next: any) { if (!ctx.get('x')) { ctx.status = 401; return; } await next(); }
    export const toLogin = (ctx: any) => ctx.redirect('/login');
    export function requireUser(ctx: any) { if (!ctx.get('x')) { deny(ctx); return; } ctx.state.user = ctx.get('x'); }
    export function express(req: any, res: any, next: any) { if (!req.key) { res.statusCode = 401; res.end(); return; } next(); }
    export function deny404(ctx: any) { ctx.status = 404; }
    export function allows(ctx: any) { if (ctx.get('x')) return true; ctx.status = 403; return false; }
    export function throwing(ctx: any) { if (!ctx.get('x')) { ctx.status = 403; throw problem(403); } }`,
  'app/hides.ts': `
    import { problem } from 'unplugin-operations/koa';
    import { strict } from 'node:assert';
    export const requireOwner = async (ctx: any) => { if (!ctx.get('x')) throw problem(404); };
    export const findBook = async (ctx: any) => { ctx.assert(ctx.get('x'), 404, 'No such book'); };
    export const limit = async (ctx: any, status: number) => { if (ctx.get('x')) ctx.throw(status); };
    export const created = async (ctx: any) => { if (ctx.get('x')) throw createError(409, 'Exists'); };
    export const requireUser = (ctx: any) => getUser(ctx).then((user: any) => { if (!user) throw problem(403); });
    export const requireBoth = async (ctx: any) => { await getUser(ctx).then((user: any) => { if (!user) throw problem(403); }); };
    export const logged = (ctx: any) => getUser(ctx).then((user: any) => { console.log(user); });
    export const handled = (ctx: any) => getUser(ctx).then((user: any) => { if (!user) throw problem(403); }).catch(console.error);
    export const save = async (text: string) => { if (text === '') throw new Error('Nothing to save'); strict(text); };`,
  'app/decides.ts': `
    export async function ensureAdmin(ctx: any) { if (!ctx.get('x')) return false; return true; }
    export const checkAccess = async (ctx: any, role: string) => { const user = await users.find(ctx.get('x')); return user !== undefined && user.roles.includes(role); };
    export const abilityFor = (ctx: any) => ({ can: (action: string) => ctx.get('x') === action });
    export const remove = async (id: string) => { const { rowCount } = await db.delete(id); return rowCount > 0; };
    export const removeAll = async (id: string) => (await db.query('DELETE', id)).rowCount > 0;
    export const count = () => (total += 1) > 3;
    export const create = async (id: string) => { if (await db.has(id)) return false; await db.add(id); return true; };
    export const insert = async (id: string) => { const rows = await sql\`insert \${id}\`; return rows.length > 0; };
    export const take = async (id: string) => !(await db.findOneAndDelete(id));
    export const first = async (id: string) => (await db.find(id)) || false;
    export const assertFree = async (id: string) => { if (await db.find(id)) throw new Error('Taken'); return true; };`,
};
const input = { readFile: (file: string): string | undefined => MODULES[file] };

const IMPORTS = `import { problem } from 'unplugin-operations/koa';
import defaults, { compareKeys, createGuards, Guards, guards, nested, Sessions } from '../guards.ts';
import * as lib from '../guards.ts';
import { all, made, passed } from '../more.ts';
import * as answers from '../answers.ts';
import { deny, requireAdmin, requireUser } from '../answers.ts';
import * as hides from '../hides.ts';
import * as decides from '../decides.ts';
`;

/** The diagnostics of a `_middleware` file, as the texts that they point at. */
function found(body: string): string[] {
  const files = {
    'one.ts': '/** Some. */\nexport default () => {};',
    '_middleware.ts': `${IMPORTS}export default async (ctx: any, next: any) => { ${body} await next(); };`,
  };
  // Each text uses few of the imports.
  const { diagnostics } = compile(files, input);
  return diagnostics.filter(({ code }) => code !== 'lost-guard').map((each) => `${each.code} ${brief(each)[1]}`);
}

describe('a guard of a CommonJS module', () => {
  it.each([
    'exports.requireAdmin = async (ctx) => { if (!ctx.get("x")) ctx.throw(403); };',
    'module.exports.requireAdmin = async (ctx) => { if (!ctx.get("x")) ctx.throw(403); };',
    'async function requireAdmin(ctx) { if (!ctx.get("x")) ctx.throw(403); }\nmodule.exports = { requireAdmin };',
    'const requireAdmin = async (ctx) => { if (!ctx.get("x")) ctx.throw(403); };\nexports.requireAdmin = requireAdmin;',
  ])('finds it by each import: %s', (module) => {
    for (const code of [
      "import guards from '../guards.cjs';\nconst run = (ctx) => guards.requireAdmin(ctx);",
      "import * as guards from '../guards.cjs';\nconst run = (ctx) => guards.requireAdmin(ctx);",
      "import { requireAdmin } from '../guards.cjs';\nconst run = (ctx) => requireAdmin(ctx);",
    ]) {
      const text = `${code}\nexport default (ctx, next) => { run(ctx); return next(); };`;
      const { diagnostics } = compile(
        { 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.js': text },
        { readFile: () => module },
      );
      expect(diagnostics.map(({ code: each }) => each)).toEqual(['ineffective-guard']);
    }
  });
});

describe('a method that nothing waits for', () => {
  it.each([
    ['Guards.key(ctx);', 'Guards.key(ctx)'],
    ['guards.admin(ctx);', 'guards.admin(ctx)'],
    ['guards.editor(ctx);', 'guards.editor(ctx)'],
    ['lib.guards.admin(ctx);', 'lib.guards.admin(ctx)'],
    ['made.admin(ctx);', 'made.admin(ctx)'],
    ['passed.admin(ctx);', 'passed.admin(ctx)'],
    ['all.admin(ctx);', 'all.admin(ctx)'],
    ['nested.admin.check(ctx);', 'nested.admin.check(ctx)'],
    ['defaults.requireAdmin(ctx);', 'defaults.requireAdmin(ctx)'],
    ['new Guards().admin(ctx);', 'new Guards().admin(ctx)'],
    ['const own = new Guards(); own.admin(ctx);', 'own.admin(ctx)'],
    ['Guards.getInstance().admin(ctx);', 'Guards.getInstance().admin(ctx)'],
    ["createGuards({ key: 'k' }).admin(ctx);", "createGuards({ key: 'k' }).admin(ctx)"],
    ["const own = createGuards({ key: 'k' }); own.admin(ctx);", 'own.admin(ctx)'],
    ['const own = { async admin(one: any) { if (!one.ip) throw problem(403); } }; own.admin(ctx);', 'own.admin(ctx)'],
    ['const own = { admin: guards.admin }; own.admin(ctx);', 'own.admin(ctx)'],
    ['const own = { get admin() { return guards.admin; } }; own.admin(ctx);', 'own.admin(ctx)'],
  ])('reports %s', (body, span) => {
    expect(found(body)).toEqual([`ineffective-guard ${span}`]);
  });

  it.each([
    'await guards.admin(ctx);',
    "await createGuards({ key: 'k' }).admin(ctx);",
    'guards.log(ctx.ip);',
    'defaults.log(ctx.ip);',
    'guards.other(ctx);',
    'nested.admin(ctx);',
    'ctx.guards.admin(ctx);',
    'const own = { ...guards, admin() {} }; own.admin(ctx);',
    'const own = { set admin(value: any) { guards.admin = value; } }; own.admin(ctx);',
  ])('accepts %s', (body) => {
    expect(found(body)).toEqual([]);
  });
});

describe('promises in a list that nothing waits for', () => {
  it.each([
    ['Promise.all([guards.admin(ctx), guards.log(ctx.ip)]);', 'guards.admin(ctx)'],
    ['Promise.any([guards.admin(ctx)]);', 'guards.admin(ctx)'],
    ['void Promise.race([guards.admin(ctx)]);', 'guards.admin(ctx)'],
    ['Promise.all([guards.admin(ctx)]).then(() => guards.log(ctx.ip));', 'guards.admin(ctx)'],
    ['Promise.all(ctx.items.map(guards.admin));', 'guards.admin'],
    ['await [guards.admin(ctx)];', 'guards.admin(ctx)'],
    ['await ctx.items.map((item: any) => guards.admin(item));', '(item: any) => guards.admin(item)'],
    ['const own = async () => ctx.throw(401); await own;', 'own'],
    ['await guards.admin;', 'guards.admin'],
  ])('reports %s', (body, span) => {
    expect(found(body)).toEqual([`ineffective-guard ${span}`]);
  });

  it.each([
    'await Promise.all([guards.admin(ctx)]);',
    'await Promise.race([guards.admin(ctx), ctx.timeout]);',
    'await Promise.all([guards.admin(ctx)]).then(() => guards.log(ctx.ip));',
    'Promise.all([guards.admin(ctx)]).catch(() => undefined);',
    'const all = Promise.all([guards.admin(ctx)]); await all;',
    'await Promise.all(ctx.items.map(guards.admin));',
    'await [guards.log(ctx.ip)];',
    'const done = guards.admin(ctx); await done;',
    'await guards.log;',
  ])('accepts %s', (body) => {
    expect(found(body)).toEqual([]);
  });
});

describe('a function that answers by itself', () => {
  it.each([
    ['if (!ctx.ip) deny(ctx);', 'deny(ctx)'],
    ['requireUser(ctx);', 'requireUser(ctx)'],
    ['answers.toLogin(ctx);', 'answers.toLogin(ctx)'],
    ['ctx.ip || answers.toLogin(ctx);', 'answers.toLogin(ctx)'],
    ['await requireAdmin(ctx, async () => {});', 'requireAdmin(ctx, async () => {})'],
    ['answers.express(ctx.req, ctx.res, () => {});', 'answers.express(ctx.req, ctx.res, () => {})'],
    ['const own = (one: any) => { if (!one.ip) { one.status = 401; } }; own(ctx);', 'own(ctx)'],
    ['ctx.res.statusCode = 403;', 'ctx.res.statusCode = 403'],
  ])('reports %s', (body, span) => {
    expect(found(body)).toEqual([`ineffective-guard ${span}`]);
  });

  it.each([
    'if (!answers.allows(ctx)) return;',
    'if (!ctx.ip) return deny(ctx);',
    'if (!ctx.ip) { deny(ctx); return; }',
    'requireUser(ctx); if (ctx.status === 403) return;',
    'answers.deny404(ctx);',
    'answers.throwing(ctx);',
    'let isAllowed = false; await requireAdmin(ctx, async () => { isAllowed = true; }); if (!isAllowed) return;',
    'const own = (one: any) => { one.onerror = () => { one.status = 401; }; }; own(ctx);',
  ])('accepts %s', (body) => {
    expect(found(body)).toEqual([]);
  });
});

describe('an async function that throws a problem with another status', () => {
  it.each([
    ['hides.requireOwner(ctx);', 'hides.requireOwner(ctx)'],
    ['hides.findBook(ctx);', 'hides.findBook(ctx)'],
    ['hides.limit(ctx, 429);', 'hides.limit(ctx, 429)'],
    ['hides.created(ctx);', 'hides.created(ctx)'],
    ['hides.requireUser(ctx);', 'hides.requireUser(ctx)'],
    ['hides.requireBoth(ctx);', 'hides.requireBoth(ctx)'],
  ])('reports %s', (body, span) => {
    expect(found(body)).toEqual([`ineffective-guard ${span}`]);
  });

  it.each([
    'await hides.requireOwner(ctx);',
    'await hides.requireUser(ctx);',
    'hides.requireOwner(ctx).catch(() => undefined);',
    'hides.logged(ctx);',
    'hides.handled(ctx);',
    'hides.save(ctx.ip);',
  ])('accepts %s', (body) => {
    expect(found(body)).toEqual([]);
  });
});

describe('a helper around verifyWebhook', () => {
  const HOOKS = `
    import * as events from 'unplugin-operations/events';
    import { verifyWebhook } from 'unplugin-operations/events';
    export const check = async (ctx: any) => { verifyWebhook(ctx.raw, ctx.headers, 'secret'); };
    export const read = async (ctx: any) => { const { id } = verifyWebhook(ctx.raw, ctx.headers, 'secret'); return id; };
    export const passOn = async (ctx: any) => verifyWebhook(ctx.raw, ctx.headers, 'secret');
    export const whole = async (ctx: any) => { events.verifyWebhook(ctx.raw, ctx.headers, 'secret'); };
    export const tries = async (ctx: any) => { try { verifyWebhook(ctx.raw, ctx.headers, 'secret'); } catch { ctx.state.isSigned = false; } };
    export const verify = (ctx: any) => verifyWebhook(ctx.raw, ctx.headers, 'secret');`;
  const inHooks = (body: string): string[] => {
    const text = `import * as hooks from '../hooks.ts';\nexport default async (ctx: any, next: any) => { ${body} };`;
    const files = { 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': text };
    const { diagnostics } = compile(files, { readFile: (file) => (file === 'app/hooks.ts' ? HOOKS : undefined) });
    return diagnostics.map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic).join(' ')}`);
  };

  it.each([
    ['hooks.check(ctx); await next();', 'error ineffective-guard hooks.check(ctx)'],
    ['hooks.read(ctx); await next();', 'error ineffective-guard hooks.read(ctx)'],
    ['hooks.passOn(ctx); await next();', 'error ineffective-guard hooks.passOn(ctx)'],
    ['hooks.whole(ctx); await next();', 'error ineffective-guard hooks.whole(ctx)'],
    ['await next(); hooks.verify(ctx);', 'warning ineffective-guard hooks.verify(ctx)'],
  ])('reports %s', (body, report) => {
    expect(inHooks(body)).toEqual([report]);
  });

  it.each([
    'await hooks.check(ctx); await next();',
    'hooks.verify(ctx); await next();',
    'hooks.tries(ctx); await next();',
  ])('accepts %s', (body) => {
    expect(inHooks(body)).toEqual([]);
  });
});

describe('a function that only decides', () => {
  it.each([
    ['await decides.ensureAdmin(ctx);', 'decides.ensureAdmin(ctx)'],
    ["await decides.checkAccess(ctx, 'admin');", "decides.checkAccess(ctx, 'admin')"],
    ["decides.abilityFor(ctx).can('read');", "decides.abilityFor(ctx).can('read')"],
    ['const own = (one: any) => { return one.ip === "" ? false : true; }; own(ctx);', 'own(ctx)'],
  ])('reports %s', (body, span) => {
    expect(found(body)).toEqual([`ineffective-guard ${span}`]);
  });

  it.each([
    'const ok = await decides.ensureAdmin(ctx); ctx.log(ok);',
    'await decides.remove(ctx.ip);',
    'await decides.removeAll(ctx.ip);',
    'decides.count();',
    'await decides.create(ctx.ip);',
    'await decides.insert(ctx.ip);',
    'await decides.take(ctx.ip);',
    'await decides.first(ctx.ip);',
    'await decides.assertFree(ctx.ip);',
  ])('accepts %s', (body) => {
    expect(found(body)).toEqual([]);
  });
});

describe('a promise in a property or of a method as a condition', () => {
  it.each([
    ['ctx.state.user = guards.log(ctx.ip); if (!ctx.state.user) throw problem(401);', 'ctx.state.user'],
    ['ctx.state.user = guards.log(ctx.ip); ctx.assert(ctx.state.user, 401);', 'ctx.state.user'],
    ['ctx.user = guards.log(ctx.ip); if (ctx.user.role !== "a") throw problem(401);', 'ctx.user'],
    [
      'const ok = ctx.ip && compareKeys(ctx.ip, "a") && ctx.ip; if (!ok) throw problem(401);',
      'compareKeys(ctx.ip, "a")',
    ],
    ['const own = new Sessions(); const user = own.get(ctx.ip); if (!user) throw problem(401);', 'user'],
    ['if (!new Sessions().get(ctx.ip)) throw problem(401);', 'new Sessions().get(ctx.ip)'],
    [
      'ctx.state.user = guards.log(ctx.ip); const check = () => ctx.state.user === 1; ctx.run(check);',
      'guards.log(ctx.ip)',
    ],
  ])('reports %s', (body, span) => {
    expect(found(body)).toEqual([`ineffective-guard ${span}`]);
  });

  it.each([
    'ctx.state.user = await guards.log(ctx.ip); if (!ctx.state.user) throw problem(401);',
    'if (!ctx.state.user) ctx.state.user = guards.log(ctx.ip); await ctx.state.user;',
    'ctx.state.user = guards.log(ctx.ip); ctx.state.user = await ctx.state.user; if (!ctx.state.user) throw problem(401);',
    'ctx.state.user ??= guards.log(ctx.ip); ctx.state.user.then(() => undefined);',
    'const user = new Sessions().find(ctx.ip); if (!user) throw problem(401);',
  ])('accepts %s', (body) => {
    expect(found(body)).toEqual([]);
  });
});

describe('a mistake in a module that a guard only uses by way of others', () => {
  const outside: Readonly<Record<string, string>> = {
    'app/access.ts':
      "import { hasRole } from './roles.ts';\nexport const can = (ctx: any, role: string) => hasRole(ctx.ip, role);",
    'app/all.ts': "export * from './access.ts';",
    'app/roles.ts': `import { findUser } from './users.ts';
export const hasRole = (name: string, role: string) => findUser(name)?.role === role;
export const isFree = (name: string) => !findUser(name);`,
    'app/users.ts': 'export async function findUser(name: string) { return { name, role: "a" }; }',
  };
  const reported = (files: Readonly<Record<string, string>>): string[] =>
    compile(
      { 'adm/one.ts': '/** Some. */\nexport default () => {};', ...files },
      { readFile: (file: string) => outside[file] },
    ).diagnostics.map(({ code, at }) => `${code} ${at.source.file}`);

  it.each([
    [
      "import { can } from '../../access.ts';\nexport const authorize = (ctx: any) => can(ctx, 'admin');",
      'adm/_middleware.ts',
    ],
    [
      "import * as all from '../../all.ts';\nexport const authorize = (ctx: any) => all.can(ctx, 'admin');",
      'adm/_middleware.ts',
    ],
    [
      "import { can } from '../../access.ts';\nexport default (ctx: any, next: any) => { if (!can(ctx, 'a')) ctx.throw(403); return next(); };",
      'adm/_middleware.ts',
    ],
  ])('Such a mistake is an error: %s', (text, path) => {
    expect(new Set(reported({ [path]: text }))).toEqual(new Set(['ineffective-guard app/roles.ts']));
  });

  it('Nothing is reported if no guard uses it', () => {
    const text = "import { other } from '../../other.ts';\nexport const authorize = (ctx: any) => other(ctx);";
    expect(reported({ 'adm/_middleware.ts': text }).filter((each) => each.includes('roles'))).toEqual([]);
  });
});
