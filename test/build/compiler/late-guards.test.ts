import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const MODULES: Readonly<Record<string, string>> = {
  'app/guards.ts': `
    import { problem } from 'unplugin-operations/koa';
    export const requireAdmin = async (ctx: any) => { if (!ctx.get('x')) throw problem(403); };
    export const requireAdminSync = (ctx: any) => { if (!ctx.get('x')) throw problem(403); };
    export const requireBoth = async (ctx: any) => { await requireAdmin(ctx); };
    export const answer = (ctx: any) => { if (!ctx.get('x')) { ctx.status = 403; ctx.body = null; } };
    export const requireOwner = async (ctx: any) => { if (ctx.body.owner !== ctx.ip) throw problem(403); };
    export const requireEmpty = async (ctx: any) => { if (ctx.get('x')) throw problem(500); };
    export const tries = async (ctx: any) => { try { requireAdminSync(ctx); } catch { ctx.state.isAdmin = false; } };
    export const toShop = (ctx: any) => ctx.redirect('/shop');
    export const log = async (ctx: any) => { ctx.log(ctx.ip); };`,
  'app/shared.ts': `
    import { requireAdmin } from './guards.ts';
    export const late = async (ctx: any, next: any) => { await next(); await requireAdmin(ctx); };
    export const role = (name: string) => async (ctx: any, next: any) => { await Promise.all([requireAdmin(ctx), next()]); };`,
};
const input = { readFile: (file: string): string | undefined => MODULES[file] };
const ONE = { 'one.ts': '/** Some. */\nexport default () => {};' };
const IMPORTS = `import { answer, log, requireAdmin, requireAdminSync, requireBoth, requireEmpty, requireOwner, toShop, tries } from '../guards.ts';
import * as guards from '../guards.ts';`;
const OWN = `import { problem } from 'unplugin-operations/koa';
const requireAdmin = async (ctx: any) => { if (!ctx.get('x')) throw problem(403); };
const requireAdminSync = (ctx: any) => { if (!ctx.get('x')) throw problem(403); };`;

function found(head: string, body: string): string[] {
  const text = `${head}\nexport default async (ctx: any, next: any) => { ${body} };`;
  return compile({ ...ONE, '_middleware.ts': text }, input)
    .diagnostics.filter(({ code }) => code === 'ineffective-guard')
    .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`);
}

describe('a guard that runs after the operation, or at the same time', () => {
  it.each([
    ['await next(); await requireAdmin(ctx);', 'requireAdmin(ctx)'],
    ['await next(); requireAdminSync(ctx);', 'requireAdminSync(ctx)'],
    ['await next(); if (ctx.ip) await requireAdmin(ctx);', 'requireAdmin(ctx)'],
    ['await next(); return requireAdmin(ctx);', 'requireAdmin(ctx)'],
    ['const done = next(); await requireAdmin(ctx); await done;', 'requireAdmin(ctx)'],
    ['const check = requireAdmin(ctx); await next(); await check;', 'requireAdmin(ctx)'],
    ['const check = requireAdmin(ctx); await Promise.all([check, next()]);', 'requireAdmin(ctx)'],
    ['await Promise.all([requireAdmin(ctx), next()]);', 'requireAdmin(ctx)'],
    ['await Promise.all([next(), requireAdminSync(ctx)]);', 'requireAdminSync(ctx)'],
    ['return Promise.all([next(), requireAdmin(ctx)]);', 'requireAdmin(ctx)'],
    ['const [user] = await Promise.all([requireAdmin(ctx), next()]); ctx.log(user);', 'requireAdmin(ctx)'],
    ['await next(); await Promise.all([requireAdmin(ctx), ctx.log(ctx.ip)]);', 'requireAdmin(ctx)'],
    ['return next().then(() => requireAdmin(ctx));', '() => requireAdmin(ctx)'],
    ['await log(ctx, next); await requireAdmin(ctx, async () => {});', 'requireAdmin(ctx, async () => {})'],
    ['await store.run(ctx, next); requireAdminSync(ctx);', 'requireAdminSync(ctx)'],
    ['const done = log(ctx, next); await requireAdmin(ctx); await done;', 'requireAdmin(ctx)'],
    ['await log(ctx, next); return requireAdmin(ctx, next);', 'requireAdmin(ctx, next)'],
    ['await requireAdmin(ctx, next); await requireAdmin(ctx);', 'requireAdmin(ctx)'],
  ])('warns of %s', (body, span) => {
    expect(found(IMPORTS, body)).toEqual([`warning ${span}`]);
    expect(found(OWN, body)).toEqual([`warning ${span}`]);
  });

  it.each([
    ['await next(); await guards.requireBoth(ctx);', 'guards.requireBoth(ctx)'],
    ['await next(); answer(ctx);', 'answer(ctx)'],
  ])('warns of %s in another module', (body, span) => {
    expect(found(IMPORTS, body)).toEqual([`warning ${span}`]);
  });

  it('reports one that nothing waits for once', () => {
    expect(found(IMPORTS, 'await next(); requireAdmin(ctx);')).toEqual(['error requireAdmin(ctx)']);
    expect(found(OWN, 'await next(); requireAdmin(ctx);')).toEqual(['error requireAdmin(ctx)']);
  });

  it.each([
    'await requireAdmin(ctx); await next();',
    'requireAdminSync(ctx); await Promise.all([log(ctx), next()]);',
    'await Promise.all([requireAdminSync(ctx), next()]);',
    'const check = requireAdmin(ctx); await check; await next();',
    'await Promise.all([requireAdmin(ctx), log(ctx)]); await next();',
    'if (ctx.ip) { await next(); return; } await requireAdmin(ctx);',
    'await next(); await log(ctx);',
    'await next(); await requireOwner(ctx);',
    'await next(); await requireEmpty(ctx);',
    'await next(); await tries(ctx);',
    'await next(); toShop(ctx);',
    'await next(); if (ctx.status === 200) await requireAdmin(ctx);',
    'await next(); await requireAdmin(ctx.body);',
    'try { await next(); } catch (error) { await requireAdmin(ctx); throw error; }',
    'return next().then(() => log(ctx));',
    'if (ctx.ip) return log(ctx, next); await requireAdmin(ctx); await next();',
    'await requireAdmin(ctx); return log(ctx, next);',
    'const go = once(next); await requireAdmin(ctx); await go();',
    'const go = log.bind(null, ctx, next); await requireAdmin(ctx); await go();',
    'await log(ctx, async () => {}); await requireAdmin(ctx); await next();',
    'await log(ctx, next); await log(ctx);',
  ])('accepts %s', (body) => {
    expect(found(IMPORTS, body)).toEqual([]);
  });

  it.each(['late', "role('admin')"])('warns in a module that middleware is from: %s', (made) => {
    const text = `import { late, role } from '../shared.ts';\nexport default ${made};`;
    const { diagnostics } = compile({ ...ONE, '_middleware.ts': text }, input);
    expect(diagnostics.map(({ at, code, severity }) => `${at.source.file} ${severity} ${code}`)).toEqual([
      'app/shared.ts warning ineffective-guard',
      'app/shared.ts warning ineffective-guard',
    ]);
  });
});
