import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const found = (text: string): string[] =>
  [
    {
      'admin/_middleware.js': `${text}\nexport default (ctx, next) => next();`,
      'admin/@get.js': '/** Some. */\nexport default () => {};',
    },
    { 'admin/@get.js': `${text}\n/** Some.\n * @throws 403 No */\nexport default () => {};` },
  ].flatMap((files) =>
    compile(files)
      .diagnostics.filter(({ code }) => code === 'lost-guard')
      .map(
        (diagnostic) => `${diagnostic.severity} ${String(brief(diagnostic)[1]).split(/[ (]/).slice(0, 2).join(' ')}`,
      ),
  );

describe('a guard that a file neither calls nor exports', () => {
  it.each([
    ['const guard = (ctx, next) => { throw problem(403); };', 'const guard'],
    ['function check(ctx) { if (!ctx.get("x")) ctx.throw(401); }', 'function check'],
    ['const requireAdmin = (ctx) => check(ctx.get("x"));', 'const requireAdmin'],
    ["import { requireRole } from '../roles.js';\nconst admin = requireRole('admin');", 'const admin'],
    ["import { requireRole } from '../roles.js';", 'requireRole'],
    ["import adminOnly from '../roles.js';", 'adminOnly'],
    ["import { check as checkRole } from '../roles.js';", 'check as'],
  ])('warns of %s', (text, span) => {
    expect(found(text)).toEqual([`warning ${span}`, `warning ${span}`]);
  });

  it.each([
    'const guard = (ctx) => { throw problem(403); };\nexport const other = [guard];',
    'function check(ctx) { ctx.throw(401); }\ncheck({});',
    "import { requireRole } from '../roles.js';\nexport { requireRole };",
    "import type { Middleware } from 'unplugin-operations/koa';",
    "import { load } from '../roles.js';",
    'const double = (n) => n * 2;',
    'const STATUS = 403;',
    'function missing() { throw problem(404); }',
  ])('accepts %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('a guard in another function, which that does not call', () => {
  const inner = (body: string): string[] =>
    compile({
      '_middleware.js': `export default async (ctx, next) => { ${body} await next(); };`,
      'admin/@get.js': `/** Some.\n * @throws 401 No */\nexport default (ctx) => { ${body} };`,
    })
      .diagnostics.filter(({ code }) => code === 'lost-guard')
      .map((diagnostic) => diagnostic.message);

  it.each([
    "const check = () => { if (!ctx.get('x')) throw problem(401); };",
    'function check() { ctx.throw(403); }',
    'const check = async function () { ctx.status = 403; };',
  ])('Nothing calls it: %s', (body) => {
    const message = 'Nothing calls "check". Call it, or remove it.';
    expect(inner(body)).toEqual([message, message]);
  });

  it.each([
    'const check = () => ctx.throw(401); check();',
    'const check = () => ctx.throw(401); ctx.checks.push(check);',
    'const check = () => ctx.throw(401); ctx.state = { check };',
    'const check = () => ctx.throw(404);',
    'ctx.run(function check() { ctx.throw(403); });',
    'return { check() { ctx.throw(403); } };',
  ])('Something calls it, or it refuses nothing: %s', (body) => {
    expect(inner(body)).toEqual([]);
  });

  it('A namespace exports it', () => {
    const text = 'namespace Guards { export function check(ctx: any) { ctx.throw(403); } }';
    const files = {
      '_middleware.ts': `${text}\nexport default (ctx: any, next: any) => { Guards.check(ctx); return next(); };`,
    };
    expect(compile(files).diagnostics.filter(({ code }) => code === 'lost-guard')).toEqual([]);
  });
});
