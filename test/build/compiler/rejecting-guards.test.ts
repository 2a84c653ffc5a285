import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const HEAD = "import { problem } from 'unplugin-operations/koa';\n";

/** What a check finds in middleware with a guard of its file, and in one with the same guard of another module. */
function found(guard: string, body: string): string[][] {
  const own = `${HEAD}const guard = ${guard};\n`;
  const imported = `${HEAD}import { guard } from '../guard.ts';\n`;
  return [own, imported].map((head) => {
    const files = {
      'one.ts': '/** Some. */\nexport default () => {};',
      '_middleware.ts': `${head}export default async (ctx: any, next: any) => { ${body} };`,
    };
    return compile(files, { readFile: () => `${HEAD}export const guard = ${guard};` })
      .diagnostics.filter(({ code }) => code === 'ineffective-guard')
      .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`);
  });
}

const REJECTING = [
  '(ctx: any) => new Promise<void>((resolve, reject) => { if (ctx.get("x")) resolve(); else reject(problem(403)); })',
  '(ctx: any) => new Promise<void>((resolve, reject) => ctx.get("x") ? resolve() : reject(problem(403)))',
  '(ctx: any) => { return new Promise<void>((resolve, no) => { ctx.find((user: any) => user ? resolve() : no(problem(401))); }); }',
  '(ctx: any) => new Promise<void>((resolve) => { if (!ctx.get("x")) throw problem(403); resolve(); })',
  '(ctx: any) => new Promise<void>((resolve, reject) => reject(new AuthError())).finally(() => ctx.log())',
  '(ctx: any) => ctx.get("x") ? Promise.resolve() : Promise.reject(problem(403))',
  '(ctx: any) => { if (!ctx.get("x")) return Promise.reject(problem(403)); return Promise.resolve(); }',
  'async (ctx: any) => { await new Promise<void>((resolve, reject) => reject(problem(403))); }',
  '(ctx: any) => { const error: any = new Error("No"); error.status = 403; return ctx.get("x") ? Promise.resolve() : Promise.reject(error); }',
  '(ctx: any) => { const error = problem(403); return Promise.reject(error); }',
  '(ctx: any) => new Promise<void>((resolve, reject) => { const no: any = new Error("No"); no.statusCode = 401; reject(no); })',
];

describe('a guard that rejects its promise', () => {
  it.each(REJECTING)('Nothing waits for %s', (guard) => {
    expect(found(guard, 'guard(ctx); await next();')).toEqual([['error guard(ctx)'], ['error guard(ctx)']]);
  });

  it.each(REJECTING)('Middleware waits for %s', (guard) => {
    expect(found(guard, 'await guard(ctx); await next();')).toEqual([[], []]);
  });

  it.each([
    '(ctx: any) => new Promise<void>((resolve, reject) => reject(problem(403))).catch(() => {})',
    '(ctx: any) => { const done = (reject: any) => reject(problem(403)); ctx.run(done); return new Promise<void>((resolve) => resolve()); }',
    '(ctx: any) => { ctx.tasks.push(new Promise<void>((resolve, reject) => reject(problem(403)))); }',
    'async (ctx: any) => { try { await new Promise<void>((resolve, reject) => reject(problem(403))); } catch { ctx.log(); } }',
    '(ctx: any) => new Promise<void>((resolve, reject) => ctx.mail((error: any) => error ? reject(error) : resolve()))',
    '(ctx: any) => { ctx.later = (error: any) => { error.status = 404; throw error; }; return new Promise<void>((resolve, reject) => ctx.mail((error: any) => error ? reject(error) : resolve())); }',
  ])('%s may be left alone', (guard) => {
    expect(found(guard, 'guard(ctx); await next();')).toEqual([[], []]);
  });
});

const REFUSING = [
  'ctx.status = 403;',
  'ctx.res.statusCode = 403;',
  'ctx.res.writeHead(403);',
  "ctx.response.res.writeHead(401, { 'x-why': 'no' });",
  "Object.assign(ctx, { status: 403, body: 'no' });",
  'Object.assign(ctx.response, { status: 401 });',
  'ctx.status = FORBIDDEN;',
  'ctx.status = HTTP_UNAUTHORIZED;',
  'ctx.body = problem(403);',
];

describe('an answer that refuses a request, which goes on', () => {
  const guarding = (refusal: string): string => `(ctx: any) => { if (!ctx.get("x")) { ${refusal} } }`;
  const spanOf = (refusal: string): string => refusal.slice(0, -1);

  it.each(REFUSING)('Middleware calls next() after it: %s', (refusal) => {
    const own = [`error ${spanOf(refusal)}`];
    expect(found('ctx', `if (!ctx.get('x')) { ${refusal} } await next();`)).toEqual([own, own]);
    expect(found('ctx', `switch (ctx.get('x')) { case 'a': break; default: ${refusal} } await next();`)).toEqual([
      own,
      own,
    ]);
    expect(
      found('ctx', `switch (ctx.get('x')) { case 'b': { ${refusal} break; } case 'a': ctx.log(); } return next();`),
    ).toEqual([own, own]);
  });

  it.each(REFUSING)('Middleware returns after it: %s', (refusal) => {
    expect(found('ctx', `if (!ctx.get('x')) { ${refusal} return; } await next();`)).toEqual([[], []]);
    expect(
      found('ctx', `switch (ctx.get('x')) { case 'a': break; default: ${refusal} return; } await next();`),
    ).toEqual([[], []]);
    expect(found('ctx', `switch (ctx.get('x')) { case 'a': await next(); break; default: ${refusal} }`)).toEqual([
      [],
      [],
    ]);
  });

  it.each(REFUSING)('The operation has run before it: %s', (refusal) => {
    const own = [`warning ${spanOf(refusal)}`];
    expect(found('ctx', `await next(); ${refusal}`)).toEqual([own, own]);
    expect(found('ctx', `await next(); switch (ctx.get('x')) { case 'a': ctx.log(); ${refusal} }`)).toEqual([own, own]);
    expect(found('ctx', `await next(); switch (ctx.status) { case 404: ${refusal} }`)).toEqual([[], []]);
  });

  it.each(REFUSING)('A helper answers before next(), or after it: %s', (refusal) => {
    expect(found(guarding(refusal), 'guard(ctx); await next();')).toEqual([['error guard(ctx)'], ['error guard(ctx)']]);
    expect(found(guarding(refusal), 'await next(); guard(ctx);')).toEqual([
      ['warning guard(ctx)'],
      ['warning guard(ctx)'],
    ]);
  });

  it.each(['ctx.res.writeHead(200);', 'Object.assign(ctx.state, { status: 403 });', 'ctx.status = FOUND;'])(
    'It refuses nothing: %s',
    (answer) => {
      expect(found('ctx', `${answer} await next();`)).toEqual([[], []]);
      expect(found(guarding(answer), 'guard(ctx); await next();')).toEqual([[], []]);
    },
  );
});
