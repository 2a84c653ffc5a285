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
  ])('warns of %s', (text, span) => {
    expect(found(text)).toEqual([`warning ${span}`, `warning ${span}`]);
  });

  it.each([
    'const guard = (ctx) => { throw problem(403); };\nexport const other = [guard];',
    'function check(ctx) { ctx.throw(401); }\ncheck({});',
    'const double = (n) => n * 2;',
    'const STATUS = 403;',
    'function missing() { throw problem(404); }',
  ])('accepts %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});
