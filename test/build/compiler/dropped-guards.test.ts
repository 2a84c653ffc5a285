import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const PROBLEM = "import { problem } from 'unplugin-operations/koa';\n";
const GUARDS = `
export const requireOwner = async (ctx: any) => { if (!ctx.get('x')) throw problem(403); };
export const requireBook = async (ctx: any) => { if (!ctx.get('x')) throw problem(404); };
export const requireSync = (ctx: any) => { if (!ctx.get('x')) throw problem(403); };
export const check = async (ctx: any) => { if (!ctx.get('x')) return problem(403); };
export const report = async (ctx: any) => { if (!ctx.get('x')) throw problem(502); };
export const log = async (ctx: any) => { ctx.log(ctx.ip); };
export const run = (ctx: any) => ctx.state;
`;

/** What a check finds in middleware that a wrapper makes: with all in the file, and with all in another module. */
function found(wrapper: string, made: string): string[][] {
  const guards = `${PROBLEM}${GUARDS}export ${wrapper}\n`;
  const name = /(?:const|function) (\w+)/.exec(wrapper)![1]!;
  const imported = `${PROBLEM}import { ${name}, check, log, report, requireBook, requireOwner, requireSync, run } from '../guards.ts';\n`;
  return [guards.replaceAll('export ', ''), imported].map((head) => {
    const files = {
      'one.ts': '/** Some. */\nexport default () => {};',
      '_middleware.ts': `${head}export default ${made};`,
    };
    return compile(files, { readFile: (file) => (file === 'app/guards.ts' ? guards : undefined) })
      .diagnostics.filter(({ code }) => code === 'ineffective-guard')
      .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`);
  });
}

const ONE = [
  'const wrap = (guard: any) => (ctx: any, next: any) => { guard(ctx); return next(); };',
  'const wrap = (guard: any) => (ctx: any, next: any) => { guard?.(ctx); return next(); };',
  'const wrap = (guard: any) => (ctx: any, next: any) => { void guard(ctx); return next(); };',
  'const wrap = (guard: any) => (ctx: any, next: any) => { if (ctx.ip) guard(ctx); return next(); };',
  'const wrap = (guard: any) => (ctx: any, next: any) => { const user = guard(ctx); return next(); };',
  'const wrap = (guard: any) => async (ctx: any, next: any) => { ctx.state.user = guard(ctx); await next(); };',
  'const wrap = (guard: any) => (ctx: any, next: any) => { Promise.all([guard(ctx)]); return next(); };',
  'const wrap = (guard: any) => async (ctx: any, next: any) => { await Promise.allSettled([guard(ctx)]); await next(); };',
  'const wrap = (guard: any) => (ctx: any, next: any) => { guard(ctx).then(() => ctx.log(1)); return next(); };',
  'const wrap = (guard: any) => (ctx: any, next: any) => { (async () => { await guard(ctx); })(); return next(); };',
  'const wrap = (guard: any) => (ctx: any, next: any) => { const go = () => guard(ctx); go(); return next(); };',
  'const wrap = (guard: any) => { const inner = (ctx: any, next: any) => { guard(ctx); return next(); }; return inner; };',
  'function wrap(guard: any = run) { return function (ctx: any, next: any) { guard(ctx); return next(); }; }',
];
const LIST = [
  'const wrap = (...guards: any[]) => (ctx: any, next: any) => { for (const guard of guards) guard(ctx); return next(); };',
  'const wrap = (...guards: any[]) => (ctx: any, next: any) => { guards.forEach((guard) => guard(ctx)); return next(); };',
  'const wrap = (...guards: any[]) => (ctx: any, next: any) => { guards.forEach((guard) => { guard(ctx); }); return next(); };',
  'const wrap = (...guards: any[]) => (ctx: any, next: any) => { guards.forEach(async (guard) => { await guard(ctx); }); return next(); };',
  'const wrap = (...guards: any[]) => (ctx: any, next: any) => { guards.map((guard) => guard(ctx)); return next(); };',
  'const wrap = (...guards: any[]) => (ctx: any, next: any) => { Promise.all(guards.map((guard) => guard(ctx))); return next(); };',
  'const wrap = (...guards: any[]) => async (ctx: any, next: any) => { await Promise.allSettled(guards.map((guard) => guard(ctx))); return next(); };',
];
const WITH_AWAIT = [
  'const wrap = (guard: any) => async (ctx: any, next: any) => { await guard(ctx); return next(); };',
  'const wrap = (guard: any) => (ctx: any, next: any) => guard(ctx).then(next);',
  'const wrap = (guard: any) => async (ctx: any, next: any) => { const user = guard(ctx); await user; return next(); };',
  'const wrap = (guard: any) => (ctx: any, next: any) => { const done = guard(ctx); return done?.then ? done.then(next) : next(); };',
  'const wrap = (guard: any) => async (ctx: any, next: any) => { await Promise.all([guard(ctx)]); return next(); };',
  'const wrap = (guard: any) => (ctx: any, next: any) => next(guard(ctx));',
  'const wrap = (guard: any) => { let user: any; return (ctx: any) => (user ??= guard(ctx)); };',
  'const wrap = (guard: any) => async (ctx: any) => { const all = guard(ctx); for await (const each of all) ctx.log(each); };',
  'const wrap = (guard: any) => (ctx: any, next: any) => { Promise.resolve(guard(ctx)).catch(next); };',
  'const wrap = (...guards: any[]) => async (ctx: any, next: any) => { await Promise.all(guards.map((guard) => guard(ctx))); return next(); };',
  'const wrap = (...guards: any[]) => async (ctx: any, next: any) => { for (const guard of guards) await guard(ctx); return next(); };',
  'const wrap = (...guards: any[]) => async (ctx: any, next: any) => { const all = []; for (const guard of guards) all.push(guard(ctx)); await Promise.all(all); return next(); };',
  'const wrap = (guard: any) => (ctx: any, next: any) => { ctx.res.on("finish", () => { ctx.guard(ctx); }); return next(guard); };',
  'const wrap = (guard: any) => (ctx: any, next: any) => { const run = (guard: any) => { guard(ctx); }; run(next); return guard(ctx); };',
  'const wrap = (guard: any) => { guard = waiting(guard); return (ctx: any, next: any) => { guard(ctx); return next(); }; };',
  'const wrap = (guard: any) => (ctx: any, next: any) => { { const guard = next; guard(ctx); } return guard(ctx); };',
  'const wrap = (...guards: any[]) => { guards = guards.map(waiting); return (ctx: any, next: any) => { for (const guard of guards) guard(ctx); return next(); }; };',
];

describe('a wrapper of guards', () => {
  it.each([...ONE, ...LIST])('It does not wait for a guard: %s', (wrapper) => {
    expect(found(wrapper, 'wrap(requireOwner)')).toEqual([['error requireOwner'], ['error requireOwner']]);
    expect(found(wrapper, 'wrap(requireSync)')).toEqual([[], []]);
  });

  it.each(LIST)('It does not wait for one of several: %s', (wrapper) => {
    expect(found(wrapper, 'wrap(log, requireSync, requireOwner)')).toEqual([
      ['error requireOwner'],
      ['error requireOwner'],
    ]);
  });

  it.each(WITH_AWAIT)('It waits for each guard, or passes it on: %s', (wrapper) => {
    expect(found(wrapper, 'wrap(requireOwner)')).toEqual([[], []]);
  });

  it('It gets a list or an object', () => {
    const list = LIST[0]!.replace('...guards', 'guards');
    expect(found(list, 'wrap([log, requireOwner])')).toEqual([['error requireOwner'], ['error requireOwner']]);
    const values =
      'const wrap = (guards: any) => (ctx: any) => { Object.values(guards).forEach((each: any) => each(ctx)); };';
    expect(found(values, 'wrap({ log, owner: requireOwner })')).toEqual([
      ['error requireOwner'],
      ['error requireOwner'],
    ]);
  });

  it('It takes the guard from an object', () => {
    const wrap = 'const wrap = ({ guard: check, run }: any) => async (ctx: any) => { check(ctx); await run(ctx); };';
    expect(found(wrap, 'wrap({ guard: requireOwner, run })')).toEqual([['error requireOwner'], ['error requireOwner']]);
    expect(found(wrap, 'wrap({ guard: requireSync, run: requireOwner })')).toEqual([[], []]);
    const list = 'const wrap = ({ guards = [] }: any) => (ctx: any) => { for (const guard of guards) guard(ctx); };';
    expect(found(list, 'wrap({ guards: [requireOwner] })')).toEqual([['error requireOwner'], ['error requireOwner']]);
  });

  it('It drops the result of one of its parameters only', () => {
    const wrap = 'const wrap = (guard: any, run: any) => (ctx: any) => { guard(ctx); return run(ctx); };';
    expect(found(wrap, 'wrap(requireOwner, run)')).toEqual([['error requireOwner'], ['error requireOwner']]);
    expect(found(wrap, 'wrap(requireSync, requireOwner)')).toEqual([[], []]);
  });

  it('A guard refuses with 401 or 403, or has the name of one', () => {
    expect(found(ONE[0]!, 'wrap(requireBook)')).toEqual([['error requireBook'], ['error requireBook']]);
    expect(found(ONE[0]!, 'wrap(report)')).toEqual([[], []]);
    expect(found(ONE[0]!, 'wrap(log)')).toEqual([[], []]);
  });

  it('The guard returns a problem', () => {
    expect(found(ONE[0]!, 'wrap(check)')).toEqual([['error check'], ['error check']]);
  });

  it('The guard has no name', () => {
    const guard = 'async (ctx: any) => { if (!ctx.ip) throw problem(401); }';
    expect(found(ONE[0]!, `wrap(${guard})`)).toEqual([[`error ${guard}`], [`error ${guard}`]]);
    expect(found(ONE[0]!, 'wrap(async (ctx: any) => { ctx.log(ctx.ip); })')).toEqual([[], []]);
  });
});

describe('guards in an object', () => {
  const inMiddleware = (body: string): string[] =>
    found('const wrap = 1;', `async (ctx: any, next: any) => { ${body} await next(); }`)[0]!;

  it.each([
    'Object.values(all).forEach((guard) => guard(ctx));',
    'for (const guard of Object.values(all)) guard(ctx);',
  ])('Nothing waits for them: %s', (body) => {
    expect(inMiddleware(`const all = { log, owner: requireOwner }; ${body}`)).toEqual([expect.any(String)]);
    expect(inMiddleware(`const all = { log, owner: requireSync }; ${body}`)).toEqual([]);
  });
});

describe('a constant with the list of Promise.all', () => {
  const inMiddleware = (body: string): string[] =>
    found('const wrap = 1;', `async (ctx: any, next: any) => { ${body} await next(); }`)[0]!;

  it.each([
    'const oks = await Promise.all([run(ctx)]); if (!oks) throw problem(403);',
    'const oks = await Promise.all([run(ctx)]); if (oks) await next(); else throw problem(403);',
  ])('It is always true as a condition: %s', (body) => {
    expect(inMiddleware(body)).toEqual(['error oks']);
  });

  it.each([
    'const oks = await Promise.all([run(ctx)]); if (!oks || !oks.every(Boolean)) throw problem(403);',
    'const oks = await Promise.all([run(ctx)]); if (oks.includes(false)) throw problem(403);',
    'const [ok] = await Promise.all([run(ctx)]); if (!ok) throw problem(403);',
  ])('Code tests its items: %s', (body) => {
    expect(inMiddleware(body)).toEqual([]);
  });
});
