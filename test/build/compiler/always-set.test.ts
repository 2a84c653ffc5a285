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

describe('A test of a list', () => {
  it.each([
    [
      'if (!db.rows.filter((each: any) => each.id === ctx.key)) throw problem(403);',
      '!db.rows.filter((each: any) => each.id === ctx.key)',
    ],
    ['const own = db.rows.filter((each: any) => each.id === ctx.key); if (!own) ctx.throw(403);', '!own'],
    [
      'if (db.rows.flatMap((each: any) => each.roles) === undefined) throw problem(403);',
      'db.rows.flatMap((each: any) => each.roles) === undefined',
    ],
    ['ctx.assert(db.rows.map((each: any) => each.id), 403);', 'db.rows.map((each: any) => each.id)'],
    [
      'const isOwn = (each: any) => each.id === 1; if (!db.rows.filter(isOwn)) throw problem(403);',
      '!db.rows.filter(isOwn)',
    ],
    ['if (!Object.keys(ctx.state)) throw problem(403);', '!Object.keys(ctx.state)'],
    ['Object.entries(ctx.state) || ctx.throw(403);', 'Object.entries(ctx.state)'],
    ["const roles = ctx.get('X-Roles').split(','); if (!roles) throw problem(403);", '!roles'],
    ["const roles = ctx.get('X-Roles').split(',').slice(1); if (!roles) throw problem(403);", '!roles'],
    ["const roles = ['a'].concat(db.roles); if (!roles) throw problem(403);", '!roles'],
    ['if (!db.rows.toSorted()) throw problem(403);', '!db.rows.toSorted()'],
    ["const admins = ['a']; if (!admins.indexOf(ctx.key)) throw problem(403);", '!admins.indexOf(ctx.key)'],
    ["if (!['a'].indexOf(ctx.key)) throw problem(403);", "!['a'].indexOf(ctx.key)"],
    ['const rows = db.rows.filter((each: any) => each.id === 1); if (rows) return rows; throw problem(403);', 'rows'],
    ['const isOwn = !!db.rows.filter((each: any) => each.id === 1); if (!isOwn) throw problem(403);', '!isOwn'],
    ['if (!Object.keys(ctx.state) && !ctx.key) throw problem(403);', '!Object.keys(ctx.state)'],
    ['if (Boolean(Object.keys(ctx.state)) !== true) throw problem(403);', 'Boolean(Object.keys(ctx.state)) !== true'],
    ['return Object.keys(ctx.state) ? next() : ctx.throw(403);', 'Object.keys(ctx.state)'],
    ['const at = db.rows.findIndex((each: any) => each.id === 1); if (!at) throw problem(403);', '!at'],
  ])('It never refuses: %s', (body, span) => {
    expect(found(body)).toEqual([`warning ${span}`]);
  });

  it.each([
    'if (!db.rows.filter((each: any) => each.id === ctx.key).length) throw problem(403);',
    'if (!db.rows.find((each: any) => each.id === ctx.key)) throw problem(403);',
    'if (!db.rows?.filter((each: any) => each.id === ctx.key)) throw problem(403);',
    'if (!db.find()?.rows.map((each: any) => each.id)) throw problem(403);',
    'if (!db.filter(ctx.key)) throw problem(403);',
    'const rows = db.rows.filter((each: any) => each.id === 1); if (rows) ctx.rows = rows; throw problem(403);',
    'if (!Object.keys(ctx.state) || !ctx.key) throw problem(403);',
    'if (!Object.keys(ctx.state)) throw new TypeError();',
    'if (!(await db.filter((each: any) => each.id))) throw problem(403);',
    'if (!ctx.path.slice(1)) throw problem(403);',
    "if (!ctx.key.concat('a')) throw problem(403);",
    "if (!ctx.path.indexOf('/admin')) throw problem(403);",
    'if (!known.indexOf(ctx.key)) throw problem(403);',
    'const rows = db.rows.map((each: any) => each.id); if (rows) ctx.rows = rows;',
    'if (db.rows.filter((each: any) => each.isBlocked)) throw problem(403);',
    'let rows = db.rows.map((each: any) => each.id); rows = null; if (!rows) throw problem(403);',
  ])('It can refuse, or does not have to: %s', (body) => {
    expect(found(body)).toEqual([]);
  });
});
