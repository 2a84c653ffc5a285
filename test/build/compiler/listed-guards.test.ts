import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const GUARDS = `
    export const requireAdmin = async (ctx: any) => { if (!ctx.get('x')) throw problem(403); };
    export const requireSync = (ctx: any) => { if (!ctx.get('x')) throw problem(403); };
    export const isAdmin = async (ctx: any) => ctx.get('x') === 'a';
    export const isLocal = (ctx: any) => ctx.ip === '';
    export const log = async (ctx: any) => { ctx.log(ctx.ip); };
    export const all = [requireSync, requireAdmin];
    export const checks = [isLocal, isAdmin];`;
const IMPORT = "import { problem } from 'unplugin-operations/koa';\n";
const input = { readFile: (file: string) => (file === 'app/guards.ts' ? `${IMPORT}${GUARDS}` : undefined) };

/** The diagnostics of middleware whose guards are of another module, and of that whose guards are in its file. */
function found(body: string): string[][] {
  const imported = "import { all, checks, isAdmin, isLocal, log, requireAdmin, requireSync } from '../guards.ts';";
  return [imported, GUARDS.replaceAll('export ', '')].map((head) => {
    const text = `${IMPORT}${head}\nexport default async (ctx: any, next: any) => { ${body} await next(); };`;
    return compile({ 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': text }, input)
      .diagnostics.filter(({ code }) => code === 'ineffective-guard')
      .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`);
  });
}

describe('guards in a list that nothing waits for', () => {
  it.each([
    ['const guards = [requireAdmin]; for (const guard of guards) guard(ctx);', 'guard(ctx)'],
    ['const guards = [requireSync, log, requireAdmin]; for (const guard of guards) guard(ctx);', 'guard(ctx)'],
    ['for (const guard of all) { guard(ctx); }', 'guard(ctx)'],
    ['for (const guard of [requireAdmin, log]) guard(ctx);', 'guard(ctx)'],
    ['all.forEach((guard) => guard(ctx));', '(guard) => guard(ctx)'],
    ['all.forEach((guard) => { guard(ctx); });', 'guard(ctx)'],
    ['all.forEach(async (guard) => { await guard(ctx); });', 'async (guard) => { await guard(ctx); }'],
    ['await Promise.allSettled(all.map((guard) => guard(ctx)));', '(guard) => guard(ctx)'],
    ['await Promise.allSettled([requireAdmin, log].map((guard) => guard(ctx)));', '(guard) => guard(ctx)'],
    ['all.map((guard) => guard(ctx));', '(guard) => guard(ctx)'],
    ['if (!checks.every((check) => check(ctx))) throw problem(403);', 'check(ctx)'],
    ['for (const check of checks) if (!check(ctx)) throw problem(403);', 'check(ctx)'],
  ])('reports %s', (body, span) => {
    expect(found(body)).toEqual([[`error ${span}`], [`error ${span}`]]);
  });

  it.each([
    'for (const guard of all) await guard(ctx);',
    'await Promise.all(all.map((guard) => guard(ctx)));',
    'for (const guard of [requireSync, log]) guard(ctx);',
    '[requireSync, log].forEach((guard) => guard(ctx));',
    'for (const check of checks) if (!(await check(ctx))) throw problem(403);',
    'if (![isLocal].every((check) => check(ctx))) throw problem(403);',
    'let guards = [requireAdmin]; guards = ctx.guards; for (const guard of guards) guard(ctx);',
    'for (const guard of ctx.guards) guard(ctx);',
    'for (const guard of all) ctx.use(guard);',
    'for (const { guard } of ctx.all) guard(ctx);',
    'const own = [run]; for (const one of own) { const run = () => one(ctx); one(ctx); }',
    'const own = [run]; for (const one of own) { const run = async () => { await one(ctx); }; one(ctx); }',
  ])('accepts %s', (body) => {
    expect(found(body)).toEqual([[], []]);
  });
});

describe('promises in a list that a condition tests', () => {
  it.each([
    ['const oks = all.map(async (r) => isLocal(r)); if (!oks.every((ok) => ok)) throw problem(401);', 'oks'],
    ['const oks = all.map((r) => isAdmin(ctx)); if (oks.includes(false)) throw problem(401);', 'oks'],
    ['const oks = all.map(isAdmin); if (!oks.some(Boolean)) throw problem(401);', 'oks'],
    ['const oks = all.map(isAdmin); if (oks.filter(Boolean).length === 0) throw problem(401);', 'oks'],
    ['const oks = all.map(isAdmin); if (oks.some((ok) => !ok)) throw problem(401);', 'oks'],
    ['if (!all.map(isAdmin).every((ok) => ok === true)) throw problem(401);', 'all.map(isAdmin)'],
  ])('reports %s', (body, span) => {
    expect(found(body)).toEqual([[`error ${span}`], [`error ${span}`]]);
  });

  it.each([
    'const oks = await Promise.all(all.map(isAdmin)); if (!oks.every((ok) => ok)) throw problem(401);',
    'const oks = all.map(isLocal); if (!oks.every((ok) => ok)) throw problem(401);',
    'let oks: any = all.map(isAdmin); oks = await Promise.all(oks); if (oks.includes(false)) throw problem(401);',
    'const oks = all.map(async (r) => r); const kept = oks.filter((ok) => ok.name === r); await Promise.all(kept);',
    'const oks = all.map((r) => find(r)); if (!oks.every(Boolean)) throw problem(401);',
  ])('accepts %s', (body) => {
    expect(found(body)).toEqual([[], []]);
  });
});

describe('a problem that a list gets', () => {
  it.each([
    ['all.forEach((r) => { if (!ctx.get(r)) return problem(403); });'],
    ['all.forEach((r) => ctx.get(r) || problem(403));'],
    ['all.forEach(function (r) { if (!ctx.get(r)) return problem(403); return null; });'],
    ['all.map((r) => ctx.get(r) ?? problem(401));'],
    ['await Promise.all(all.map(async (r) => { if (!(await find(r))) return problem(403); }));'],
    ['all.every((r) => ctx.get(r) || problem(403));'],
    ['all.forEach(makes);'],
    ['all.forEach((r) => makes(ctx, r));'],
  ])('Nothing throws it: %s', (body) => {
    const makes = "const makes = (ctx: any, r: any) => { if (ctx.get(r) !== 'a') return problem(403); };";
    expect(found(`${makes} ${body}`)).toEqual([[expect.any(String)], [expect.any(String)]]);
  });

  it.each([
    'all.forEach((r) => { if (!ctx.get(r)) throw problem(403); });',
    'const errors = all.map((r) => problem(r)); log(errors); throw errors[0];',
    'const [error] = await Promise.all(all.map(async (r) => (await find(r)) ?? problem(403))); if (error) throw error;',
    'const errors: any[] = []; all.forEach((r) => errors.push(problem(r))); log(errors);',
    'await Promise.all(all.map(async (r) => (await find(r)) === 1));',
    'all.forEach((r) => { ctx.on(r, () => problem(403)); });',
  ])('Code throws it, or gets the list: %s', (body) => {
    expect(found(body)).toEqual([[], []]);
  });
});

describe('a guard that is called by its place', () => {
  it.each([
    ['const guards = [requireAdmin]; guards[0](ctx);', 'guards[0](ctx)'],
    ['const guards = [log, requireAdmin] as const; guards[1](ctx);', 'guards[1](ctx)'],
    ['const guards = { staff: [log, requireAdmin] }; guards.staff[1](ctx);', 'guards.staff[1](ctx)'],
    ['const guards = [[requireAdmin]]; guards[0][0](ctx);', 'guards[0][0](ctx)'],
    ['const guards = { 0: requireAdmin }; guards[0](ctx);', 'guards[0](ctx)'],
    ['const guards = [isAdmin]; if (!guards[0](ctx)) throw problem(403);', 'guards[0](ctx)'],
    ['const guards = [(ctx: any) => ctx.ip === "1"]; guards[0](ctx);', 'guards[0](ctx)'],
  ])('reports an item of a list: %s', (body, span) => {
    expect(found(body)).toEqual([[`error ${span}`], [`error ${span}`]]);
  });

  it.each([
    'const guards = [requireAdmin]; await guards[0](ctx);',
    'const guards = [log, requireAdmin]; guards[0](ctx);',
    'const guards = [...ctx.guards, requireAdmin]; guards[1](ctx);',
    'const guards = [requireAdmin]; guards[1](ctx);',
    'const guards = [requireSync, requireAdmin]; guards[ctx.index](ctx);',
    'let guards = [requireAdmin]; guards = ctx.guards; guards[0](ctx);',
  ])('accepts another item, and one that is waited for: %s', (body) => {
    expect(found(body)).toEqual([[], []]);
  });

  const ofCommonJs = (code: string, body: string): readonly string[] => {
    const text = `const { problem } = require('unplugin-operations/koa');\n${code}\n/** It. */\nexports.default = async (ctx) => { ${body} };`;
    return compile({ 'one.cjs': text })
      .diagnostics.filter((each) => each.code === 'ineffective-guard')
      .map((diagnostic) => brief(diagnostic)[1]!);
  };
  const CHECK = "exports.check = async (ctx) => { if (!ctx.get('x')) throw problem(403); };";

  it.each([
    [CHECK, 'exports.check(ctx);', 'exports.check(ctx)'],
    [CHECK, 'module.exports.check(ctx);', 'module.exports.check(ctx)'],
    [CHECK.replace('exports', 'module.exports'), 'exports.check(ctx);', 'exports.check(ctx)'],
    ["exports.isLocal = (ctx) => ctx.ip === '1';", 'exports.isLocal(ctx);', 'exports.isLocal(ctx)'],
  ])('reports an export of CommonJS: %s %s', (code, body, span) => {
    expect(ofCommonJs(code, body)).toEqual([span]);
  });

  it.each([
    [CHECK, 'await exports.check(ctx);'],
    [CHECK, 'exports.other(ctx);'],
    [`${CHECK}\nexports.check = (ctx) => { ctx.log(1); };`, 'exports.check(ctx);'],
    [`const run = (exports) => exports.check(1);\n${CHECK}`, 'run({ check() {} });'],
  ])('accepts another export of CommonJS, and one that is waited for: %s %s', (code, body) => {
    expect(ofCommonJs(code, body)).toEqual([]);
  });
});
