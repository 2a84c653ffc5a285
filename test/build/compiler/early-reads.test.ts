import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

/** The diagnostics of files: their severities, and the text that they point at. */
function found(files: Record<string, string>): string[] {
  return compile({ 'one.ts': '/** Some. */\nexport default () => {};', ...files })
    .diagnostics.filter(({ code }) => code === 'early-read')
    .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`);
}

const inMiddleware = (text: string, name = '_middleware.js'): string[] => found({ [name]: text });
const inAuthorize = (text: string): string[] =>
  found({ '_middleware.js': text, 'two@post.js': `${text}\n/** Some. */\nexport default () => {};` });

describe('middleware that reads a field before next() sets it', () => {
  it.each([
    ["(ctx, next) => { if (ctx.auth?.token?.name === 'bo') throw refusal; return next(); }", ['auth']],
    ['async (ctx, next) => { const { token } = ctx.auth ?? {}; if (!token) throw refusal; await next(); }', ['auth']],
    ['(ctx, next) => { if (ctx.input?.path.id === 1) throw refusal; return next(); }', ['input']],
    ['async ({ auth, input: { path } }, next) => { if (auth) await next(); }', ['auth', 'input']],
    ['async (ctx, next) => { const { auth: user, params } = ctx; if (user) await next(); }', ['auth']],
    ["async (ctx, next) => { const { ['auth']: user } = ctx; await next(); }", ["'auth'"]],
    ['async (ctx, next) => { let auth; ({ auth } = ctx); await next(); }', ['auth']],
    ["async (ctx, next) => { if (ctx['auth']) await next(); }", ["'auth'"]],
    ['async (ctx, next) => { const c = ctx; if (c.input) await next(); }', ['input']],
    ['function guard(ctx) { if (!ctx.auth) throw refusal; }', ['auth']],
    [
      "(ctx, next) => { if (ctx.method === 'GET') return next(); if (ctx.input?.path.id) throw no; return next(); }",
      ['input'],
    ],
    ['(ctx, next) => (ctx.auth?.token ? next() : Promise.reject(refusal))', ['auth']],
    ['(ctx, next) => ctx.input?.path.id !== 1 && next()', ['input']],
    ["async (ctx, next) => { switch (ctx.method) { case 'GET': return next(); default: } check(ctx.auth); }", ['auth']],
    ['async (ctx, next) => { for (const role of ctx.auth?.roles ?? []) refuse(role); await next(); }', ['auth']],
    ['async (ctx, next) => { try { refuse(ctx.auth); } finally { await next(); } }', ['auth']],
    [
      'async (ctx, next) => { if (roles.some((role) => role === ctx.auth?.role)) throw refusal; await next(); }',
      ['auth'],
    ],
    ['[async (ctx, next) => next(), async (ctx, next) => { if (ctx.auth?.x) throw refusal; await next(); }]', ['auth']],
  ])('reports export default %s', (text, spans) => {
    const reports = spans.map((span) => `error ${span}`);
    expect(inMiddleware(`export default ${text};`)).toEqual(reports);
    expect(inMiddleware(`const guard = ${text};\nmodule.exports = guard;`, '_middleware.cjs')).toEqual(reports);
  });

  it('reports TypeScript around it', () => {
    const text =
      'export default (async (ctx, next) => { if ((ctx.auth as any)!.x) throw no; await next(); }) satisfies M;';
    expect(inMiddleware(text, '_middleware.ts')).toEqual(['error auth']);
  });

  it('warns only if another function has got the context, because it could set ctx.auth', () => {
    const text =
      'export default async (ctx, next) => { await signIn(ctx); if (ctx.auth?.x || ctx.input) await next(); };';
    expect(inMiddleware(text)).toEqual(['warning auth', 'error input']);
  });
});

describe('a helper that reads a field of the context', () => {
  const HELPERS = `
const requireAdmin = (ctx) => { if (ctx.auth?.token?.role === 'guest') throw refusal; };
async function requireShop({ input }) { if (input?.path.shop === 1) throw refusal; }
const log = (ctx) => console.log(ctx.ip);
const guard = (ctx, next) => (ctx.auth?.token ? next() : undefined);
`;
  const calling = (body: string): string[] =>
    inMiddleware(`${HELPERS}export default async (ctx, next) => { ${body} };`).filter(
      (each) => !each.endsWith(' auth'),
    );

  it.each([
    ['requireAdmin(ctx); await next();', 'requireAdmin(ctx)'],
    ['await requireShop(ctx); return next();', 'requireShop(ctx)'],
    ["if (ctx.method === 'POST') requireAdmin(ctx, 1); await next();", 'requireAdmin(ctx, 1)'],
    ['const own = ctx; try { requireAdmin(own); } finally { await next(); }', 'requireAdmin(own)'],
  ])('Middleware calls it before next(): %s', (body, span) => {
    expect(calling(body)).toEqual([`warning ${span}`]);
  });

  it.each([
    'await next(); requireAdmin(ctx);',
    'log(ctx); await next();',
    'requireAdmin(ctx.state); await next();',
    'await requireShop({ input: 1 }); await next();',
    'if (!ctx.ip) return next(); log(ctx); await next(); await requireShop(ctx);',
    'await guard(ctx, next);',
  ])('Middleware calls it after next(), or it reads nothing: %s', (body) => {
    expect(calling(body)).toEqual([]);
  });

  it.each([
    ['const isLarge = (ctx) => ctx.input.body?.amount > 100;', 'isLarge'],
    ['const isForeign = ({ current, auth }) => current && current.owner !== auth.token.sub;', 'isForeign'],
  ])('An authorize calls it, which runs before the field is set: %s', (helper, name) => {
    const guard = `export const authorize = (ctx) => !${name}(ctx);`;
    expect(inAuthorize(`${helper}\n${guard}`)).toEqual(Array(2).fill(`warning ${name}(ctx)`));
  });

  it('An authorize may call it', () => {
    expect(inAuthorize(`${HELPERS}export const authorize = (ctx) => { requireAdmin(ctx); return true; };`)).toEqual([]);
  });
});

describe('middleware that reads a field in time', () => {
  it.each([
    'async (ctx, next) => { await next(); log(ctx.auth, ctx.input); }',
    'async (ctx, next) => { const { auth } = (await next(), ctx); log(auth); }',
    'async (ctx, next) => { if (ctx.query.x) await next(); else return next(); log(ctx.auth); }',
    'async (ctx, next) => { try { return await next(); } finally { log(ctx.auth); } }',
    'async (ctx, next) => { try { await next(); } catch (error) { log(ctx.input, error); throw error; } }',
    'async (ctx, next) => { try { return await next(); } catch {} log(ctx.auth); }',
    'async (ctx, next) => { ctx.res.on("finish", () => log(ctx.auth)); await next(); }',
    'async (ctx, next) => { const user = () => ctx.auth; await next(); log(user()); }',
    'async (ctx, next) => { await timed(next); log(ctx.auth); }',
    'async (ctx, next) => { await timed(() => next()); log(ctx.auth); }',
    'async (ctx, next) => { for (const i of [1, 2]) { if (i === 2) log(ctx.auth); await next(); } }',
    'async (ctx, next) => { do { await next(); break; } while (true); log(ctx.auth); }',
    'async (ctx, next) => { switch (1) { case 1: await next(); break; default: return; } log(ctx.auth); }',
    'async (ctx, next) => { a: { if (ctx.x) { await next(); break a; } return; } log(ctx.auth); }',
    'async (ctx, next) => { await (ctx.x ? next() : next()); log(ctx.auth); }',
    'async (ctx, next) => { ctx.auth = await verify(ctx.get("X-Key")); if (!ctx.auth) throw no; await next(); }',
    'async (ctx, next) => { ctx.input ??= {}; if (ctx.input.x) throw no; await next(); }',
    'async (ctx, next) => { Object.assign(ctx, { auth: 1 }); if (!ctx.auth) throw no; await next(); }',
    'async (ctx, next) => { ({ user: ctx.auth } = await load()); if (!ctx.auth) throw no; await next(); }',
    'async (ctx, next) => { if (ctx.state.auth || ctx.request.input || auth.x) throw no; await next(); }',
    'async (ctx, next) => { { const ctx = other; log(ctx.auth); } await next(); }',
    'async (context, next) => { log(ctx.auth); await next(); }',
    'async (ctx) => { ctx.set("X-Any", "1"); }',
    'async (ctx, next) => { if (ctx.path === "/") return; ctx.set("X-Any", "1"); await next(); }',
    'async (...args) => { log(args[0].auth); await args[1](); }',
    'async function guard(ctx) { await arguments[1](); log(ctx.auth); }',
    'wrap(async (ctx, next) => { log(ctx.auth); await next(); })',
    '[async (ctx, next) => { await next(); log(ctx.auth); }, (ctx, next) => next()]',
  ])('reports nothing for export default %s', (text) => {
    expect(inMiddleware(`export default ${text};`)).toEqual([]);
  });

  it('reports nothing if another function of the file sets it', () => {
    const text = 'async function signIn(ctx) { ctx.auth = await verify(ctx); }\n';
    expect(
      inMiddleware(
        `${text}export default async (ctx, next) => { await signIn(ctx); if (!ctx.auth) throw no; await next(); };`,
      ),
    ).toEqual([]);
  });
});

describe('authorize that reads the body', () => {
  it.each([
    ["(ctx) => !(ctx.input.body?.role === 'admin' && !ctx.auth.token.scopes.includes('admin'))", ['body']],
    ['function authorize({ input: { body } }) { return body?.role !== 1; }', ['body']],
    ['({ input }) => input.body?.role !== 1', ['body']],
    ["(ctx) => ctx.input.type !== 'application/xml' || isAda(ctx)", ['type']],
    ["({ input: { type } }) => type !== 'application/xml'", ['type']],
    ['(ctx) => { const { input } = ctx; return input.body?.role !== 1; }', ['body']],
    ['(ctx) => { const { path, body = {} } = ctx.input; return body.role !== path.id; }', ['body']],
    ['(ctx) => { const { input: { body: { role } = {} } } = ctx; return role !== 1; }', ['body']],
    ["(ctx) => !['a', 'b'].some((role) => ctx.input['body']?.role === role)", ["'body'"]],
    [
      'async (ctx) => { const input = ctx.input; for (const id of input.body.ids) if (!(await own(id))) return false; }',
      ['body'],
    ],
  ])('reports %s', (text, spans) => {
    const reports = spans.map((span) => `error ${span}`);
    expect(inAuthorize(`export const authorize = ${text};`)).toEqual([...reports, ...reports]);
  });

  it('reports it in CommonJS', () => {
    const text = 'exports.authorize = (ctx) => ctx.input.body?.role !== 1;\nexports.default = (ctx, next) => next();';
    expect(inMiddleware(text, '_middleware.cjs')).toEqual(['error body']);
  });

  it.each([
    '(ctx) => ctx.input.path.id === ctx.auth.token.id',
    '(ctx) => ctx.request.body?.role !== 1',
    '(ctx) => { ctx.body = 1; return ctx.body === 1; }',
    '(ctx) => { ctx.res.on("finish", () => log(ctx.input.body)); return true; }',
    'async (ctx) => { ctx.input = { ...ctx.input, body: await read(ctx.req) }; return ctx.input.body.x; }',
    'async (ctx) => { ctx.input.body = await read(ctx.req); return ctx.input.body.x; }',
    '(ctx) => { const { input } = parse(ctx.get("X-Input")); return input.body.x; }',
  ])('reports nothing for %s', (text) => {
    expect(inAuthorize(`export const authorize = ${text};`)).toEqual([]);
  });

  it('reports nothing in the handler, because the body has been read', () => {
    const text =
      'export const authorize = () => true;\n/** Some.\n * @param {string} role */\nexport default (ctx) => ctx.input.body.role;';
    expect(found({ 'two@post.js': text })).toEqual([]);
  });
});
