import { describe, expect, it } from 'vitest';
import { compile, textAt } from './compile.ts';

const IMPORTS = `import { withAdmin, requireAdmin } from '../lib/guards.ts';
import Router from '@koa/router';
import Koa from 'koa';
import express from 'express';
import { Hono } from 'hono';
import fastify from 'fastify';
import findMyWay from 'find-my-way';
import compose from 'koa-compose';
`;
const CONTRACT = '/** Some.\n * @throws 403 No */\n';
const PEOPLE = `${CONTRACT}export default function people(ctx) { ctx.body = []; }\n`;

const lost = (text: string, path = 'people@get.ts', others: Record<string, string> = {}): string[] =>
  compile({ [path]: text, ...others })
    .diagnostics.filter(({ code, severity }) => code === 'lost-guard' && severity === 'error')
    .map(({ at }) => textAt(at));

describe('a router of an operation that nothing runs', () => {
  it.each([
    ['const router = new Router(); router.get("/people", requireAdmin, people);'],
    ['const router = new Router(); router.get("/people", people);'],
    ['export const router = new Router(); router.use(requireAdmin); router.get("/people", people);'],
    ['const router = new Router(); export { router }; router.use(requireAdmin);'],
    ['const router: Router = new Router().use(requireAdmin) as Router; type A = typeof router;'],
    ['new Router().get("/people", requireAdmin, people);'],
    ['let router; router = new Router(); router.param("id", requireAdmin);'],
    ['const router = express.Router(); router.route("/people").get(requireAdmin, people);'],
    ['const app = express(); app.all("*", (req, res, next) => { if (!req.user) res.sendStatus(401); else next(); });'],
    ['const check = (req, res) => res.sendStatus(403); const app = express(); app.use(check);'],
    [
      'const app = new Koa(); const router = new Router(); router.get("/", requireAdmin, people); app.use(router.routes());',
    ],
    ['const router = new Router(); router.use(requireAdmin); const routes = router.routes();'],
    ['const router = new Router(); router.use(requireAdmin); export const routes = router.routes();'],
    ['const app = new Hono(); const api = new Hono(); api.use("*", requireAdmin); app.route("/people", api);'],
    ['const app = fastify(); app.get("/people", { preHandler: requireAdmin }, people);'],
    ['const app = fastify(); await app.register(async (api) => {}); app.addHook("onRequest", requireAdmin);'],
    ['const app = new Koa(); app.proxy = true; app.use(requireAdmin);'],
    ['const router = findMyWay(); router.on("GET", "/people", requireAdmin);'],
    ['function mount() { const router = new Router(); router.get("/", people); } mount();'],
    ['const router = new Router(); [requireAdmin].forEach((guard) => router.use(guard, people));'],
  ])('Its guard is lost: %s', (text) => {
    expect(lost(IMPORTS + PEOPLE + text)).toHaveLength(1);
  });

  it.each([
    ['const router = require("@koa/router")(); router.get("/x", requireAdmin, module.exports);'],
    ['const { Router } = require("express"); const router = Router(); router.get("/x", requireAdmin, people);'],
    ['const Router = require("@koa/router"); const router = new Router(); router.get("/x", requireAdmin, people);'],
    ['const router = new (require("@koa/router"))(); router.get("/x", module.exports);'],
    ['const router = require("express").Router(); router.get("/x", requireAdmin, module.exports);'],
    ['const express = require("express"); exports.router = express.Router().use(requireAdmin);'],
  ])('Its guard is lost in CommonJS: %s', (text) => {
    const head = `const { requireAdmin } = require('../lib/guards.js');\n${CONTRACT}`;
    expect(lost(`${head}module.exports = function people() {};\n${text}`, 'people@get.js')).toHaveLength(1);
  });

  it('The first call with a guard or the handler has the error', () => {
    const text = 'const router = new Router();\nrouter.use(log).use("/x", requireAdmin).get("/people", people);';
    expect(lost(`${IMPORTS}${PEOPLE}${text}`)).toEqual(['router.use(log).use("/x", requireAdmin)']);
  });

  it('Its guard is lost in a "_middleware" file', () => {
    const text = `${IMPORTS}const router = new Router();\nrouter.use(requireAdmin);\nexport default (ctx, next) => next();`;
    expect(lost(text, '_middleware.ts')).toEqual(['router.use(requireAdmin)']);
  });

  it.each([
    'const app = new Hono(); app.use(requireAdmin); export default (ctx) => app.fetch(ctx.request);',
    'const router = new Router(); router.use(requireAdmin); const routes = router.routes(); export default (ctx) => routes(ctx);',
    'const router = new Router(); router.use(requireAdmin); const app = new Koa(); app.use(router.routes()); export default app.callback();',
    'const app = express(); app.use(requireAdmin); export default (ctx) => new Promise((done) => app(ctx.req, ctx.res, done));',
    'const app = express(); app.use(requireAdmin); app.listen(3000); export default () => {};',
    'const router = new Router(); router.use(requireAdmin); mount(router); export default () => {};',
    'const router = new Router(); router.use(express.json()); export default () => {};',
    'const json = express.json(); json.use(requireAdmin); export default () => {};',
    'const map = new Map(); map.get(requireAdmin); export default () => {};',
    'export default (ctx) => { const router = findMyWay(); router.on("GET", "/", requireAdmin); return router.find("GET", "/"); };',
    'const app = { run: new Koa() }; app.run.use(requireAdmin); export default app.run.callback();',
  ])('accepts %s', (text) => {
    expect(lost(IMPORTS + CONTRACT + text)).toEqual([]);
  });

  it('accepts a router that another file takes', () => {
    const text = `${IMPORTS}${PEOPLE}export const router = new Router(); router.get("/", requireAdmin, people);`;
    const taker = "import { router } from './people@get.ts';\nexport default router.routes();";
    expect(lost(text, 'people@get.ts', { '_middleware.ts': taker })).toEqual([]);
  });
});

describe('a value with the handler and a guard, which nothing uses', () => {
  it.each([
    'export const guarded = withAdmin(people);',
    'const guarded = withAdmin(people);',
    'const chain = [requireAdmin, people];',
    'export const chain = compose([requireAdmin, people]);',
    'const route = defineRoute({ handler: people, before: [requireAdmin] });',
    'const check = (ctx) => ctx.throw(403); const chain = [check, people];',
    'const wrap = (run) => (ctx) => { if (!ctx.x) ctx.throw(401); return run(ctx); };\nconst guarded = wrap(people);',
  ])('The handler is exported without it: %s', (text) => {
    const found = compile({ 'people@get.ts': IMPORTS + PEOPLE + text }).diagnostics.filter(({ code }) =>
      /^(?:lost-guard|authorize-export)$/.test(code),
    );
    expect(found.filter(({ severity }) => severity === 'error')).toHaveLength(1);
  });

  it('The handler is exported without it in CommonJS', () => {
    const head = `const { withAdmin } = require('../lib/guards.js');\n${CONTRACT}module.exports = function people() {};\n`;
    const text = 'module.exports.guarded = withAdmin(module.exports);';
    expect(lost(head + text, 'people@get.js')).toEqual(['module.exports.guarded = withAdmin(module.exports);']);
  });

  it.each([
    'const people = () => {}; const guarded = withAdmin(people); export default guarded;',
    'const people = () => {}; export const logged = withLog(people); export default people;',
    'const people = () => {}; const guarded = withAdmin(people); guarded({}); export default people;',
    'const people = () => {}; export default withAdmin(people); const other = withAdmin(people);',
    'export const get = defineOperation("getPeople", withAdmin(() => {}));',
    'const people = () => {}; const authors = withAuthors(people); export default people;',
    'const people = (ctx) => checkOwner(ctx); const checkOwner = (ctx) => ctx.throw(403); export const internals = { people, checkOwner }; export default people;',
  ])('accepts %s', (text) => {
    expect(lost(IMPORTS + CONTRACT + text)).toEqual([]);
  });
});
