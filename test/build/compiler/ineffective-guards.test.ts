import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const MODULES: Readonly<Record<string, string>> = {
  'app/guards.ts': `
    import { problem } from 'unplugin-operations/koa';
    import { requireLogin } from './login.ts';
    export const requireAdmin = async (ctx: any) => { if (!ctx.get('x')) throw problem(403); };
    export const requireRole = (role: string) => async (ctx: any) => { if (ctx.get('x') !== role) throw problem(403); };
    export const requireEditor = requireRole('editor');
    export const requireOwner = (ctx: any) => requireAdmin(ctx);
    export async function requireBoth(ctx: any) { await requireLogin(ctx); }
    export const isAdmin = async (ctx: any) => !!ctx.get('x');
    export const check = (ctx: any) => { if (!ctx.get('x')) return problem(403); };
    export const wrapped = queued(requireAdmin);
    export const rules = { async check(ctx: any) { if (!ctx.get('x')) throw problem(403); }, log: async (text: string) => text };
    export class Rules { static async check(ctx: any) { if (!ctx.get('x')) throw problem(403); } }
    export function* requireKey(ctx: any) { if (!ctx.get('x')) throw problem(401); }
    export default requireAdmin;`,
  'app/login.ts': `
    export async function requireLogin(ctx: any) { if (!ctx.get('x')) ctx.throw(401); }
    export async function log(text: string) { if (text === '') throw new Error('Nothing to log'); }
    export function refuse(ctx: any) { if (!ctx.get('x')) ctx.throw(403); }
    export const watch = (app: any) => { const run = (ctx: any) => ctx.throw(401); app.use(run); return run; };
    export const mail = async (to: string) => { try { await requireLogin(to); } catch (error) { await report(error); } };`,
  'app/index.ts': "export * from './guards.ts';\nexport { requireLogin as requireUser } from './login.ts';",
};
const input = { readFile: (file: string): string | undefined => MODULES[file] };

const IMPORTS = `import { problem } from 'unplugin-operations/koa';
import requireDefault, * as guards from '../guards.ts';
import { check, isAdmin, requireAdmin, requireBoth, requireEditor, requireKey, requireOwner, requireRole, rules, Rules, wrapped } from '../guards.ts';
import { log, mail, refuse, watch } from '../login.ts';
import { requireUser, isAdmin as isAdminToo } from '../index.ts';
import { isElsewhere } from 'elsewhere';
`;

/** The diagnostics of a `_middleware` file, and of an operation, as the texts that they point at. */
function found(path: string, text: string): string[] {
  const files = { 'one.ts': '/** Some. */\nexport default () => {};', [path]: text };
  return compile(files, input)
    .diagnostics.filter(({ code }) => code === 'ineffective-guard')
    .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`);
}

const inMiddleware = (body: string): string[] =>
  found('_middleware.ts', `${IMPORTS}export default async (ctx: any, next: any) => { ${body} await next(); };`);

describe('a guard whose result nothing uses', () => {
  it.each([
    ['requireAdmin(ctx);', 'requireAdmin(ctx)'],
    ['void requireAdmin(ctx);', 'requireAdmin(ctx)'],
    ['if (ctx.ip) requireAdmin(ctx);', 'requireAdmin(ctx)'],
    ['ctx.ip && requireAdmin(ctx);', 'requireAdmin(ctx)'],
    ['(requireAdmin(ctx), log(ctx.ip));', 'requireAdmin(ctx)'],
    ['requireDefault(ctx);', 'requireDefault(ctx)'],
    ['guards.requireAdmin(ctx);', 'guards.requireAdmin(ctx)'],
    ['requireUser(ctx);', 'requireUser(ctx)'],
    ['requireEditor(ctx);', 'requireEditor(ctx)'],
    ['requireOwner(ctx);', 'requireOwner(ctx)'],
    ['requireBoth(ctx);', 'requireBoth(ctx)'],
    ["requireRole('a')(ctx);", "requireRole('a')(ctx)"],
    ["requireRole('a');", "requireRole('a')"],
    ["await requireRole('a');", "requireRole('a')"],
    ['check(ctx);', 'check(ctx)'],
    ['await check(ctx);', 'check(ctx)'],
    ['const user = await log(ctx.ip); check(user);', 'check(user)'],
    ['(async () => { if (!ctx.ip) throw problem(403); })();', '(async () => { if (!ctx.ip) throw problem(403); })()'],
    ['const guard = async () => { if (!ctx.ip) throw problem(403); }; guard();', 'guard()'],
    ['rules.check(ctx);', 'rules.check(ctx)'],
    ['Rules.check(ctx);', 'Rules.check(ctx)'],
    ['const own = { async requireKey() { throw problem(401); } }; own.requireKey();', 'own.requireKey()'],
    ['const own = { guard: async () => ctx.throw(401) }; own.guard();', 'own.guard()'],
    ['class Own { async guard() { throw problem(401); } } new Own().guard();', 'new Own().guard()'],
    ['class Own { guard = async () => ctx.throw(401); } const own = new Own(); own.guard();', 'own.guard()'],
    [
      'ctx.roles.forEach(async (role: string) => { if (role !== ctx.ip) throw problem(403); });',
      'async (role: string) => { if (role !== ctx.ip) throw problem(403); }',
    ],
    ['ctx.items.forEach(requireAdmin);', 'requireAdmin'],
    ['ctx.items.map(requireAdmin);', 'requireAdmin'],
    ['await ctx.items.map(rules.check);', 'rules.check'],
    ['await Promise.allSettled([log(ctx.ip), requireAdmin(ctx)]);', 'requireAdmin(ctx)'],
    ['await Promise.allSettled(ctx.items.map(requireAdmin));', 'requireAdmin'],
    ['requireAdmin(ctx).then(() => log(ctx.ip));', 'requireAdmin(ctx).then(() => log(ctx.ip))'],
    ['const guard = () => ctx.throw(403); const run = async () => guard(); run();', 'run()'],
    ['requireAdmin(ctx).catch(() => ctx.throw(403));', 'requireAdmin(ctx).catch(() => ctx.throw(403))'],
    ['requireAdmin(ctx).catch((e) => { log(e); throw e; });', 'requireAdmin(ctx).catch((e) => { log(e); throw e; })'],
    [
      'isAdmin(ctx).then((ok) => { if (!ok) throw problem(403); });',
      'isAdmin(ctx).then((ok) => { if (!ok) throw problem(403); })',
    ],
    [
      'ctx.user().then((user) => { if (!user) ctx.throw(401); });',
      'ctx.user().then((user) => { if (!user) ctx.throw(401); })',
    ],
    ['requireAdmin(ctx).then(() => refuse(ctx));', 'requireAdmin(ctx).then(() => refuse(ctx))'],
    ['const ok = ctx.ip && isAdmin(ctx); if (!ok) throw problem(403);', 'ok'],
    ['const ok = ctx.ip === "" || isAdmin(ctx); if (!ok) throw problem(403);', 'ok'],
    ['const ok = ctx.ip === "" ? true : isAdmin(ctx); if (!ok) throw problem(403);', 'ok'],
    ['requireKey(ctx);', 'requireKey(ctx)'],
    ['await requireKey(ctx);', 'requireKey(ctx)'],
    ['async function* requireIp() { if (!ctx.ip) throw problem(401); } await requireIp();', 'requireIp()'],
    ['const own = { *check() { return problem(401); } }; own.check();', 'own.check()'],
    ['function* isKey() { yield 1; return ctx.ip === "a"; } if (!isKey()) throw problem(401);', 'isKey()'],
  ])('reports %s', (body, span) => {
    expect(inMiddleware(body)).toEqual([`error ${span}`]);
  });

  it.each([
    'await requireAdmin(ctx);',
    'for (const each of requireKey(ctx)) log(each);',
    'requireKey(ctx).next();',
    'if (!requireKey(ctx).next().done) throw problem(401);',
    'const steps = requireKey(ctx); if (steps) await ctx.run(steps);',
    'await ctx.run(requireKey(ctx));',
    'function* some() { yield ctx.ip; } some();',
    'function* all() { yield* requireKey(ctx); } for (const each of all()) log(each);',
    'const done = requireAdmin(ctx); await done;',
    'await Promise.all([requireAdmin(ctx), log(ctx.ip)]);',
    'requireAdmin(ctx).catch(ctx.onerror);',
    'requireAdmin(ctx).then(log).catch(ctx.onerror);',
    'requireAdmin(ctx).then(log, ctx.onerror);',
    'requireAdmin(ctx).catch((e) => { if (e.status === 500) throw e; });',
    'await requireAdmin(ctx).catch(() => ctx.throw(403));',
    'await isAdmin(ctx).then((ok) => { if (!ok) throw problem(403); });',
    'ctx.user().then((user) => { if (!user) ctx.throw(401); }).catch(log);',
    'ctx.user().then((user) => { log(user); });',
    'const done = ctx.ip && log(ctx.ip); if (done) await done;',
    'const done = ctx.ip ? log(ctx.ip) : undefined; if (done) ctx.wait(done);',
    'await requireAdmin(ctx).then(log);',
    'await rules.check(ctx);',
    'rules.log(ctx.ip);',
    'const own = { get guard() { return log; }, async guard2() {} }; own.guard(); own.guard2();',
    'let own = { async guard() { throw problem(401); } }; own = ctx.own; own.guard();',
    'await Promise.all(ctx.items.map(requireAdmin));',
    'const done = await Promise.allSettled([requireAdmin(ctx)]); if (done.some((one) => one.status === "rejected")) throw problem(403);',
    'ctx.items.forEach(refuse);',
    'ctx.items.forEach(async (item: string) => { await log(item); });',
    "await requireRole('a')(ctx);",
    'const guard = requireRole(ctx.ip); await guard(ctx);',
    'const error = check(ctx); if (error) throw error;',
    'refuse(ctx);',
    'log(ctx.ip);',
    'void log(ctx.ip);',
    'mail(ctx.ip);',
    'watch(ctx.app);',
    'wrapped(ctx);',
    'isElsewhere(ctx);',
    'ctx.guards.forEach((requireAdmin: any) => { requireAdmin(ctx); });',
    'let guard = async () => { throw problem(403); }; guard = log; guard();',
    'if (!ctx.ip) return requireAdmin(ctx);',
  ])('accepts %s', (body) => {
    expect(inMiddleware(body)).toEqual([]);
  });
});

describe('the result of a predicate that nothing uses', () => {
  it.each([
    ['isAdmin(ctx);', 'isAdmin(ctx)'],
    ['await isAdmin(ctx);', 'isAdmin(ctx)'],
    ['const hasAccess = (one: any) => one.ip !== ""; hasAccess(ctx);', 'hasAccess(ctx)'],
    ['const authorize = (one: any) => { return one.ip !== ""; }; await authorize(ctx);', 'authorize(ctx)'],
  ])('reports %s', (body, span) => {
    expect(inMiddleware(body)).toEqual([`error ${span}`]);
  });

  it.each([
    'const authorize = (one: any) => { if (one.ip === "") throw problem(404); return true; }; authorize(ctx);',
    'const hasAccess = (one: any) => { log(one.ip); return true; }; hasAccess(ctx);',
    'const canvas = (one: any) => one.ip; canvas(ctx);',
    'isElsewhere(ctx);',
    'const ok = await isAdmin(ctx); log(ok);',
  ])('accepts %s', (body) => {
    expect(inMiddleware(body)).toEqual([]);
  });
});

describe('a promise as a condition', () => {
  it.each([
    ['if (!isAdmin(ctx)) throw problem(403);', 'isAdmin(ctx)'],
    ['if (isAdmin(ctx)) return next();', 'isAdmin(ctx)'],
    ['if (ctx.ip && isAdminToo(ctx)) return next();', 'isAdminToo(ctx)'],
    ['const ok = isAdmin(ctx); if (!ok) throw problem(403);', 'ok'],
    ['const ok = Boolean(isAdmin(ctx)); if (!ok) throw problem(403);', 'isAdmin(ctx)'],
    ['return isAdmin(ctx) ? next() : undefined;', 'isAdmin(ctx)'],
    ['guards.isAdmin(ctx) || ctx.throw(403);', 'guards.isAdmin(ctx)'],
    ['ctx.assert(isAdmin(ctx), 403);', 'isAdmin(ctx)'],
    ['if (isAdmin(ctx) === false) throw problem(403);', 'isAdmin(ctx)'],
    ['const ok = isAdmin(ctx); if (ok !== true) throw problem(403);', 'ok'],
    ['const user = isAdmin(ctx); if (user.role !== ctx.ip) throw problem(403);', 'user'],
    ['const { role } = isAdmin(ctx); if (role !== ctx.ip) throw problem(403);', 'isAdmin(ctx)'],
    ["if (!['a'].some((role) => isAdmin(ctx, role))) throw problem(403);", 'isAdmin(ctx, role)'],
    ["if (['a'].every(async (role) => role === ctx.ip)) return next();", 'async (role) => role === ctx.ip'],
    ['const ok = [ctx].filter(isAdmin).length > 0; if (!ok) throw problem(403);', 'isAdmin'],
  ])('reports %s', (body, span) => {
    expect(inMiddleware(body)).toEqual([`error ${span}`]);
  });

  it.each([
    'if (!(await isAdmin(ctx))) throw problem(403);',
    'const ok = isAdmin(ctx); if (!(await ok)) throw problem(403);',
    'const ok = await isAdmin(ctx); if (!ok) throw problem(403);',
    'if (isElsewhere(ctx)) return next();',
    'const ok = ctx.ip && isAdmin(ctx); await ok;',
    'ctx.assert(await isAdmin(ctx), 403);',
    'const { length } = [isAdmin(ctx)]; if (length === 0) throw problem(403);',
    'return isAdmin(ctx).then((ok) => { if (!ok) throw problem(403); });',
    'const ok = await ctx.req.some(isAdmin); if (!ok) throw problem(403);',
    'const ok = await Promise.all([ctx].map(isAdmin)); if (!ok.some(Boolean)) throw problem(403);',
    "if (!['a'].some((role) => role === ctx.ip)) throw problem(403);",
    'if ([ctx].find(isElsewhere)) return next();',
  ])('accepts %s', (body) => {
    expect(inMiddleware(body)).toEqual([]);
  });

  it.each([
    ['!!isAdmin(ctx)', ['error isAdmin(ctx)']],
    ['isAdmin(ctx) && true', ['error isAdmin(ctx)']],
    ['ctx.ip !== "" && isAdmin(ctx)', []],
    ['isAdmin(ctx)', []],
  ])('checks the authorize %s', (result, reports) => {
    const text = `import { isAdmin } from '../guards.ts';\nexport const authorize = (ctx: any) => ${result};\n`;
    expect(found('_middleware.ts', text)).toEqual(reports);
  });
});

describe('a refusal in spite of which the operation runs', () => {
  const inOwn = (body: string): string[] =>
    found(
      '_middleware.ts',
      `import { problem } from 'unplugin-operations/koa';\nexport default async (ctx: any, next: any) => { ${body} };`,
    );

  it.each([
    ['ctx.status = 401; await next();', 'error ctx.status = 401'],
    ["ctx.redirect('/login'); await next();", "error ctx.redirect('/login')"],
    ['if (!ctx.ip) { ctx.status = 403; ctx.body = "no"; } await next();', 'error ctx.status = 403'],
    ["if (!ctx.ip) ctx.redirect('/login'); return next();", "error ctx.redirect('/login')"],
    ["!ctx.ip && ctx.response.redirect('/login'); const done = await next();", "error ctx.response.redirect('/login')"],
    ['if (ctx.ip) { ctx.status = 401; await next(); }', 'error ctx.status = 401'],
    ['if (!ctx.ip) ctx.status = 401; try { await next(); } finally { ctx.app.emit("end"); }', 'error ctx.status = 401'],
    ['if (!ctx.ip) ctx.status = 401; return next().then(() => undefined);', 'error ctx.status = 401'],
    ['await next(); if (!ctx.ip) ctx.throw(403);', 'warning ctx.throw(403)'],
    ['await next(); if (!ctx.auth.user.isAdmin) throw problem(403);', 'warning throw problem(403);'],
    ['await next(); ctx.assert(ctx.state.user, 401);', 'warning ctx.assert(ctx.state.user, 401)'],
    ['await next(); if (!ctx.ip) { ctx.body = null; ctx.status = 403; }', 'warning ctx.status = 403'],
  ])('reports %s', (body, report) => {
    expect(inOwn(body)).toEqual([report]);
  });

  it.each([
    'if (!ctx.ip) { ctx.status = 401; return; } await next();',
    "if (!ctx.ip) return ctx.redirect('/login'); await next();",
    'if (ctx.ip) await next(); else ctx.status = 401;',
    'ctx.status = 401; if (!ctx.ip) return; await next();',
    'ctx.status = 401; if (ctx.ip) await next();',
    'if (ctx.ip) { await next(); return; } ctx.throw(403);',
    "await next(); if (ctx.status === 401) ctx.redirect('/login');",
    "await next(); ctx.redirect('/shop');",
    'await next(); if (ctx.body.owner !== ctx.ip) ctx.throw(403);',
    'await next(); ctx.assert(ctx.body.owner === ctx.ip, 403);',
    'try { await next(); } catch (error) { if (!ctx.ip) throw problem(403); throw error; }',
    'ctx.status = 202; await next();',
    'ctx.onerror = () => { ctx.status = 401; }; await next();',
  ])('accepts %s', (body) => {
    expect(inOwn(body)).toEqual([]);
  });
});

describe('a module that the build reads', () => {
  const CALLS = "import { requireAdmin } from './guards.ts';\n";
  const WRAPS = `${CALLS}export default async (ctx: any, next: any) => { requireAdmin(ctx); await next(); };`;
  const OWN =
    'const requireKey = async (ctx: any) => ctx.throw(401);\nexport const check = async (ctx: any) => { requireKey(ctx); };';
  const MORE: Readonly<Record<string, string>> = {
    ...MODULES,
    'app/wraps.ts': WRAPS,
    'app/passes.ts': "export { default } from './wraps.ts';",
    'app/own.ts': OWN,
  };
  it.each([
    ["export { default } from '../wraps.ts';", 'app/wraps.ts requireAdmin(ctx)'],
    ["export { default } from '../passes.ts';", 'app/wraps.ts requireAdmin(ctx)'],
    [
      "import { check } from '../own.ts';\nexport default async (ctx: any, next: any) => { await check(ctx); await next(); };",
      'app/own.ts requireKey(ctx)',
    ],
  ])('reports the calls of the module of %s', (text, reported) => {
    const files = { 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': text };
    const { diagnostics } = compile(files, { readFile: (file) => MORE[file] });
    const reports = diagnostics.map((each) => `${each.at.source.file} ${brief(each)[1]}`);
    expect(reports).toEqual([reported]);
  });
});

describe('a file by itself', () => {
  const LOCAL = `const { problem } = require('unplugin-operations/koa');
const requireAdmin = async (ctx) => { if (!ctx.get('x')) throw problem(403); };
const isAdmin = async (ctx) => ctx.get('x') === 'k';
`;
  it.each([
    ['one.cjs', '/** Some. */\nmodule.exports = (ctx) => { requireAdmin(ctx); };', 'requireAdmin(ctx)'],
    ['one.cjs', '/** Some. */\nmodule.exports = (ctx) => !isAdmin(ctx) && ctx.throw(403);', 'isAdmin(ctx)'],
    ['_guard.cjs', 'exports.authorizeAll = (ctx) => { requireAdmin(ctx); };', 'requireAdmin(ctx)'],
  ])('reports in %s: %s', (path, text, span) => {
    expect(found(path, LOCAL + text)).toEqual([`error ${span}`]);
  });

  it('shows the fix only where await is allowed', () => {
    const fixes = ['async (ctx)', '(ctx)'].map((params) => {
      const text = `${LOCAL}/** Some. */\nmodule.exports = ${params} => { requireAdmin(ctx); };`;
      return compile({ 'one.cjs': text }).diagnostics.find(({ code }) => code === 'ineffective-guard')?.fix?.title;
    });
    expect(fixes).toEqual(['Write "await"', undefined]);
  });
});

describe('a default of the second parameter', () => {
  const inHandler = (text: string): string[] => found('two.ts', `/** Some. */\n${text}`);
  it.each([
    ['export function del(ctx, user = requireUser(ctx)) {}', 'user = requireUser(ctx)'],
    ['export default async (ctx: any, { name }: User = getUser(ctx)) => name', '{ name }: User = getUser(ctx)'],
    ['export default function (this: void, ctx: any, db = pool) {}', 'db = pool'],
    ['const del = (ctx, user = requireUser(ctx)) => user;\nexport { del as default };', 'user = requireUser(ctx)'],
  ])('gets an error, because the argument is next: %s', (text, at) => {
    expect(inHandler(text)).toEqual([`error ${at}`]);
  });

  it('gets an error in a _middleware file', () => {
    const text = '(ctx: any, user = requireUser(ctx)) => {}';
    const error = 'error user = requireUser(ctx)';
    expect(found('_middleware.ts', `export default ${text};`)).toEqual([error]);
    expect(found('_middleware.ts', `export default [${text}, ${text}];`)).toEqual([error, error]);
  });

  it.each([
    'export default (ctx: any, next = () => {}) => next()',
    'export default (ctx: any, next: any, user = requireUser(ctx)) => user',
    'export default (ctx = {}) => ctx',
    'export default named((ctx: any, user = requireUser(ctx)) => user)',
    "export const authorize = (ctx: any, user = requireUser(ctx)) => user.name === 'a';\nexport default () => {}",
  ])('gets none in %s', (text) => {
    expect(inHandler(text)).toEqual([]);
  });
});
