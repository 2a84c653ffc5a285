import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const HEAD = "import { problem } from 'unplugin-operations/koa';\n";

/** What a check finds in a handler with a guard of its file, and in one with the same guard of another module. */
function found(guard: string, body: string): string[][] {
  return [`${HEAD}const guard = ${guard};\n`, "import { guard } from '../guard.ts';\n"].map((head) => {
    const files = { 'one.ts': `${head}/** Some. */\nexport default async (ctx: any, next: any) => { ${body} };` };
    return compile(files, { readFile: () => `${HEAD}export const guard = ${guard};` })
      .diagnostics.filter(({ code }) => code === 'ineffective-guard')
      .map((diagnostic) => brief(diagnostic)[1]!);
  });
}

const GUARD = "(ctx: any) => { if (!ctx.get('x')) return problem(401); return { id: 1 }; }";
const GUARDS = [
  GUARD,
  `async ${GUARD}`,
  "(ctx: any) => ctx.get('x') ? { id: 1 } : problem(401)",
  "(ctx: any) => { const user = ctx.get('x'); if (!user) return problem(401); return user; }",
];

describe('a problem that a function returns, and that code keeps', () => {
  it.each(GUARDS)('Nothing tests the result: %s', (guard) => {
    for (const body of [
      'const user = await guard(ctx); return [user.id];',
      'let user; user = await guard(ctx); return [user.id];',
      'const user = (await guard(ctx)) as any; ctx.state.user = user; return next();',
      'const { id } = await guard(ctx); return [id];',
      'ctx.state.user = await guard(ctx); return next();',
      'const result = await guard(ctx); return next();',
      'const user = await guard(ctx); if (!user) throw problem(401); return [user.id];',
      'if (!(await guard(ctx))) throw problem(401); return [];',
      'return [(await guard(ctx)).id];',
    ])
      expect({ body, found: found(guard, body) }).toEqual({ body, found: [['guard(ctx)'], ['guard(ctx)']] });
  });

  it.each([
    'const user = guard(ctx); return [user.id];',
    'const { id } = guard(ctx); return [id];',
    'ctx.state.user = guard(ctx); return next();',
    'if (!guard(ctx)) throw problem(401); return [];',
  ])('A function that is not async returns it: %s', (body) => {
    expect(found(GUARD, body)).toEqual([['guard(ctx)'], ['guard(ctx)']]);
  });

  it.each([
    'const error = await guard(ctx); if (error) throw error; return [];',
    'return guard(ctx);',
    'const user = await guard(ctx); if (user instanceof Error) throw user; return [user.id];',
    "const user = await guard(ctx); if ('status' in user) return user; return [user.id];",
    'const user = await guard(ctx); if (user.status) return user; return [user.id];',
    'const user = await guard(ctx); if (isProblem(user)) ctx.log(); return [user.id];',
    'const user = await guard(ctx); return user;',
    'const user = await guard(ctx); return ctx.ip ? user : undefined;',
    'const user = await guard(ctx); const same = user; if (same instanceof Error) throw same; return [user.id];',
    'const { id } = await guard(ctx); if (id === undefined) throw problem(401); return [id];',
    'const { id } = await guard(ctx); if (!id) throw problem(401); return [id];',
    'const { status, id } = await guard(ctx); ctx.status = status; return [id];',
    'ctx.state.user = await guard(ctx); if (ctx.state.user instanceof Error) throw ctx.state.user; return next();',
    'ctx.state.error = await guard(ctx); return next();',
    'ctx.body = await guard(ctx);',
    'const user = await guard(ctx); switch (user.constructor) { case Error: throw user; } return [user.id];',
  ])('Code tests it, or passes it on: %s', (body) => {
    expect(found(GUARD, body)).toEqual([[], []]);
  });

  it.each([
    '() => problem(404)',
    '(ctx: any) => { switch (ctx.ip) { case 1: return problem(400); default: return problem(500); } }',
    '(ctx: any) => { if (ctx.ip) return problem(400); else return problem(500); }',
    '(ctx: any) => { try { return problem(400, ctx.ip); } catch { return problem(500); } }',
  ])('A function only makes problems: %s', (guard) => {
    expect(found(guard, 'const made = guard(ctx); ctx.log.last = made; return [made.title];')).toEqual([[], []]);
  });

  it.each([
    '(ctx: any) => { if (!ctx.ip) return problem(401); }',
    '(ctx: any) => { if (!ctx.ip) return problem(401); return undefined; }',
    '(ctx: any) => { if (!ctx.ip) return problem(401); return ctx.user; }',
    '(ctx: any) => !ctx.ip && problem(401)',
  ])('A condition can be false: %s', (guard) => {
    expect(found(guard, 'if (!guard(ctx)) return []; throw problem(401);')).toEqual([[], []]);
    expect(found(guard, 'const error = guard(ctx); if (!error) return next(); throw problem(403);')).toEqual([[], []]);
  });
});

describe('an error of http-errors', () => {
  const of = (head: string, body: string): string[] =>
    compile({ 'one.ts': `${head}\n/** Some. */\nexport default async (ctx: any) => { ${body} };` }).diagnostics.map(
      (each) => brief(each).slice(0, 2).join(' '),
    );
  const IMPORTED = "import createError, { Forbidden, isHttpError } from 'http-errors';";

  it.each([
    [IMPORTED, "createError(401, 'no')"],
    [IMPORTED, 'new createError.Unauthorized()'],
    [IMPORTED, 'createError.Unauthorized()'],
    [IMPORTED, 'new Forbidden()'],
    ["import * as errors from 'http-errors';", 'new errors.Forbidden()'],
    ["const createError = require('http-errors');", 'createError(403)'],
    ["const { Forbidden } = require('http-errors');", 'new Forbidden()'],
  ])('Nothing throws it: %s %s', (head, made) => {
    expect(of(head, `if (!ctx.get('x')) ${made};`)).toEqual([`unthrown-problem ${made}`]);
    expect(of(head, `await find(ctx).catch(() => ${made});`)).toEqual([`unthrown-problem ${made}`]);
    const guard = `const guard = () => { if (Math.random()) return ${made}; };`;
    expect(of(`${head}\n${guard}`, 'guard();')).toEqual(['ineffective-guard guard()']);
  });

  it.each([
    [IMPORTED, "throw createError(401, 'no');"],
    [IMPORTED, 'const error = new createError.Unauthorized(); error.headers = {}; throw error;'],
    [IMPORTED, 'isHttpError(ctx.error); createError.isHttpError(ctx.error);'],
    [
      "const { isHttpError } = require('http-errors'); const isOwn = (error: any) => isHttpError(error);",
      'if (isOwn(ctx.error)) return 1; return 2;',
    ],
    ["import createError from './errors.ts';", 'createError(401);'],
  ])('It is thrown, or nothing makes one: %s %s', (head, body) => {
    expect(of(head, body)).toEqual([]);
  });
});

describe('a problem that code makes and keeps', () => {
  const of = (body: string): string[] => {
    const text = `${HEAD}export default async (ctx: any, next: any) => { ${body} };`;
    return compile({ 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': text }).diagnostics.map(
      (each) => brief(each).slice(0, 2).join(' '),
    );
  };

  it.each([
    "let err; if (!ctx.get('x')) err = problem(403); await next();",
    'const err = problem(403); console.warn(err); return next();',
    'const err = problem(403); ctx.log.warn(err); return next();',
    "if (!ctx.get('x')) console.error(problem(403)); return next();",
    "if (!ctx.get('x')) { const err = problem(403); } const run = (err: any) => { throw err; }; run(1); return next();",
  ])('Nothing throws it: %s', (body) => {
    expect(of(body)).toEqual(['unthrown-problem problem(403)']);
  });

  it.each(['ctx', 'this'])("An app that gets it only logs it: %s.app.emit('error', problem(403))", (owner) => {
    const emitted = `${owner}.app.emit('error', problem(403), ctx)`;
    expect(of(`if (!ctx.get('x')) ${emitted}; await next();`)).toEqual([`ineffective-guard ${emitted}`]);
    expect(of(`if (!ctx.get('x')) { ${emitted}; return; } await next();`)).toEqual([]);
  });

  it.each([
    "let err; if (!ctx.get('x')) err = problem(403); if (err) throw err; return next();",
    'const err = problem(403); console.warn(err); throw err;',
    'const err = problem(403); console.warn(err); ctx.status = err.status;',
    'const err = problem(403); const fail = () => { throw err; }; fail();',
    'const fail = () => { throw err; }; const err = problem(403); fail();',
    'const err = problem(403); throw new Wrapped(err);',
    'const err = problem(403); ctx.state = { err };',
    'const err = problem(403); ctx.state.error = err; return next();',
    'let err: any; throw (err = problem(403));',
    "console.error(new Error('no')); return next();",
  ])('Code gets it: %s', (body) => {
    expect(of(body)).toEqual([]);
  });
});
