import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

function found(body: string): string[] {
  const text = `import { problem } from 'unplugin-operations/koa';
import { db, known } from 'elsewhere';
const guest = { name: 'guest' };
export default async (ctx: any, next: any) => { ${body} return next(); };`;
  const files = { 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': text };
  return compile(files)
    .diagnostics.filter(({ code }) => code === 'ineffective-guard')
    .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`);
}

describe('a test of a value with a default', () => {
  it.each([
    ['const user = (await db.find(ctx.key)) ?? {}; if (!user) throw problem(401);', '!user'],
    ['const user: any = (await db.find(ctx.key)) || {}; if (!user) { ctx.log(1); ctx.throw(401); }', '!user'],
    ['const user = (await db.find(ctx.key)) || guest; if (!user) throw problem(401);', '!user'],
    [
      'const user = db.find(ctx.key) ?? (null || {}); if (user === undefined) throw problem(401);',
      'user === undefined',
    ],
    ['const rows = (await db.find(ctx.key)) ?? []; if (!rows) { ctx.status = 403; return; }', '!rows'],
    ['const user = (await db.find(ctx.key)) ?? {}; if (user == null) return ctx.throw(401);', 'user == null'],
    ['const user = db.find(ctx.key) || new Map(); ctx.assert(user, 401);', 'user'],
    ['const user = db.find(ctx.key) || {}; user || ctx.throw(401);', 'user'],
  ])('It never refuses: %s', (body, span) => {
    expect(found(body)).toEqual([`warning ${span}`]);
  });

  it.each([
    'const user = (await db.find(ctx.key)) ?? {}; if (!user.id) throw problem(401);',
    'const user = (await db.find(ctx.key)) ?? null; if (!user) throw problem(401);',
    'const user = (await db.find(ctx.key)) ?? known; if (!user) throw problem(401);',
    'const user = ctx.key && {}; if (!user) throw problem(401);',
    'const user = ctx.key === 1 ?? {}; if (!user) throw problem(401);',
    'let user = (await db.find(ctx.key)) ?? {}; user = null; if (!user) throw problem(401);',
    'const user = (await db.find(ctx.key)) ?? {}; if (!user) ctx.log(1);',
    'const rows = (await db.find(ctx.key)) ?? []; if (rows.length === 0) throw problem(404);',
    'const rows = (await db.find(ctx.key)) ?? []; if (rows) ctx.rows = rows;',
    'if (ctx.a) { const user = ctx.b || {}; ctx.log(user); } const user = ctx.user; if (!user) throw problem(401);',
    'const of = () => { const user = ctx.b || {}; return user; }; const user = of().x; if (!user) throw problem(401);',
  ])('It can refuse, or does not have to: %s', (body) => {
    expect(found(body)).toEqual([]);
  });
});
