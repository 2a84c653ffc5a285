import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';

const CHECK = "const check = async (ctx) => { if (ctx.get('X') !== 'k') throw problem(403); };";
const RULE = "const isAdmin = async (ctx) => ctx.get('X') === 'k';";
const PLAIN = "const isAdmin = (ctx) => ctx.get('X') === 'k';";

/** What a `_middleware` file of some statements and a last expression reports. */
function reportedIn(statement: string, body: string): [string, string][] {
  const text = `${statement}\nexport default async (ctx, next) => ${body};\n`;
  return compile({ 'a/_middleware.ts': text, 'a/b.ts': '/** B. */\nexport default () => {};' })
    .diagnostics.filter(({ code }) => code === 'ineffective-guard')
    .map(({ severity, message }) => [severity, message]);
}

describe('a guard without effect', () => {
  it.each([
    ['a rule that is not called', PLAIN, '{ if (!isAdmin) return; return next(); }', 'is not called'],
    ['a rule whose result nothing uses', PLAIN, '{ isAdmin(ctx); return next(); }', 'nothing uses the result'],
    [
      'a factory as a condition',
      'const hasRole = (role) => (ctx) => ctx.role === role;',
      "{ if (!hasRole('a')) ctx.throw(404); return next(); }",
      'that nothing calls',
    ],
    ['a limit', '', "{ ctx.rateLimits.consume('a', 5); return next(); }", 'returns a promise that nothing waits for'],
    [
      'a function with a limit',
      "const limit = async ({ rateLimits }) => { await rateLimits.consume('a', 5); };",
      '{ limit(ctx); return next(); }',
      'returns a promise that nothing waits for',
    ],
    [
      'an error that gets its status later',
      'async function check(ctx) { if (!ctx.x) { const error = new Error(); error.status = 403; throw error; } }',
      '{ check(ctx); return next(); }',
      'returns a promise that nothing waits for',
    ],
    [
      'an error in a constant',
      'async function check(ctx) { const error = Object.assign(new Error(), { status: 404 }); if (!ctx.x) throw error; }',
      '{ check(ctx); return next(); }',
      'returns a promise that nothing waits for',
    ],
    [
      'an object with a status',
      'async function check(ctx) { if (!ctx.x) throw { statusCode: 403 }; }',
      '{ check(ctx); return next(); }',
      'returns a promise that nothing waits for',
    ],
    [
      'a problem in place of a property',
      "import { problem } from 'unplugin-operations/koa';\nconst users = new Map();",
      '{ ctx.state.user = users.get(ctx.key) ?? problem(401); return next(); }',
      'kept in place of a value',
    ],
    [
      'a problem in place of a constant',
      "import { problem } from 'unplugin-operations/koa';\nconst users = new Map();",
      '{ const user = users.get(ctx.key) || problem(401); ctx.state.name = user.name; return next(); }',
      'kept in place of a value',
    ],
    [
      'a problem in place of a condition',
      "import { problem } from 'unplugin-operations/koa';\nconst users = new Map();",
      '{ const isAdmin = ctx.admin || problem(403); if (isAdmin) await next(); }',
      'kept in place of a value',
    ],
    [
      'a name with other letters',
      'async function prüfe(ctx) { if (!ctx.x) throw problem(403); }',
      '{ prüfe(ctx); return next(); }',
      '"prüfe" returns a promise that nothing waits for',
    ],
    [
      'rules in a list in place',
      RULE,
      '{ if (![isAdmin].every((rule) => rule(ctx))) ctx.throw(401); return next(); }',
      'always true',
    ],
    [
      'promises in a list in place',
      RULE,
      '{ if (![isAdmin(ctx)].every(Boolean)) ctx.throw(401); return next(); }',
      'always true',
    ],
    [
      'a function in place of a promise',
      RULE,
      '{ if (!(await isAdmin)) ctx.throw(401); return next(); }',
      'not called',
    ],
    [
      'a constant of one',
      RULE,
      '{ const ok = await isAdmin; if (!ok) ctx.throw(401); return next(); }',
      'is not called',
    ],
    [
      'promises whose results nothing uses',
      RULE,
      '{ await Promise.all([isAdmin(ctx)]); return next(); }',
      'nothing uses the result',
    ],
    ['functions in place of promises', RULE, '{ await Promise.all([isAdmin]); return next(); }', 'is not called'],
    [
      'a list of results as a condition',
      RULE,
      '{ if (!(await Promise.all([isAdmin(ctx)]))) ctx.throw(401); return next(); }',
      'gives a list',
    ],
    ['a throw that is not called', '', '{ if (!ctx.key) ctx.throw; return next(); }', '"ctx.throw" is not called'],
    ['an assertion that is not called', '', '{ ctx.assert; return next(); }', '"ctx.assert" is not called'],
    ['a throw behind ||', '', '{ ctx.key || ctx.throw; return next(); }', '"ctx.throw" is not called'],
    ['a throw behind await', '', '{ if (!ctx.key) await ctx.throw; return next(); }', '"ctx.throw" is not called'],
    [
      'a problem that is not made',
      "import { problem } from 'unplugin-operations/koa';",
      '{ ctx.key ?? problem; return next(); }',
      '"problem" is not called',
    ],
  ])('reports %s', (_name, statement, body, message) => {
    expect(reportedIn(statement, body)).toEqual([['error', expect.stringContaining(message)]]);
  });

  it.each([
    'Promise.all([check(ctx), next()])',
    'next().then(() => check(ctx))',
    '{ try { await next(); } finally { await check(ctx); } }',
  ])('warns of a refusal after the operation: %s', (body) => {
    expect(reportedIn(CHECK, body)).toEqual([['warning', expect.stringContaining('has already run')]]);
  });

  it.each([
    [
      'a function that may return no promise',
      'const load = (key) => { if (!key) return; return new Promise(() => {}); };',
      '{ const row = load(ctx.key); if (!row) ctx.throw(401); return next(); }',
    ],
    [
      'a function that may return no function',
      'const filter = (key) => { if (!key) return; return () => key; };',
      '{ const run = filter(1) || ctx.run; return run(ctx, next); }',
    ],
    [
      'an object of a constructor',
      'function Row(ctx) { this.ok = ctx.get("X") === "k"; }',
      '{ const row = new Row(ctx); if (row && row.ok) return next(); ctx.throw(401); }',
    ],
    [
      'promises that are compared',
      'const load = (ctx) => Promise.resolve(ctx);\nconst rows = new Map();',
      '{ const row = load(ctx); if (rows.get(1) === row) rows.clear(); await row; return next(); }',
    ],
    [
      'a problem that is thrown',
      "import { problem } from 'unplugin-operations/koa';\nconst users = new Map();",
      '{ const fault = ctx.bad ? problem(400) : undefined; if (fault) throw fault; return next(); }',
    ],
    [
      'a problem that is tested',
      "import { problem } from 'unplugin-operations/koa';\nconst users = new Map();",
      '{ const user = users.get(1) ?? problem(401); if (user instanceof Error) ctx.throw(user); return next(); }',
    ],
    [
      'a problem that is passed on',
      "import { problem } from 'unplugin-operations/koa';\nconst users = new Map();",
      '{ const fault = ctx.bad && problem(400); return ctx.end(fault); }',
    ],
    ['limits that are waited for', '', "{ await ctx.rateLimits.consume('a', 5); return next(); }"],
    [
      'a status of something else',
      'async function log(ctx) { ctx.status = 403; const e = new Error(); throw e; }',
      '{ log(ctx.state); return next(); }',
    ],
    ['a throw that is kept', '', '{ const fail = ctx.throw; if (!ctx.key) fail(401); return next(); }'],
    ['a throw that is passed on', '', '{ run(ctx.throw, { fail: ctx.throw }); return next(); }'],
    [
      'a throw that is looked for',
      '',
      '{ if (ctx.throw) ctx.throw(404); await next(); if (!ctx.body) ctx.throw(404); }',
    ],
    ['a throw of another object', '', '{ ball.throw; expect.assert; return next(); }'],
    ['promises that are waited for', CHECK, '{ await Promise.all([check(ctx)]); return next(); }'],
    [
      'promises of constants in a list',
      RULE,
      '{ const one = isAdmin(ctx); const all = await Promise.all([one]); if (!all[0]) ctx.throw(401); return next(); }',
    ],
    ['rules that are waited for', RULE, '{ if (!(await isAdmin(ctx))) ctx.throw(401); return next(); }'],
    [
      'results that are tested',
      RULE,
      '{ const all = await Promise.all([isAdmin(ctx)]); if (!all.every(Boolean)) ctx.throw(401); return next(); }',
    ],
  ])('accepts %s', (_name, statement, body) => {
    expect(reportedIn(statement, body)).toEqual([]);
  });
});
