import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const MODULES: Readonly<Record<string, string>> = {
  'app/guards.ts': `
    import { problem } from 'unplugin-operations/koa';
    export async function requireUser(ctx: any) { if (!ctx.get('x')) throw problem(401); return { name: 'ada' }; }
    export const loadUser = async (ctx: any) => ({ name: ctx.get('x') });
    export const isAdmin = (ctx: any) => ctx.get('x') === 'a';
    export const role = (name: string) => (ctx: any) => ctx.get('x') === name;
    export function mayDo(name: string) { if (name === '') throw new Error(); return function (ctx: any) { return ctx.get('x') === name; }; }
    export const guardOf = (ctx: any) => { if (ctx.get('x')) return (one: any) => one.ip; };
    export const isKey = (key: string) => new Promise((resolve) => setTimeout(() => resolve(key === 'a')));
    export function mayRead(ctx: any): Promise<boolean> { return check(ctx); }
    export const mayWrite = (ctx: any) => ctx.get('x') ? Promise.resolve(true) : Promise.resolve(false);
    export const check = (ctx: any) => ctx.get('x') as never;
    export function requireNow(ctx: any): Promise<void> { if (!ctx.get('x')) throw problem(401); return Promise.resolve(); }`,
};
const IMPORTS = `import { problem } from 'unplugin-operations/koa';
import * as all from '../guards.ts';
import { isAdmin, isKey, guardOf, loadUser, mayDo, mayRead, mayWrite, role, requireNow, requireUser } from '../guards.ts';
function localRole(name: string) { return (ctx: any) => ctx.get('x') === name; }
const own = { isOn: true, isLocal: (ctx: any) => ctx.ip === '127.0.0.1' };
`;

function found(text: string): string[] {
  const files = { 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': `${IMPORTS}${text}` };
  return compile(files, { readFile: (file) => MODULES[file] })
    .diagnostics.filter(({ code }) => code === 'ineffective-guard' || code === 'early-read')
    .map((diagnostic) => `${diagnostic.code} ${brief(diagnostic)[1]}`);
}

const inMiddleware = (body: string): string[] =>
  found(`export default async (ctx: any, next: any) => { ${body} await next(); };`);

describe('a promise of a guard that is kept', () => {
  it.each([
    'ctx.state.user = requireUser(ctx);',
    "const user = requireUser(ctx); console.log('by', user);",
    'let user; user = requireUser(ctx);',
  ])('Nothing waits for it: %s', (body) => {
    expect(inMiddleware(body)).toEqual(['ineffective-guard requireUser(ctx)']);
  });

  it.each([
    'ctx.state.user = await requireUser(ctx);',
    'const user = requireUser(ctx); await user;',
    'ctx.state.user = requireUser(ctx); await ctx.state.user;',
    'const user = requireUser(ctx); await Promise.all([user, loadUser(ctx)]);',
    'const user = requireUser(ctx); await run(user);',
    'const user = requireUser(ctx); user.catch(console.error);',
    'ctx.state.user = loadUser(ctx);',
    'const done = requireNow(ctx);',
    'requireNow(ctx);',
  ])('Something waits for it, or it refuses nothing: %s', (body) => {
    expect(inMiddleware(body)).toEqual([]);
  });
});

describe('a guard behind the syntax of TypeScript', () => {
  const GUARD = 'async function check(ctx: any) { if (!ctx.ip) throw problem(403); }\nconst some = { check };';

  it.each(['check!(ctx)', '(check as any)(ctx)', 'some!.check(ctx)', 'some?.check(ctx)', '(some as any).check(ctx)'])(
    'Nothing waits for it: %s',
    (call) => {
      const text = (body: string): string =>
        `${GUARD}\nexport default async (ctx: any, next: any) => { ${body}; await next(); };`;
      expect(found(text(call))).toEqual([`ineffective-guard ${call}`]);
      expect(found(text(`await ${call}`))).toEqual([]);
    },
  );
});

describe('a guard that is reached in another way', () => {
  const GUARD = `async function requireKey(ctx: any) { if (!ctx.ip) throw problem(403); }
const some = { requireKey, async isOk(ctx: any) { return ctx.ip === 'a'; } };`;
  const of = (body: string): string[] =>
    found(`${GUARD}\nexport default async (ctx: any, next: any) => { ${body} await next(); };`);

  it.each([
    ['const { requireKey: check } = some; check(ctx);', 'check(ctx)'],
    ['const { requireUser: check } = all; check(ctx);', 'check(ctx)'],
    ['const { isOk } = some; if (!isOk(ctx)) throw problem(401);', 'isOk(ctx)'],
    ["some['requireKey'](ctx);", "some['requireKey'](ctx)"],
    ['requireKey.call(null, ctx);', 'requireKey.call(null, ctx)'],
    ['requireUser.apply(null, [ctx]);', 'requireUser.apply(null, [ctx])'],
    ['some.requireKey.call(some, ctx);', 'some.requireKey.call(some, ctx)'],
    ['if (!some.isOk.call(some, ctx)) throw problem(401);', 'some.isOk.call(some, ctx)'],
    ['const check = ctx.ip ? ctx.log : requireKey; check(ctx);', 'check(ctx)'],
    ['(ctx.ip ? ctx.log : requireKey)(ctx);', '(ctx.ip ? ctx.log : requireKey)(ctx)'],
  ])('Nothing waits for it: %s', (body, span) => {
    expect(of(body)).toEqual([`ineffective-guard ${span}`]);
    expect(of(body.replace(span, `(await ${span})`))).toEqual([]);
  });

  it.each([
    'const { requireKey: check = ctx.check } = some; check(ctx);',
    'const { check } = ctx.guards; check(ctx);',
    'let { requireKey: check } = some; check = ctx.check; check(ctx);',
    'const { some: { requireKey: check } } = ctx; check(ctx);',
    'requireKey.bind(null, ctx);',
    'const own = { call: (one: any) => one.log() }; own.call(ctx);',
  ])('It may be another one: %s', (body) => {
    expect(of(body)).toEqual([]);
  });
});

describe('an error of a class', () => {
  const throwing = (name: string): string[] =>
    found(`class HttpError extends Error { constructor(readonly status: number) { super(); } }
class ${name} extends HttpError { constructor() { super(403); } }
const check = async (ctx: any) => { if (!ctx.get('x')) throw new ${name}(); };
export default (ctx: any, next: any) => { check(ctx); return next(); };`);

  it.each(['AuthError', 'AccessDenied', 'PermissionError', 'NotSignedIn', 'HttpProblem'])(
    'Its name shows that %s refuses requests',
    (name) => {
      expect(throwing(name)).toEqual(['ineffective-guard check(ctx)']);
    },
  );

  it.each(['MailError', 'TimeoutError'])('%s can be of a task in the background', (name) => {
    expect(throwing(name)).toEqual([]);
  });
});

describe('a function as a condition', () => {
  it.each([
    ['if (!isAdmin) throw problem(403);', 'isAdmin'],
    ['if (isAdmin && ctx.ip) ctx.state.a = 1;', 'isAdmin'],
    ['ctx.assert(isAdmin, 403);', 'isAdmin'],
    ['return isAdmin ? next() : ctx.throw(403);', 'isAdmin'],
    ['return isAdmin && next();', 'isAdmin'],
    ['let user; user = loadUser(ctx); if (!user) throw problem(401);', 'user'],
    ['let user = loadUser(ctx); if (!user) throw problem(401);', 'user'],
    ['if (!all.isAdmin) throw problem(403);', 'all.isAdmin'],
    ['return own.isLocal ? next() : ctx.throw(403);', 'own.isLocal'],
    ["if (!isKey('b')) throw problem(403);", "isKey('b')"],
    ['if (!mayRead(ctx)) throw problem(403);', 'mayRead(ctx)'],
    ['if (!mayWrite(ctx)) throw problem(403);', 'mayWrite(ctx)'],
    ["if (!role('a')) throw problem(403);", "role('a')"],
    ["return mayDo('a') ? next() : ctx.throw(403);", "mayDo('a')"],
    ["if (!localRole('a')) throw problem(403);", "localRole('a')"],
    ['if (!Boolean(isAdmin)) throw problem(403);', 'isAdmin'],
    ['const ok = isAdmin; if (!ok) throw problem(403);', 'ok'],
    ['const isOk = () => ctx.ip; if (!isOk) throw problem(403);', 'isOk'],
    ['if (!loadUser(ctx).catch(() => null)) throw problem(401);', 'loadUser(ctx).catch(() => null)'],
    ['const user = loadUser(ctx).then((one) => one); if (!user) throw problem(401);', 'user'],
    ['const user = loadUser(ctx) ?? null; if (!user) throw problem(401);', 'user'],
    ['const user = loadUser(ctx); if (user === undefined) throw problem(401);', 'user'],
    ['let user; try { user = loadUser(ctx); } catch { user = null; } if (!user) throw problem(401);', 'user'],
    ['const user = loadUser(ctx) || null; if (!user) throw problem(401);', 'loadUser(ctx)'],
    ['if (!(loadUser(ctx) ?? null)) throw problem(401);', 'loadUser(ctx)'],
    ['const { name } = loadUser(ctx) ?? {}; if (!name) throw problem(401);', 'loadUser(ctx)'],
    ['const one = loadUser(ctx); const user = one; if (!user) throw problem(401);', 'user'],
    ['const one = loadUser(ctx); const two = one ?? null; const user = two; if (!user) throw problem(401);', 'user'],
    ['let one = loadUser(ctx); let user = one; if (!user) throw problem(401);', 'user'],
    ['let user = null; try { user = loadUser(ctx); } catch {} if (!user) throw problem(401);', 'user'],
  ])('Nothing calls it, or it returns a promise: %s', (body, span) => {
    expect(inMiddleware(body)).toEqual([`ineffective-guard ${span}`]);
  });

  it.each([
    'if (!isAdmin(ctx)) throw problem(403);',
    'if (!(await mayRead(ctx))) throw problem(403);',
    'const run = ctx.state.run; if (run) run();',
    'if (ctx.state.rule === isAdmin) ctx.state.a = 1;',
    'return own.isLocal(ctx) ? next() : ctx.throw(403);',
    'if (own.isOn) ctx.state.a = 1;',
    'let user; if (!user) user = loadUser(ctx); await user;',
    'let user = loadUser(ctx); user = await user; if (!user) throw problem(401);',
    'let user; user = await loadUser(ctx); if (!user) throw problem(401);',
    'return own.isOn && ctx.ip ? next() : next();',
    'const user = (await loadUser(ctx)) ?? null; if (!user) throw problem(401);',
    'const one = loadUser(ctx); const user = await one; if (!user) throw problem(401);',
    'const user = ctx.state.user ?? loadUser(ctx); if (user) await user;',
    'const user = ctx.state.user || (await loadUser(ctx)); if (!user) throw problem(401);',
    'const done = loadUser(ctx) ?? null; await done;',
    'let user; try { user = ctx.find(); } catch { user = loadUser(ctx); } if (user) await user;',
    'let user; try { user = loadUser(ctx); } catch { user = ctx.find(); if (!user) throw problem(401); } await user;',
    "if (!role('a')(ctx)) throw problem(403);",
    "const check = role('a'); if (check) await ctx.run(check);",
    'const run = guardOf(ctx); if (run) run(ctx);',
    'if (!guardOf(ctx)) throw problem(403);',
    "if (role('a') === ctx.state.rule) ctx.state.a = 1;",
  ])('Its result decides: %s', (body) => {
    expect(inMiddleware(body)).toEqual([]);
  });
});

describe('middleware of the same file', () => {
  it('A factory of the file makes it', () => {
    const text = `const refuse = (role: string) => (ctx: any, next: any) => {
  if (ctx.auth?.token?.role === role) throw problem(403);
  return next();
};
export default refuse('guest');`;
    expect(found(text)).toEqual(['early-read auth']);
  });

  it('An answer in a catch block ends the request', () => {
    const answered = (after: string): string =>
      `try { ctx.state.user = await requireUser(ctx); } catch { ctx.status = 401; ctx.body = {}; ${after} }`;
    expect(inMiddleware(answered(''))).toEqual(['ineffective-guard ctx.status = 401']);
    expect(inMiddleware(answered('return;'))).toEqual([]);
    expect(
      found(`export default async (ctx: any, next: any) => { try { await next(); } catch { ctx.status = 401; } };`),
    ).toEqual([]);
  });
});

describe('a promise that no function of the project makes', () => {
  const IMPORT =
    "import { access } from 'node:fs/promises'; import * as timers from 'timers/promises'; import { subtle } from 'node:crypto';";
  const of = (body: string): string[] =>
    found(`${IMPORT}\nexport default async (ctx: any, next: any) => { ${body} await next(); };`);

  it.each([
    ['const ok = Promise.resolve(ctx.ip); if (!ok) throw problem(401);', 'ok'],
    ['if (!Promise.all([ctx.ip])) throw problem(401);', 'Promise.all([ctx.ip])'],
    ['const ok = new Promise((done) => done(ctx.ip)); if (!ok) throw problem(401);', 'ok'],
    ['if (!new Promise((done) => done(ctx.ip))) throw problem(401);', 'new Promise((done) => done(ctx.ip))'],
    ['const ok = (async () => ctx.ip)(); if (!ok) throw problem(401);', 'ok'],
    ["const answer = fetch('https://a.b'); if (!answer.ok) throw problem(401);", 'answer'],
    ["const load = () => fetch('https://a.b'); if (!load()) throw problem(401);", 'load()'],
    ["if (!crypto.subtle.verify('a', ctx.key)) throw problem(401);", "crypto.subtle.verify('a', ctx.key)"],
    ["const ok = subtle.verify('a', ctx.key); if (!ok) throw problem(401);", 'ok'],
    ["if (!access('a')) throw problem(401);", "access('a')"],
    ['const ok = timers.setTimeout(1, true); if (!ok) throw problem(401);', 'ok'],
  ])('It is always true: %s', (body, span) => {
    expect(of(body)).toEqual([`ineffective-guard ${span}`]);
  });

  it.each([
    'const ok = await Promise.resolve(ctx.ip); if (!ok) throw problem(401);',
    "fetch('https://a.b'); void access('a');",
    'if (!fetch) throw problem(401);',
    'const run = ctx.fetch ?? fetch; if (!run) throw problem(401);',
    'const done: any = Promise.resolve(); if (ctx.state.done === done) ctx.state.done = null; await done;',
    'const later: any = new Promise((done) => ctx.on(done)); later.stop = ctx.stop; if (later.stop) await later;',
    'const find = ctx.ip ? () => ctx.ip : undefined; if (find) ctx.state.ip = find();',
    'const later = Promise.withResolvers(); if (later.promise) later.resolve();',
    'const wait = () => Promise.withResolvers(); if (wait().promise) throw problem(401);',
    'if (!crypto.timingSafeEqual(ctx.key, ctx.other)) throw problem(401);',
    "if (!crypto.createHash('a').update(ctx.key)) throw problem(401);",
    'for await (const each of timers.setInterval(1)) if (each) break;',
    "const fetch = ctx.fetch; if (!fetch('a').ok) throw problem(401);",
    "const answer = await fetch('https://a.b'); if (!answer.ok) throw problem(401);",
    "return fetch('https://a.b').then((answer) => { if (!answer.ok) throw problem(401); });",
  ])('Its value decides: %s', (body) => {
    expect(of(body)).toEqual([]);
  });
});

it('A file needs no word of guards to be checked', () => {
  const text =
    "const isKey = (ctx) => new Promise((resolve) => resolve(ctx.get('x') === 'k'));\nexport const authorize = (ctx) => !!isKey(ctx);";
  const { diagnostics } = compile({ 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': text });
  expect(diagnostics.map((each) => brief(each)[1])).toEqual(['isKey(ctx)']);
});

it.each(['!!ok', 'Boolean(isKey)', "!!keyOf('k')", "keyOf('k') ? true : false"])(
  'A file with an authorize needs none: %s',
  (result) => {
    const text = `const isKey = (ctx) => ctx.get('x') === 'k';
const keyOf = (key) => (ctx) => ctx.get('x') === key;
export const authorize = (ctx) => { const ok = isKey; return ${result}; };`;
    const { diagnostics } = compile({ 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': text });
    expect(diagnostics.map(({ code }) => code)).toEqual(['ineffective-guard']);
  },
);

describe('an authorize of another module', () => {
  const POLICY =
    "const isAdmin = async (ctx) => ctx.get('x') === 'a';\nexport const authorize = (ctx) => !!isAdmin(ctx);";
  const HANDLER = '/** Some. */\nexport default () => {};';

  it.each([
    { 'one.ts': `${HANDLER}\nexport { authorize } from '../policy.ts';` },
    { 'one.ts': HANDLER, '_middleware.ts': "import { authorize } from '../policy.ts';\nexport { authorize };" },
    {
      'one.ts': HANDLER,
      '_middleware.ts': "import { authorize as own } from '../policy.ts';\nexport const authorize = own;",
    },
  ])('Its promises count as in the tree, although the module does not name this package: %o', (files) => {
    const texts = files as Readonly<Record<string, string>>;
    const of = (policy: string): unknown[] =>
      compile(texts, { readFile: (file) => (file === 'app/policy.ts' ? policy : undefined) })
        .diagnostics.filter(({ code }) => code === 'ineffective-guard')
        .map((diagnostic) => [diagnostic.at.source.file, brief(diagnostic)[1]]);
    expect(of(POLICY)).toEqual([['app/policy.ts', 'isAdmin(ctx)']]);
    expect(of(POLICY.replace('async ', ''))).toEqual([]);
  });
});

describe('a comparison of node:crypto', () => {
  const of = (head: string, body: string): string[] =>
    found(`${head}\nexport default async (ctx: any, next: any) => { ${body} return next(); };`);
  const IMPORTED = "import { subtle, timingSafeEqual, verify } from 'node:crypto';";
  const WHOLE = "import crypto from 'node:crypto';";

  it.each([
    [IMPORTED, 'timingSafeEqual(ctx.key, ctx.other)'],
    [WHOLE, 'crypto.timingSafeEqual(ctx.key, ctx.other)'],
    ["import * as crypto from 'crypto';", 'crypto.timingSafeEqual(ctx.key, ctx.other)'],
    [IMPORTED, "verify('sha256', ctx.data, ctx.key, ctx.signature)"],
    [WHOLE, "crypto.verify('sha256', ctx.data, ctx.key, ctx.signature)"],
    [IMPORTED, "await subtle.verify('HMAC', ctx.key, ctx.signature, ctx.data)"],
    ['', "await crypto.subtle.verify('HMAC', ctx.key, ctx.signature, ctx.data)"],
  ])('Nothing uses its result: %s %s', (head, call) => {
    expect(of(head, `${call};`)).toEqual([`ineffective-guard ${call.replace('await ', '')}`]);
  });

  it.each([
    [IMPORTED, 'if (!timingSafeEqual(ctx.key, ctx.other)) throw problem(401);'],
    [IMPORTED, 'const { key } = ctx; if (!ctx.other) { timingSafeEqual(key, key); throw problem(401); }'],
    [IMPORTED, "verify('sha256', ctx.data, ctx.key, ctx.signature, (error, ok) => ctx.done(error, ok));"],
    [IMPORTED, "if (!(await subtle.verify('HMAC', ctx.key, ctx.signature, ctx.data))) throw problem(401);"],
    [WHOLE, 'if (crypto.timingSafeEqual) ctx.state.a = 1;'],
    [WHOLE, 'if (crypto.subtle.verify) ctx.state.a = 1; crypto.randomUUID();'],
    ["import { verify } from './verify.ts';", 'verify(ctx.token);'],
  ])('Code uses its result, or needs none: %s %s', (head, body) => {
    expect(of(head, body)).toEqual([]);
  });
});
