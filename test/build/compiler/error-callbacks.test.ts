import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

/** What a check finds in a `_middleware` file and in an operation with the same code. */
function found(body: string): string[][] {
  const imports = `import { problem } from 'unplugin-operations/koa';
import jwt from 'jsonwebtoken';
const fail = problem;
`;
  const run = `async (ctx: any, next: any) => { ${body} return next(); };`;
  return [
    { 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': `${imports}export default ${run}` },
    { 'one.ts': `${imports}/** Some. */\nexport default ${run}` },
  ].map((files) =>
    compile(files, {})
      .diagnostics.filter(({ code }) => code === 'ineffective-guard' || code === 'unthrown-problem')
      .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`),
  );
}

describe('a refusal in an error-first callback', () => {
  it.each([
    [
      'jwt.verify(ctx.key, key, (err, claims) => { if (err) ctx.throw(401); ctx.state.user = claims; });',
      'ctx.throw(401)',
    ],
    ['jwt.verify(ctx.key, key, function (error: any) { if (error) throw problem(401); });', 'problem(401)'],
    ['void read(ctx.key, (e: Error) => { ctx.assert(!e, 403); });', 'ctx.assert(!e, 403)'],
    ['if (ctx.key) read(ctx.key, (err) => { if (err) { ctx.status = 401; } });', 'ctx.status = 401'],
    ['read(ctx.key, (cause) => { if (cause) ctx.throw(401); });', 'ctx.throw(401)'],
    ['read(ctx.key, (jwtError, user) => { if (jwtError) ctx.throw(401); });', 'ctx.throw(401)'],
    ['read(ctx.key, (er?: Error) => { if (er) ctx.throw(401); });', 'ctx.throw(401)'],
    ['ctx.key && read(ctx.key, err => err && ctx.throw(401));', 'ctx.throw(401)'],
  ])('Nothing waits for it: %s', (body, refusal) => {
    expect(found(body)).toEqual([[`warning ${refusal}`], [`warning ${refusal}`]]);
  });

  it.each([
    'await read(ctx.key, (err) => { if (err) ctx.throw(401); });',
    'await new Promise<void>((resolve, reject) => { read(ctx.key, (err) => { if (err) ctx.throw(401); resolve(); }); });',
    'const claims = read(ctx.key, (err) => { if (err) throw problem(401); }); await claims;',
    "ctx.req.on('error', (err) => { ctx.status = 401; });",
    'ctx.errors.forEach((error: any) => { if (error) throw problem(400); });',
    'read(ctx.key, (err) => { if (err) ctx.log(err); });',
    "read(ctx.key, (err) => { if (err) throw new Error('No key'); });",
    'read(ctx.key, (key) => { if (key) throw problem(401); });',
    'read(ctx.key, (err) => { ctx.later = () => ctx.throw(401); });',
  ])('Something waits for it, or it refuses nothing: %s', (body) => {
    expect(found(body)).toEqual([[], []]);
  });
});

describe('a problem that is not thrown', () => {
  it.each([
    ['class Forbidden extends Error { status = 403; } if (!ctx.ip) new Forbidden();', 'new Forbidden()'],
    ['class Denied extends jwt.HttpError {} ctx.ip || new Denied();', 'new Denied()'],
    ['problem!(401);', 'problem!(401)'],
    ['(problem as any)(401);', '(problem as any)(401)'],
    ['fail(401);', 'fail(401)'],
    ['class Forbidden extends Error { status = 403; } Promise.reject(new Forbidden());', 'new Forbidden()'],
  ])('Its file makes it: %s', (body, span) => {
    expect(found(body)).toEqual([[`error ${span}`], [`error ${span}`]]);
  });

  it.each([
    'class Forbidden extends Error { status = 403; } if (!ctx.ip) throw new Forbidden();',
    'class Log extends Map {} new Log();',
    'throw fail(401);',
    'class Lost extends Error {} void Promise.reject(new Lost());',
  ])('It is thrown, or it is another object: %s', (body) => {
    expect(found(body)).toEqual([[], []]);
  });
});

describe('a problem that a function of a promise returns', () => {
  it.each([
    'await find(ctx).catch(() => problem(401));',
    'await find(ctx).catch((error) => { log(error); return problem(401); });',
    'void find(ctx).catch(() => (ctx.ip ? problem(401) : null));',
    'await find(ctx).then(use, () => problem(401));',
    'await find(ctx).then((user) => user ?? problem(401));',
    'await find(ctx).then((user) => { if (user) return; return problem(401); });',
    'ctx.state.user = await find(ctx).then((user) => user ?? problem(401));',
    'await find(ctx).catch(() => problem(401)).finally(log);',
    'await find(ctx).catch(() => problem(401)).catch(log);',
    'return find(ctx).catch(() => problem(401)).then(next);',
    'return find(ctx).catch(() => problem(401)).then(() => next());',
    'ctx.state.user = await find(ctx).catch(() => problem(401));',
    'const user = await find(ctx).catch(() => problem(401)); ctx.state.id = user.id;',
    'const user = await find(ctx).catch(() => problem(401)); if (!user) ctx.throw(401); ctx.state.user = user;',
  ])('Nothing throws it: %s', (body) => {
    expect(found(body)).toEqual([['error problem(401)'], ['error problem(401)']]);
  });

  it.each([
    'await find(ctx).catch(() => { throw problem(401); });',
    'return find(ctx).catch(() => problem(401));',
    'await find(ctx).catch(() => problem(401)).then((user) => check(user));',
    'const user = await find(ctx).catch(() => problem(401)); if (user instanceof Error) throw user;',
    'const error = await find(ctx).catch(() => problem(401)); if (error) throw error;',
    'const [user] = await Promise.all([find(ctx).catch(() => problem(401))]); check(user);',
    'ctx.body = await find(ctx).catch(() => problem(404));',
    'await find(ctx).catch(() => { later(() => problem(401)); });',
  ])('It is thrown, or code gets it: %s', (body) => {
    expect(found(body)).toEqual([[], []]);
  });
});

describe('a rejected promise', () => {
  it.each(['Promise.reject(problem(401));', 'if (!ctx.ip) void Promise.reject(problem(401));'])(
    'Nothing waits for it: %s',
    (body) => {
      expect(found(body)).toEqual([['error problem(401)'], ['error problem(401)']]);
    },
  );

  it.each([
    'await Promise.reject(problem(401));',
    'if (!ctx.ip) return Promise.reject(problem(401));',
    'Promise.reject(ctx.reason).catch(console.error);',
    "void Promise.reject(new Error('No code waits'));",
  ])('Something waits for it, or it rejects no problem: %s', (body) => {
    expect(found(body)).toEqual([[], []]);
  });
});
