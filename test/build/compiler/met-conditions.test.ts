import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const USING = ['{ "dependencies": { "koa-session": "^7.0.0", "koa-passport": "^6.0.0" } }'];
const HEAD = "import { problem } from 'unplugin-operations/koa';";

function compiled(files: Readonly<Record<string, string>>, appTexts: readonly string[]): string[] {
  return compile({ 'one.ts': '/** Some. */\nexport default () => {};', ...files }, { appTexts: () => appTexts })
    .diagnostics.filter(({ code }) => code === 'ineffective-guard')
    .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`);
}

/** The warnings of code in middleware. */
function found(body: string, appTexts = USING): string[] {
  return compiled(
    { '_middleware.ts': `${HEAD}\nexport default async (ctx: any, next: any) => { ${body} return next(); };` },
    appTexts,
  );
}

/** Those of code in a handler. */
function inHandler(body: string): string[] {
  return compiled({ 'two.ts': `${HEAD}\n/** Some. */\nexport default async (ctx: any) => { ${body} };` }, USING);
}

/** Those of an `authorize`. */
function inAuthorize(text: string): string[] {
  return compiled({ '_middleware.ts': `${HEAD}\nexport const authorize = ${text};` }, USING);
}

describe('A test of the session of koa-session', () => {
  it.each([
    ['if (!ctx.session) throw problem(401);', '!ctx.session'],
    ['if (!ctx?.session) ctx.throw(401);', '!ctx?.session'],
    ['ctx.assert(ctx.session, 401);', 'ctx.session'],
    ['ctx.session ?? ctx.throw(401);', 'ctx.session'],
    ['ctx.session || ctx.throw(401);', 'ctx.session'],
    ['!ctx.session && ctx.throw(401);', '!ctx.session'],
    ['if (ctx.session === undefined) throw problem(401);', 'ctx.session === undefined'],
    ['if (ctx.session == null) { ctx.status = 401; return; }', 'ctx.session == null'],
    ['if (Boolean(ctx.session) === false) throw problem(401);', 'Boolean(ctx.session) === false'],
    ['const { session } = ctx; ctx.assert(session, 401);', 'session'],
    ['const { session: user } = ctx; if (!user) throw problem(401);', '!user'],
    ['const user = ctx.session; if (!user) throw problem(401);', '!user'],
    ['const signedIn = !!ctx.session; if (!signedIn) throw problem(401);', '!signedIn'],
    ['const isGuest = ctx.session === undefined; if (isGuest) throw problem(401);', 'isGuest'],
    ["if (!ctx.session && !ctx.get('x-key')) throw problem(401);", '!ctx.session'],
    ["if (!ctx.session) return ctx.redirect('/login');", '!ctx.session'],
    ['if (ctx.session) return next(); throw problem(401);', 'ctx.session'],
    ['if (ctx.session) { await next(); } else { ctx.throw(401); }', 'ctx.session'],
  ])('It never refuses: %s', (body, span) => {
    expect(found(body)).toEqual([`warning ${span}`]);
  });

  it.each([
    ["if (ctx.session) return 'secret'; throw problem(401);", 'ctx.session'],
    ["if (ctx.session) { log(ctx); return 'secret'; } else throw problem(401);", 'ctx.session'],
    ["return ctx.session ? 'secret' : ctx.throw(401);", 'ctx.session'],
  ])('It never refuses in a handler: %s', (body, span) => {
    expect(inHandler(body)).toEqual([`warning ${span}`]);
  });

  it.each([
    ['(ctx: any) => !!ctx.session', '!!ctx.session'],
    ['({ session }: any) => session !== undefined', 'session !== undefined'],
    ['(ctx: any) => { if (!ctx.session) return false; return true; }', '!ctx.session'],
    ['(ctx: any) => { if (ctx.session) return true; return false; }', 'ctx.session'],
  ])('It never refuses in authorize: %s', (text, span) => {
    expect(inAuthorize(text)).toEqual([`warning ${span}`]);
  });

  it.each([
    'if (!ctx.session.user) throw problem(401);',
    'if (!ctx.session?.user) throw problem(401);',
    'if (!ctx.session || !ctx.session.user) throw problem(401);',
    'ctx.assert(ctx.session && ctx.session.user, 401);',
    'if (ctx.session) ctx.session = null;',
    'ctx.session = null;',
    'if (ctx.session) ctx.session.views++;',
    'const user = ctx.session ? ctx.session.user : undefined; if (!user) throw problem(401);',
    "if (!ctx.session) throw new Error('Add koa-session to the app');",
    'if (!ctx.session) throw problem(500);',
    'if (ctx.session) throw problem(409);',
    'if (!store.session) throw problem(401);',
    'const session = await load(ctx); if (!session) throw problem(401);',
    'let { session } = ctx; session = await load(ctx); if (!session) throw problem(401);',
  ])('It can refuse, or does not have to: %s', (body) => {
    expect(found(body)).toEqual([]);
  });

  it.each([
    [['{ "dependencies": { "koa-generic-session": "1.0.0" } }']],
    [['{ "dependencies": {} }', "import session from 'koa-session-minimal';"]],
    [[]],
  ])('It can refuse with another package: %j', (texts) => {
    expect(found('if (!ctx.session) throw problem(401);', texts)).toEqual([]);
  });

  it('It never refuses if the app or the tree imports the package', () => {
    const body = 'if (!ctx.session) throw problem(401);';
    expect(found(body, ["const session = require('koa-session');"])).toHaveLength(1);
    const text = `import session from 'koa-session';\n${HEAD}\nexport default async (ctx: any, next: any) => { ${body} return next(); };`;
    expect(compiled({ '_middleware.ts': text }, [])).toHaveLength(1);
  });
});

describe('A method that is not called', () => {
  it.each([
    ['if (!ctx.isAuthenticated) throw problem(401);', 'ctx.isAuthenticated'],
    ['if (ctx.isUnauthenticated) throw problem(401);', 'ctx.isUnauthenticated'],
    ['if (!ctx.req.isAuthenticated) ctx.throw(401);', 'ctx.req.isAuthenticated'],
    ['ctx.assert(ctx.isAuthenticated, 401);', 'ctx.isAuthenticated'],
    ['ctx.isAuthenticated || ctx.throw(401);', 'ctx.isAuthenticated'],
    ['const { isAuthenticated } = ctx; if (!isAuthenticated) throw problem(401);', 'isAuthenticated'],
    ['const { isAuthenticated: ok } = ctx.req; if (ok) return next(); ctx.throw(401);', 'ok'],
    ['const ok = ctx.isAuthenticated; ctx.assert(ok, 401);', 'ok'],
    ['const ok = Boolean(ctx.isAuthenticated); if (!ok) ctx.throw(401);', 'ctx.isAuthenticated'],
    ['if (ctx.user && ctx.isAuthenticated) return next(); ctx.throw(401);', 'ctx.isAuthenticated'],
    ['if (!ctx.isAuthenticated) return;', 'ctx.isAuthenticated'],
  ])('It is always true: %s', (body, span) => {
    expect(found(body)).toEqual([`warning ${span}`]);
  });

  it.each([
    'if (!ctx.isAuthenticated()) throw problem(401);',
    'if (!ctx.isAuthenticated?.()) throw problem(401);',
    'if (!ctx.isAuthenticated || !ctx.isAuthenticated()) throw problem(401);',
    'if (ctx.isAuthenticated) { ctx.state.ok = ctx.isAuthenticated(); }',
    'const check = ctx.isAuthenticated; ctx.assert(check.call(ctx), 401);',
    'if (!user.isAuthenticated) throw problem(401);',
    'if (!ctx.state.isAuthenticated) throw problem(401);',
  ])('It is called, or another one: %s', (body) => {
    expect(found(body)).toEqual([]);
  });

  it('It is a value without koa-passport, or if code sets it', () => {
    const body = 'if (!ctx.isAuthenticated) throw problem(401);';
    expect(found(body, [])).toEqual([]);
    expect(found(`ctx.isAuthenticated = await verify(ctx); ${body}`)).toEqual([]);
    expect(found(body, [...USING, 'app.use((ctx, next) => { ctx.isAuthenticated = true; return next(); });'])).toEqual(
      [],
    );
  });

  it.each([
    ['if (!ctx.accepts) ctx.throw(406);', []],
    ['if (!ctx.is) throw problem(403);', ['warning !ctx.is']],
    ['if (!ctx.cookies) throw problem(401);', ['warning !ctx.cookies']],
    ['if (!ctx.headers) throw problem(401);', ['warning !ctx.headers']],
    ['if (!ctx.state) throw problem(401);', ['warning !ctx.state']],
    ["if (!ctx.state) throw new Error('no state');", []],
    ['if (ctx.state) ctx.state.a = 1;', []],
  ])('A part of each context is always true in a refusal: %s', (body, expected) => {
    expect(found(body, [])).toEqual(expected);
  });
});
