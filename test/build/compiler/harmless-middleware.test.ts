import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';

const GUARD = 'export default (ctx, next) => { if (!ctx.get("X-Key")) throw problem(403); return next(); };';

/** The codes of a tree whose operation passes on one of a guarded directory, and whose own directory has other middleware. */
function codesWith(middleware: string, others: Readonly<Record<string, string>> = {}, guard: string = GUARD): string[] {
  const { diagnostics } = compile(
    {
      'admin/_middleware.ts': guard,
      'admin/x@get.ts': '/**\n * It.\n * @operationId one\n */\nexport default () => {};\n',
      'pub/_middleware.ts': middleware,
      'pub/x@get.ts': '/** @operationId two */\nexport { default } from "../admin/x@get.ts";\n',
    },
    { readFile: (file) => others[file] },
  );
  return diagnostics.map(({ code }) => code);
}

const wrapped = (body: string): string => `export default async (ctx, next) => { ${body} };`;

describe('middleware that refuses no client replaces no guard', () => {
  it.each([
    [
      'a header by a condition',
      'if (ctx.query.lang) ctx.set("Content-Language", String(ctx.query.lang)); return next();',
    ],
    ['a condition around each next', 'if (ctx.path === "/healthz") return next(); ctx.vary("Accept"); return next();'],
    ['a choice', 'return ctx.query.slow ? (await next()) : next();'],
    ['a log of slow requests', 'const t = Date.now(); await next(); if (Date.now() - t > 1000) console.warn("slow");'],
    [
      'a measured time',
      'const t = performance.now(); try { await next(); } finally { ctx.log.info(`${performance.now() - t}`); }',
    ],
    [
      'an entry of a log',
      'await next(); const entry = {}; entry.status = ctx.status; console.log(JSON.stringify(entry));',
    ],
    ['a log of errors', 'try { await next(); } catch (error) { console.error(error); throw error; }'],
    ['a handler of rejections', 'return next().catch((error) => { console.error(error); throw error; });'],
    [
      'an answer to errors',
      'try { await next(); } catch (error) { ctx.status = error.status ?? 500; ctx.body = { error: true }; }',
    ],
    ['state', 'ctx.state.plan = ctx.get("X-Plan") || "free"; ctx.state.body = 1; return next();'],
    [
      'CORS',
      'ctx.set("Access-Control-Allow-Origin", "*"); if (ctx.method === "OPTIONS") { ctx.status = 204; return; } await next();',
    ],
    ['compression', 'await next(); if (ctx.acceptsEncodings("gzip")) ctx.body = ctx.body.pipe(createGzip());'],
    ['an envelope', 'await next(); ctx.body = { data: ctx.body };'],
    ['maintenance', 'if (isDown()) throw problem(503); return next();'],
    ['another type', "if (!ctx.accepts('json')) ctx.throw(406); return next();"],
    ['a large body', 'if (ctx.length > 1e6) { throw problem(413); } return next();'],
    ['a page of another site', "if (ctx.get('Sec-Fetch-Site') === 'cross-site') throw problem(403); return next();"],
    ['pages of two kinds', "if (ctx.get('Origin') === 'null' || ctx.get('Referer')) ctx.throw(403); return next();"],
    ['a listener', 'ctx.res.once("close", () => { logger.info(ctx.status); }); return next();'],
    ['a loop', 'for (const name of ["A", "B"]) { if (ctx.get(name)) continue; ctx.set(name, "1"); } return next();'],
    ['a switch', 'switch (ctx.get("V")) { case "1": ctx.set("V", "1"); break; default: } return next();'],
    ['an ID', 'ctx.set("X-Request-Id", ctx.get("X-Request-Id").trim() || randomUUID()); return next();'],
    ['a context', 'return storage.run({ id: ctx.get("X-Request-Id") }, next);'],
    ['a context around a function', 'return storage.run({ id: ctx.path }, async () => { await next(); });'],
    ['a function of the file', 'mark(ctx, "A"); return timed(ctx, next);'],
  ])('reports %s', (_name, body) => {
    const imports = 'import { randomUUID } from "node:crypto";\nimport { createGzip } from "node:zlib";\n';
    const helpers = `const storage = new AsyncLocalStorage();
function mark(ctx, name) { if (ctx.get(name)) ctx.set(name, "1"); }
const timed = async (ctx, next) => { const t = Date.now(); await next(); mark(ctx, String(Date.now() - t)); };
`;
    expect(codesWith(imports + helpers + wrapped(body))).toEqual(['passed-contract']);
  });

  const CORS = 'export const cors = (ctx, next) => { ctx.set("Access-Control-Allow-Origin", "*"); return next(); };\n';
  it.each([
    ['a function', 'import { cors } from "../../cors.ts";\nexport default cors;', CORS],
    ['a function that is passed on', 'export { cors as default } from "../../cors.ts";', CORS],
    [
      'a function behind another module',
      'export { cors as default } from "../../cors.ts";',
      'export * from "./origin.ts";',
    ],
    ['a member', 'import * as all from "../../cors.ts";\nexport default all.cors;', CORS],
    [
      'a list',
      'import { cors, log } from "../../cors.ts";\nexport default [cors, log];',
      `${CORS}export const log = cors;`,
    ],
    [
      'a list that is imported',
      'import { all } from "../../cors.ts";\nexport default all;',
      `${CORS}export const all = [cors];`,
    ],
    [
      'the result of a call',
      'import { make } from "../../cors.ts";\nexport default make("*");',
      'export const make = (origin) => (ctx, next) => { if (origin) ctx.set("A", origin); return next(); };',
    ],
    ['a function that calls it', `import { cors } from "../../cors.ts";\n${wrapped('return cors(ctx, next);')}`, CORS],
    [
      'a package',
      'import cors from "@koa/cors";\nimport helmet from "koa-helmet";\nexport default [cors(), helmet.frameguard({ action: "deny" })];',
      '',
    ],
  ])('looks into other modules: %s', (_name, middleware, text) => {
    expect(codesWith(middleware, { 'app/cors.ts': text, 'app/origin.ts': CORS })).toEqual(['passed-contract']);
  });
});

describe('middleware that is known to keep clients out replaces a guard', () => {
  it.each([
    ['throws', 'if (!ctx.get("X-Key")) throw problem(403); return next();'],
    ['throws by the context', 'if (!ctx.get("X-Key")) ctx.throw(403); return next();'],
    ['throws by another name', 'const { throw: fail } = ctx; if (!ctx.get("X-Key")) fail(403); return next();'],
    ['asserts', 'ctx.assert(ctx.get("X-Key"), 401); return next();'],
    ['sets a status', 'if (!ctx.get("X-Key")) { ctx.status = 403; return; } return next();'],
    ['sets a status of another name', 'const { response } = ctx; response.status = 403; return next();'],
    ['sets a property with an unknown name', 'ctx[field] = 403; return next();'],
    [
      'refuses pages and others',
      'if (ctx.get("Origin") === "null" || !isAdmin(ctx)) throw problem(403); return next();',
    ],
    ['redirects', 'if (!ctx.get("X-Key")) return ctx.redirect("/login"); return next();'],
    ['returns without next', 'if (ctx.get("X-Key")) return next();'],
    ['goes on by a condition', 'ctx.get("X-Key") && (await next());'],
    ['goes on in a callback', 'ctx.req.on("data", () => next());'],
    ['leaves a loop', 'for (;;) { if (!ctx.get("X-Key")) break; return next(); }'],
    ['refuses in a switch', 'switch (ctx.get("X-Key")) { case "1": return next(); default: }'],
    ['handles its own error', 'try { JSON.parse(ctx.get("X-Key")); await next(); } catch { ctx.status = 401; }'],
    ['calls an unknown function', 'await check(ctx); return next();'],
    ['calls an unknown function without the context', 'await checkUser(); return next();'],
    ['calls an unknown method', 'await ctx.guards.admin(); return next();'],
    ['lets a limit decide', 'await ctx.rateLimits.consume("a"); return next();'],
    ['gives next to a function that may not call it', 'return maybe(ctx, next);'],
    ['calls a function that throws', 'deny(ctx); return next();'],
    ['calls a function that calls one that throws', 'again(ctx); return next();'],
    ['throws for its own default', 'const { user = ctx.throw(401) } = ctx.state; return next();'],
  ])('accepts middleware that %s', (_name, body) => {
    const helpers = `const maybe = (ctx, next) => { if (ctx.get("X-Key")) return next(); };
function deny(ctx) { if (!ctx.get("X-Key")) throw new Error("no"); }
function again(ctx) { deny(ctx); again(ctx); }
`;
    expect(codesWith(helpers + wrapped(body))).toEqual([]);
  });

  it.each([
    [
      'a module that throws',
      'export { office as default } from "../../office.ts";',
      'export const office = (ctx, next) => { ctx.throw(403); };',
    ],
    [
      'a function that throws in another module',
      `import { check } from "../../office.ts";\n${wrapped('check(ctx); return next();')}`,
      'export function check(ctx) { if (!ctx.ip) throw new Error(); }',
    ],
    [
      'a known package with a function',
      'import cors from "@koa/cors";\nexport default cors({ origin: (ctx) => ctx.throw(403) });',
      '',
    ],
    [
      'one function of a list',
      'import { all } from "../../office.ts";\nexport default all;',
      'const a = (ctx, next) => next();\nconst b = (ctx, next) => { ctx.throw(403); };\nexport const all = [a, b];',
    ],
  ])('accepts %s', (_name, middleware, text) => {
    expect(codesWith(middleware, { 'app/office.ts': text })).toEqual([]);
  });
});

describe('middleware that may refuse a client, but is not known to do so, replaces no guard', () => {
  const UNKNOWN = 'import { office } from "office";\nexport default office;';
  it.each([
    ['assigns unknown values', 'Object.assign(ctx, values); return next();'],
    ['sets a body after it', 'await next(); if (!ctx.get("X-Key")) ctx.body = null;'],
    ['sets a status after it', 'await next(); if (ctx.body.owner !== ctx.ip) ctx.status = 404;'],
    ['ends the response', 'setTimeout(() => ctx.res.end(), 100); return next();'],
    ['throws what it has not caught', 'try { await next(); } catch { } throw new Error("no");'],
    ['makes an unknown object', 'ctx.state.user = new User(ctx.get("X-Key")); return next();'],
    ['gives next to an unknown function', 'return guarded(ctx, next);'],
    ['throws in a callback', '["A"].forEach((name) => { if (!ctx.get(name)) throw new Error(name); }); return next();'],
    ['gives away a function that throws', '["A"].forEach(ctx.throw); return next();'],
    ['throws any error', 'if (!ctx.get("X-Key")) throw new Error("no"); return next();'],
    [
      'redirects to another host',
      'if (ctx.host !== "a.example") return ctx.redirect("https://a.example"); return next();',
    ],
    ['responds from a cache', 'if (cache.has(ctx.url)) { ctx.body = cache.get(ctx.url); return; } return next();'],
  ])('reports middleware that %s in place of a guard', (_name, body) => {
    expect(codesWith(wrapped(body))).toEqual(['passed-contract']);
    expect(codesWith(wrapped(body), {}, UNKNOWN)).toEqual([]);
  });

  it.each([
    ['an unknown package', 'import office from "office";\nexport default office();', ''],
    [
      'a variable',
      'import { office } from "../../office.ts";\nexport default office;',
      'export let office = (ctx, next) => next();\nexport const use = (other) => { office = other; };',
    ],
    [
      'a wrapped function',
      'import { office } from "../../office.ts";\nexport default office((ctx, next) => next());',
      'export const office = (run) => (ctx, next) => (ctx.ip ? run(ctx, next) : undefined);',
    ],
    [
      'a composition',
      'import compose from "koa-compose";\nimport log from "a";\nexport default compose([log, headers()]);',
      '',
    ],
    ['a made list', 'export default [first].map((each) => each());', ''],
    ['a factory', 'import { make } from "factory";\nexport default make({ log: true });', ''],
  ])('reports %s in place of a guard', (_name, middleware, text) => {
    const others = { 'app/office.ts': text };
    expect(codesWith(middleware, others)).toEqual(['passed-contract']);
    expect(codesWith(middleware, others, UNKNOWN)).toEqual([]);
  });

  it.each([
    [
      'a composition with a guard',
      'import compose from "koa-compose";\nimport { requireAdmin } from "office";\nexport default compose([requireAdmin]);',
    ],
    ['a guard of a package', 'import { requireRole } from "office";\nexport default requireRole("admin");'],
    ['a package for guards', 'import jwt from "koa-jwt";\nexport default jwt({ secret });'],
    ['a guard of an object', 'import * as guards from "office";\nexport default guards.admin();'],
    [
      'a call of a guard',
      'import { requireAdmin } from "office";\nexport default async (ctx, next) => { await requireAdmin(ctx); await next(); };',
    ],
    [
      'a call of a made guard',
      'import { requireRole } from "office";\nexport default (ctx, next) => requireRole("admin")(ctx, next);',
    ],
  ])('accepts %s', (_name, middleware) => {
    expect(codesWith(middleware)).toEqual([]);
  });
});
