import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const IMPORT = "import { problem } from 'unplugin-operations/koa';\n";
const GUARDS = `
const find = async (key: string) => (key === 'yes' ? { role: 'admin' } : null);
const isStaff = async (ctx: any) => ctx.get('x') === 'b';
export const policies = { admin: async (ctx: any) => ctx.get('x') === 'a', staff: (ctx: any) => isStaff(ctx), anyone: () => true };
export const guards = { admin: async (ctx: any) => { if (!ctx.get('x')) throw problem(403); }, log: async (ctx: any) => { ctx.log(ctx.ip); } };
export const byRole = { ['admin' + 1]: async (ctx: any) => ctx.get('x') === 'a' };
export const listed = [isStaff, async (ctx: any) => ctx.get('x') === 'a'];
export class Rules { static all = new Rules(); level = 3; constructor() {} async admin(ctx: any) { return ctx.get('x') === 'a'; } }
export const rules = new Rules();
export const more = { ...policies, owner: async (ctx: any) => ctx.get('x') === 'c' };
export const mixed = { admin: async (ctx: any) => ctx.get('x') === 'a', local: (ctx: any) => ctx.ip === '' };
export const other = { ...unknown, admin: async (ctx: any) => ctx.get('x') === 'a' };
export const logs = { log: async (ctx: any) => { ctx.log(ctx.ip); } };
export const none: Record<string, any> = {};
export const byIf = (ctx: any) => { if (!ctx.get('x')) return find('guest'); return find(ctx.get('x')); };
export const byElse = (ctx: any) => { if (!ctx.get('x')) { return find('guest'); } else { return find(ctx.get('x')).then((one: any) => one); } };
export const byTernary = (ctx: any) => (ctx.get('x') ? find(ctx.get('x')) : find(''));
export const bySwitch = (ctx: any) => { switch (ctx.get('x')) { case 'a': return isStaff(ctx); default: return find('b'); } };
export const byBoth = (ctx: any) => (ctx.get('x') ? byIf(ctx) : byTernary(ctx));
export const byCatch = (ctx: any) => (ctx.get('x') ? find('a').catch(() => null) : find('b') ?? null);
export const byAnd = (ctx: any) => ctx.get('x') && find(ctx.get('x'));
export const byOr = (ctx: any) => ctx.ip === '' || isStaff(ctx);
export const early = (ctx: any) => { if (!ctx.get('x')) return null; return find(ctx.get('x')); };
export const openEnd = (ctx: any) => { if (ctx.get('x')) return find(ctx.get('x')); };
export const earlyTrue = (ctx: any) => { if (ctx.ip === '') return true; return isStaff(ctx); };
export const sync = (ctx: any) => { if (!ctx.get('x')) return null; return ctx.users.get(ctx.get('x')); };
export const itself = (ctx: any, steps: number): any => (steps > 0 ? itself(ctx, steps - 1) : null);
export const refuse = (ctx: any) => { if (ctx.ip) return guards.log(ctx); return guards.admin(ctx); };
export const handled = (ctx: any) => (ctx.ip ? guards.log(ctx) : guards.admin(ctx).catch(() => null));
export const syncRefuse = (ctx: any) => { if (!ctx.ip) throw problem(403); return guards.log(ctx); };
export class Session { constructor(private ctx: any) {} get user() { return this.load(); } get name() { return this.ctx.get('x'); } private async load() { return find(this.ctx.get('x')); } }
export const current = { get user() { return find('a'); }, get name() { return 'a'; } };
`;
const NAMES = [...GUARDS.matchAll(/export (?:const|class) (\w+)/g)].map(([, name]) => name!);
const input = {
  readFile: (file: string): string | undefined => (file === 'app/guards.ts' ? `${IMPORT}${GUARDS}` : undefined),
};
const FIND = "const find = async (key: string) => (key === 'yes' ? { role: 'admin' } : null);";

/** The diagnostics of middleware whose functions are of another module, and of that whose functions are in its file. */
function found(body: string, outer = ''): string[][] {
  const names = NAMES.filter((name) => new RegExp(String.raw`\b${name}\b`).test(body + outer));
  const imported = `import { ${names.join(', ')} } from '../guards.ts';\nimport * as lib from '../guards.ts';\n${FIND}`;
  return [imported, GUARDS.replaceAll('export ', '')].map((head) => {
    const text = `${IMPORT}${head}\n${outer}\nexport default async (ctx: any, next: any) => { ${body} await next(); };`;
    return compile({ 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': text }, input)
      .diagnostics.filter(({ code }) => code === 'ineffective-guard')
      .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`);
  });
}

const refusing = (condition: string): string => `if (!${condition}) throw problem(403);`;

describe('a function in a table by a name that only the running program knows', () => {
  it.each([
    'policies[ctx.name](ctx)',
    'policies[ctx.name]?.(ctx)',
    '(policies as any)[ctx.name](ctx)',
    'byRole[ctx.name](ctx)',
    'listed[ctx.index](ctx)',
    'rules[ctx.name](ctx)',
    'more[ctx.name](ctx)',
  ])('returns a promise: %s', (call) => {
    expect(found(refusing(call))).toEqual([[`error ${call}`], [`error ${call}`]]);
    expect(found(refusing(`(await ${call})`))).toEqual([[], []]);
  });

  it.each([
    ['const policy = policies[ctx.name]; if (!policy(ctx)) throw problem(403);', 'policy(ctx)'],
    ['const { [ctx.name]: policy } = policies; if (!policy(ctx)) throw problem(403);', 'policy(ctx)'],
    ['const isOk = policies[ctx.name](ctx); if (!isOk) throw problem(403);', 'isOk'],
    ["for (const name of ['admin']) if (!policies[name](ctx)) throw problem(403);", 'policies[name](ctx)'],
    ['guards[ctx.name](ctx);', 'guards[ctx.name](ctx)'],
    ['Object.keys(guards).forEach((name) => { guards[name](ctx); });', 'guards[name](ctx)'],
  ])('reports %s', (body, span) => {
    expect(found(body)).toEqual([[`error ${span}`], [`error ${span}`]]);
  });

  it('reports a guard that gets the name', () => {
    const outer =
      'const requirePolicy = (name: string) => async (ctx: any, next: any) => { if (!policies[name](ctx)) throw problem(403); await next(); };';
    const span = 'error policies[name](ctx)';
    expect(found('', outer)).toEqual([[span], [span]]);
  });

  it.each([
    'if (!policies[ctx.name]) throw problem(404);',
    'const policy = policies[ctx.name]; if (!policy) throw problem(404); if (!(await policy(ctx))) throw problem(403);',
    refusing('mixed[ctx.name](ctx)'),
    refusing('other[ctx.name](ctx)'),
    refusing('none[ctx.name](ctx)'),
    'logs[ctx.name](ctx);',
    'try { await guards[ctx.name](ctx); } catch (error) { console.error(error); }',
    'const done = policies[ctx.name](ctx); await done;',
  ])('accepts %s', (body) => {
    expect(found(body)).toEqual([[], []]);
  });
});

it.each([
  ['export async function staff(ctx: any) { return ctx.get("x") === "b"; }', ['policies[ctx.name](ctx)']],
  ['export const staff = (ctx: any) => ctx.get("x") === "b";', []],
  ["export * from './others.ts';", []],
])('finds the functions of a whole module: %s', (code, spans) => {
  const module = `export const names = ['a'];\nexport const admin = async (ctx: any) => ctx.get('x') === 'a';\n${code}`;
  const text = `${IMPORT}import * as policies from '../policies.ts';\nexport default (ctx: any, next: any) => { if (!policies[ctx.name](ctx)) throw problem(403); return next(); };`;
  const files = { 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': text };
  const readFile = (file: string): string | undefined => (file === 'app/policies.ts' ? module : undefined);
  const { diagnostics } = compile(files, { readFile });
  const faults = diagnostics.filter((each) => each.code === 'ineffective-guard');
  expect(faults.map((each) => brief(each)[1])).toEqual(spans);
});

describe('a function that returns a promise on several ways', () => {
  it.each(['byIf', 'byElse', 'byTernary', 'bySwitch', 'byBoth', 'byCatch'])('always returns one: %s', (name) => {
    const direct = [`error ${name}(ctx)`];
    expect(found(refusing(`${name}(ctx)`))).toEqual([direct, direct]);
    expect(found(`const user = ${name}(ctx); if (!user) throw problem(401);`)).toEqual([
      ['error user'],
      ['error user'],
    ]);
    expect(found(`const user = await ${name}(ctx); if (!user) throw problem(401);`)).toEqual([[], []]);
  });

  it.each(['byAnd', 'byOr', 'early', 'earlyTrue', 'openEnd'])('returns one in some cases: %s', (name) => {
    const direct = [`error ${name}(ctx)`];
    expect(found(refusing(`${name}(ctx)`))).toEqual([direct, direct]);
    expect(found(refusing(`(await ${name}(ctx))`))).toEqual([[], []]);
    // It can be a test whether there is a promise.
    expect(found(`const user = ${name}(ctx); if (user) await user;`)).toEqual([[], []]);
    expect(found(`ctx.user = await (${name}(ctx) || byIf(ctx));`)).toEqual([[], []]);
  });

  it.each(['sync', 'itself'])('returns none: %s', (name) => {
    expect(found(refusing(`${name}(ctx)`))).toEqual([[], []]);
  });

  it('needs an await if it may refuse a request', () => {
    expect(found('refuse(ctx);')).toEqual([['error refuse(ctx)'], ['error refuse(ctx)']]);
    for (const body of ['await refuse(ctx);', 'handled(ctx);', 'syncRefuse(ctx);'])
      expect(found(body)).toEqual([[], []]);
  });
});

describe('a promise that several names get', () => {
  it.each([
    'const user = (ctx.state.user = find(ctx.ip)); if (!user) throw problem(401);',
    'const user = (ctx.state.user ??= find(ctx.ip)); if (!user) throw problem(401);',
    'let user: any; user = ctx.state.user = find(ctx.ip); if (!user) throw problem(401);',
  ])('reports %s', (body) => {
    expect(found(body)).toEqual([['error user'], ['error user']]);
  });

  it('reports an assignment as a condition', () => {
    const body = 'let user: any; if (!(user = find(ctx.ip))) throw problem(401);';
    expect(found(body)).toEqual([['error find(ctx.ip)'], ['error find(ctx.ip)']]);
  });

  it.each([
    'const user = (ctx.state.user = await find(ctx.ip)); if (!user) throw problem(401);',
    'const done = (ctx.state.done = refuse(ctx)); await done;',
    'const done = (ctx.state.done = refuse(ctx)); await ctx.state.done;',
  ])('accepts %s', (body) => {
    expect(found(body)).toEqual([[], []]);
  });

  it('reports one that nothing waits for', () => {
    const body = "const done = (ctx.state.done = refuse(ctx)); console.log('by', done);";
    expect(found(body)).toEqual([['error refuse(ctx)'], ['error refuse(ctx)']]);
  });
});

describe('a getter', () => {
  it.each(['new Session(ctx).user', 'current.user'])('returns a promise: %s', (value) => {
    expect(found(refusing(value))).toEqual([[`error ${value}`], [`error ${value}`]]);
    expect(found(`const own = ${value}; if (!own) throw problem(401);`)).toEqual([['error own'], ['error own']]);
    expect(found(refusing(`(await ${value})`))).toEqual([[], []]);
  });

  it.each(['new Session(ctx).name', 'current.name'])('returns another value: %s', (value) => {
    expect(found(refusing(value))).toEqual([[], []]);
  });
});
