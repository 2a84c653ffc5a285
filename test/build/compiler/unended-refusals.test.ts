import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

/** The diagnostics of a file, as the texts that they point at. */
function found(path: string, text: string): string[] {
  const files = { 'one.ts': '/** Some. */\nexport default () => {};', [path]: text };
  return compile(files)
    .diagnostics.filter(({ code }) => code === 'ineffective-guard')
    .map((diagnostic) => `${diagnostic.severity} ${brief(diagnostic)[1]}`);
}

const inHandler = (body: string, params = 'ctx: any'): string[] =>
  found(
    'books@post.ts',
    `import { problem } from 'unplugin-operations/koa';\n/** Some. */\nexport default async (${params}) => { ${body} };`,
  );
const inAuthorize = (body: string): string[] =>
  found('_middleware.ts', `export const authorize = async (ctx: any) => { ${body} };`);
const inMiddleware = (body: string): string[] =>
  found('_middleware.ts', `export default async (ctx: any, next: any) => { ${body} };`);

const BAD = "ctx.auth.token.role !== 'admin'";

describe('a handler that goes on after a refusal by status', () => {
  it.each([
    [`if (${BAD}) ctx.status = 403; await deleteAll();`, 'ctx.status = 403'],
    [`if (${BAD}) ctx.status = 403; deleteAll();`, 'ctx.status = 403'],
    [`if (${BAD}) ctx.status = 403; return await ctx.db.books.delete(1);`, 'ctx.status = 403'],
    [`if (${BAD}) ctx.status = 403; return ctx.db.books.delete(1);`, 'ctx.status = 403'],
    [`if (${BAD}) { ctx.status = 401; ctx.body = { error: 'no' }; } await save(ctx.input.body);`, 'ctx.status = 401'],
    [`if (${BAD}) ctx.redirect('/login'); await removeBook(ctx.input.path.id);`, "ctx.redirect('/login')"],
    [
      `if (${BAD}) ctx.res.statusCode = 403; const book = await books.create({}); return book;`,
      'ctx.res.statusCode = 403',
    ],
    [
      `if (${BAD}) ctx.app.emit('error', problem(403), ctx); await deleteAll();`,
      "ctx.app.emit('error', problem(403), ctx)",
    ],
    [
      `if (${BAD}) ctx.status = 403; await ctx.db.deleteFrom('books').where('id', '=', 1).execute();`,
      'ctx.status = 403',
    ],
    [`if (${BAD}) ctx.status = 403; ctx.db.prepare('DELETE FROM books').run();`, 'ctx.status = 403'],
    [
      `if (${BAD}) ctx.status = 403; const { rows } = await ctx.db.query(\`update books set title = 'a'\`); return rows;`,
      'ctx.status = 403',
    ],
    [`const id = ctx.input.path.id; if (id) { if (${BAD}) ctx.status = 403; await deleteAll(); }`, 'ctx.status = 403'],
    [`try { if (${BAD}) ctx.status = 403; await deleteAll(); } catch (error) { throw error; }`, 'ctx.status = 403'],
    [`if (${BAD}) ctx.status = 403; await deleteAccount(1);`, 'ctx.status = 403'],
    [`if (ctx.a) ctx.status = 401; if (ctx.b) ctx.status = 403; await deleteAll();`, 'ctx.status = 401'],
  ])('warns of %s', (body, span) => {
    expect(inHandler(body)[0]).toBe(`warning ${span}`);
  });

  it('warns of a response that the handler takes from its context', () => {
    const body = "if (auth.token.role !== 'admin') response.status = 403; await deleteAll();";
    expect(inHandler(body, '{ auth, response }: any')).toEqual(['warning response.status = 403']);
  });

  it.each([
    `if (${BAD}) { ctx.status = 403; return; } await deleteAll();`,
    `if (${BAD}) { ctx.status = 403; return { error: 'no' }; } await deleteAll();`,
    `if (${BAD}) return void (ctx.status = 403); await deleteAll();`,
    `if (${BAD}) ctx.status = 403; else await deleteAll();`,
    `if (${BAD}) ctx.status = 403; return;`,
    `if (${BAD}) ctx.status = 403; return { error: 'no' };`,
    `let body: any = { ok: true }; if (${BAD}) { ctx.status = 403; body = { error: 'no' }; } return body;`,
    'const found = await find(ctx.input.path.id); if (!found.ok) ctx.status = 403; return found;',
    `if (${BAD}) ctx.status = 403; console.log('deleted'); await audit(ctx); return null;`,
    `if (${BAD}) ctx.status = 401; await saveAttempt(ctx.ip); return null;`,
    `if (${BAD}) ctx.status = 401; await db.query('INSERT INTO audit_log VALUES (1)'); return null;`,
    `if (${BAD}) ctx.status = 403; if (ctx.status === 403) return; await deleteAll();`,
    'const ok = await check(ctx); if (!ok) ctx.status = 401; if (!ok) return { error: 1 }; await deleteAll();',
    'const ok = await check(ctx); if (!ok) ctx.status = 401; if (ok) await deleteAll();',
    'const ok = await check(ctx); if (!ok) ctx.status = 401; await save({ ok, at: Date.now() }); return { ok };',
    `if (${BAD}) ctx.status = 403; ctx.set('X', 'y'); ctx.cookies.set('a', null); ctx.remove('ETag'); headers.delete('x');`,
    `if (${BAD}) ctx.status = 403; inflight.delete(ctx.ip); return { error: 'no' };`,
    `if (${BAD}) ctx.status = 401; const etag = createHash('sha256').update('a').digest('hex'); return { etag };`,
    `if (${BAD}) ctx.status = 403; await rm(ctx.input.body.file.path); return { error: 'no' };`,
    `if (${BAD}) ctx.status = 403; const drop = () => deleteAll(); return { drop };`,
    "if (ctx.input.body.page) ctx.redirect('/books'); await books.create(ctx.input.body);",
    'if (ctx.input.query.late) ctx.status = 202; await deleteAll();',
    'const old = await find(1); if (!old) ctx.status = 404; await deleteAll();',
    'try { await deleteAll(); } catch { ctx.status = 403; } await saveAll();',
  ])('accepts %s', (body) => {
    expect(inHandler(body)).toEqual([]);
  });
});

describe('an authorize that responds and returns true', () => {
  it.each([
    [`if (${BAD}) ctx.status = 403; return true;`, 'ctx.status = 403'],
    [`if (${BAD}) ctx.status = 404; return true;`, 'ctx.status = 404'],
    [`if (${BAD}) { ctx.status = 403; ctx.body = { error: 'no' }; } return true;`, 'ctx.status = 403'],
    [`if (${BAD}) ctx.redirect('/elsewhere'); return true;`, "ctx.redirect('/elsewhere')"],
    [`if (${BAD}) ctx.res.end('no'); return true;`, "ctx.res.end('no')"],
    [`${BAD} && (ctx.status = 403); return true;`, 'ctx.status = 403'],
  ])('reports %s', (body, span) => {
    expect(inAuthorize(body)).toEqual([`error ${span}`]);
  });

  it.each([
    `if (${BAD}) { ctx.status = 403; return false; } return true;`,
    `if (${BAD}) ctx.status = 403; return ctx.auth.token.role === 'admin';`,
    'ctx.status = 201; return true;',
    `if (${BAD}) { ctx.status = 404; throw new Error('no'); } return true;`,
  ])('accepts %s', (body) => {
    expect(inAuthorize(body)).toEqual([]);
  });
});

describe('middleware that goes on to next() after another refusal', () => {
  const KEY = "ctx.get('X-Key') !== 'k'";

  it.each([
    [`if (${KEY}) ctx.status = 404; return next();`, 'warning ctx.status = 404'],
    [`if (${KEY}) { ctx.status = 429; ctx.body = 'no'; } await next();`, 'warning ctx.status = 429'],
    [`if (${KEY}) ctx.res.end('no'); return next();`, "warning ctx.res.end('no')"],
    [`if (${KEY}) { ctx.respond = false; ctx.res.end('no'); } return next();`, "warning ctx.res.end('no')"],
    [`${KEY} && (ctx.status = 404); await next();`, 'warning ctx.status = 404'],
    [`if (${KEY}) { ctx.res.writeHead(401); ctx.res.end(); } return next();`, 'error ctx.res.writeHead(401)'],
    [`if (${KEY}) return (ctx.status = 401), next(); return next();`, 'error ctx.status = 401'],
    [`if (${KEY}) ctx.status = 401, ctx.log(1); return next();`, 'error ctx.status = 401'],
  ])('reports %s', (body, expected) => {
    expect(inMiddleware(body)).toEqual([expected]);
  });

  it.each([
    'ctx.status = 404; await next();',
    'ctx.status = 201; return next();',
    `if (${KEY}) ctx.status = 202; return next();`,
    `if (${KEY}) { ctx.status = 404; return; } return next();`,
    `if (${KEY}) { ctx.status = 404; } else { await next(); }`,
    `if (${KEY}) ctx.body = 'default'; return next();`,
    'await next(); if (!ctx.body) ctx.status = 404;',
  ])('accepts %s', (body) => {
    expect(inMiddleware(body)).toEqual([]);
  });

  it('accepts a 404 in a module elsewhere, whose middleware can render a page after it', () => {
    const text = "import { page } from '../page.ts';\nexport default page;";
    const page = `export const page = (ctx: any, next: any) => { if (${KEY}) ctx.status = 404; return next(); };`;
    const files = { 'one.ts': '/** Some. */\nexport default () => {};', '_middleware.ts': text };
    const { diagnostics } = compile(files, { readFile: (file) => (file === 'app/page.ts' ? page : undefined) });
    expect(diagnostics.filter(({ code }) => code === 'ineffective-guard')).toEqual([]);
  });
});
