import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { checkModule } from '../../../src/build/compiler/check-module.ts';
import { customDirectives } from '../../../src/build/project/load-directives.ts';
import { textAt } from './compile.ts';

const IMPORTS = `import Koa from 'koa';
import { Router } from '@koa/router';
import mount from 'koa-mount';
import compose from 'koa-compose';
import { createApp, createRouter } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
import { requireAdmin, log, notFound } from './guards.ts';
`;

/** The diagnostics of a module that puts an app together: their severities, and the text that they point at. */
function found(text: string, guards?: string): string[] {
  const readFile = (file: string): string | undefined => (file === 'app/guards.ts' ? guards : undefined);
  const input = { cache: createCache(), custom: customDirectives(''), ...(guards !== undefined && { readFile }) };
  return checkModule({ file: 'app/server.ts', text: IMPORTS + text }, input).map(
    ({ code, severity, at }) => `${severity} ${code} ${textAt(at)}`,
  );
}

const error = (text: string): string => `error ineffective-guard ${text}`;
const warning = (text: string): string => `warning ineffective-guard ${text}`;

describe('Middleware that Koa ignores', () => {
  it.each([
    ['const app = new Koa(); app.use(createRouter(operations).routes(), requireAdmin);', 'requireAdmin'],
    ['new Koa().use(log).use(requireAdmin, notFound).listen(1);', 'notFound'],
    [
      'export default () => { const app = new Koa({ silent: true }); app.use(log, (ctx) => ctx.throw(403)); };',
      '(ctx) => ctx.throw(403)',
    ],
    ['const router = createRouter(operations); new Koa().use(router.routes(requireAdmin));', 'requireAdmin'],
    ['new Koa().use(createRouter(operations).use(log).middleware(requireAdmin));', 'requireAdmin'],
    ['const router = new Router(); new Koa().use(router.routes(requireAdmin));', 'requireAdmin'],
    ['let app = new Koa(); app.use(createRouter(operations).routes(), requireAdmin);', 'requireAdmin'],
    ['let app; app = new Koa(); app.use(log, requireAdmin);', 'requireAdmin'],
    ['let app: Koa | undefined; export const start = () => { app = new Koa(); app.use(log, notFound); };', 'notFound'],
    ['class Server { constructor() { this.app = new Koa(); this.app.use(log, requireAdmin); } }', 'requireAdmin'],
    [
      'class Server { readonly app = new Koa(); start() { this.app.use(log).use(notFound, requireAdmin); } }',
      'requireAdmin',
    ],
    ['class Server { #app = new Koa(); start() { this.#app.use(log, requireAdmin); } }', 'requireAdmin'],
    ['const make = () => new Koa(); const app = make(); app.use(log, requireAdmin);', 'requireAdmin'],
    [
      'function make() { const app = new Koa(); app.use(log); return app; } make().use(log, requireAdmin);',
      'requireAdmin',
    ],
  ])('Reports an error: %s', (text, at) => {
    expect(found(text)).toEqual([error(at)]);
  });

  it.each([
    'const app = new Koa(); app.use(log).use(requireAdmin).use(createRouter(operations).routes());',
    "const router = createRouter(operations); router.use('/admin', requireAdmin, log); new Koa().use(router.routes());",
    'const app = express(); app.use(log, requireAdmin);',
    'const app = new Koa(); { const app = other(); app.use(log, requireAdmin); }',
    'api.routes(requireAdmin);',
    'const app = new Koa(); const setUp = (app) => { app.use(log, requireAdmin); }; setUp(express());',
    'const app = new Koa(); function setUp({ app }) { app.use(log, requireAdmin); }',
    'const app = new Koa(); const setUp = (app = express(), ...more) => { app.use(log, requireAdmin); };',
    'const app = new Koa(); export const setUp = (app) => () => { app.use(log, requireAdmin); };',
    'let app = express(); if (isKoa) app = new Koa(); app.use(log, requireAdmin);',
    'let app = new Koa(); ({ app } = express()); app.use(log, requireAdmin);',
    'class A { app = new Koa(); } class B { app = express(); start() { this.app.use(log, requireAdmin); } }',
    'const make = (isKoa) => { if (isKoa) return new Koa(); return express(); }; make(false).use(log, requireAdmin);',
    'const make = () => make(); make().use(log, requireAdmin);',
  ])('Reports nothing for %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('A guard after the operations', () => {
  it.each([
    ['const app = new Koa(); app.use(createRouter(operations).routes()); app.use(requireAdmin);', ['requireAdmin']],
    [
      'const router = createRouter(operations); const app = new Koa(); app.use(log); app.use(router.routes()); app.use(router.allowedMethods()); app.use(requireAdmin());',
      ['requireAdmin()'],
    ],
    [
      "const api = createApp(operations); new Koa().use(mount('/v1', api)).use(requireAdmin).listen(1);",
      ['requireAdmin'],
    ],
    [
      'const check = (ctx, next) => { if (!ctx.get("x")) throw problem(403); return next(); }; const app = new Koa(); app.use(createRouter(operations).routes()); app.use(check);',
      ['check'],
    ],
    ['let app = new Koa(); app.use(createRouter(operations).routes()); app.use(requireAdmin);', ['requireAdmin']],
    [
      'const make = () => new Koa(); const app = make(); app.use(createRouter(operations).routes()); app.use(requireAdmin);',
      ['requireAdmin'],
    ],
    [
      'class Server { app = new Koa(); constructor() { this.app.use(createRouter(operations).routes()); this.app.use(requireAdmin); } }',
      ['requireAdmin'],
    ],
    [
      "const app = new Koa(); app.use(createRouter(operations).routes()); app.use(mount('/admin', requireAdmin));",
      ["mount('/admin', requireAdmin)"],
    ],
    [
      "const all = new Router(); all.use(createRouter(operations).routes()); all.use('/admin', requireAdmin); new Koa().use(all.routes());",
      ['requireAdmin'],
    ],
    ['const all = new Router(); all.use(createRouter(operations).routes(), requireAdmin);', ['requireAdmin']],
    [
      'const app = new Koa(); app.use(compose([log, createRouter(operations).routes(), requireAdmin]));',
      ['requireAdmin'],
    ],
    [
      'const router = createRouter(operations); const app = new Koa(); const all = [router.routes(), router.allowedMethods(), requireAdmin()]; app.use(compose(all));',
      ['requireAdmin()'],
    ],
    [
      'const app = new Koa(); app.use(compose([log, createRouter(operations).routes()])).use(requireAdmin);',
      ['requireAdmin'],
    ],
    [
      'const app = new Koa(); for (const each of [createRouter(operations).routes(), requireAdmin]) app.use(each);',
      ['requireAdmin'],
    ],
    [
      'const app = new Koa(); [log, createRouter(operations).routes(), requireAdmin].forEach((each) => app.use(each));',
      ['requireAdmin'],
    ],
    [
      'const all = new Router(); const list = [createRouter(operations).routes(), requireAdmin]; for (const each of list) all.use(each);',
      ['requireAdmin'],
    ],
    [
      'function serve(app) { app.use(createRouter(operations).routes()); } const app = new Koa(); serve(app); app.use(requireAdmin);',
      ['requireAdmin'],
    ],
    [
      'const serve = (port, server: Koa) => { server.use(log).use(createRouter(operations).routes()); }; const app = new Koa(); serve(1, app); app.use(requireAdmin);',
      ['requireAdmin'],
    ],
    [
      'const app = new Koa(); app.use(createRouter(operations).routes()); protect(app); function protect(app: Koa) { app.use(requireAdmin); }',
      ['requireAdmin'],
    ],
    [
      'export default () => { const app = new Koa(); serve(app); app.use(requireAdmin); return app; }; function serve(app) { app.use(createRouter(operations).routes()); }',
      ['requireAdmin'],
    ],
  ])('Reports a warning: %s', (text, at) => {
    expect(found(text)).toEqual(at.map(warning));
  });

  it.each([
    'const app = new Koa(); app.use(requireAdmin); app.use(createRouter(operations).routes());',
    'const app = new Koa(); app.use(createRouter(operations).routes()); app.use(notFound);',
    'const app = new Koa(); app.use(createRouter(operations).routes()); app.use(requireAdmin); app.use(pages.routes());',
    'const app = createApp(operations); app.use(requireAdmin);',
    "const all = new Router(); all.use('/admin', requireAdmin, createRouter(operations).routes());",
    "const all = new Router(); all.use(createRouter(operations).routes()); all.use('/pages', requireAdmin, pages.routes());",
    "const app = new Koa(); app.use(createRouter(operations).routes()); app.use(mount('/pages', pages));",
    'const app = new Koa(); app.use(pages.routes()); app.use(requireAdmin);',
    'class Server { app = new Koa(); a() { this.app.use(createRouter(operations).routes()); } b() { this.app.use(requireAdmin); } }',
    'const a = mount("/", a); const app = new Koa(); app.use(a); app.use(requireAdmin);',
    'const app = new Koa(); app.use(compose([requireAdmin, createRouter(operations).routes()]));',
    'const app = new Koa(); app.use(compose([createRouter(operations).routes(), requireAdmin, pages.routes()]));',
    'const app = new Koa(); app.use(join([createRouter(operations).routes(), requireAdmin]));',
    'const app = new Koa(); for (const each of [requireAdmin, createRouter(operations).routes()]) app.use(each);',
    'const app = new Koa(); for (const each of [createRouter(operations).routes(), requireAdmin]) list.push(each);',
    'function serve(app) { app.use(createRouter(operations).routes()); } const app = new Koa(); app.use(requireAdmin); serve(app);',
    'function serve(app) { app.use(createRouter(operations).routes()); } const app = new Koa(); const admin = new Koa(); serve(app); admin.use(requireAdmin);',
    'function serve(app) { app.use(createRouter(operations).routes()); } const app = new Koa(); serve(app); app.use(requireAdmin); app.use(pages.routes());',
    'function serve(app) { app.use(createRouter(operations).routes()); app.use(requireAdmin); app.use(pages.routes()); } serve(new Koa());',
    'function serve(app) { app.use(createRouter(operations).routes()); } const app = express(); serve(app); app.use(requireAdmin);',
    'function serve(app) { app.use(createRouter(operations).routes()); } serve = other; const app = new Koa(); serve(app); app.use(requireAdmin);',
  ])('Reports nothing for %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('Middleware of an app that is mounted already', () => {
  it.each([
    "const api = createApp(operations); const app = new Koa(); app.use(mount('/v1', api)); api.use(requireAdmin);",
    'const api = new Koa(); api.use(createRouter(operations).routes()); const app = new Koa().use(mount(api)); api.use(requireAdmin);',
  ])('Reports a warning: %s', (text) => {
    expect(found(text)).toContain(warning('requireAdmin'));
  });

  it.each([
    "const api = createApp(operations); api.use(requireAdmin); new Koa().use(mount('/v1', api));",
    "const api = createApp(operations); const start = () => new Koa().use(mount('/v1', api)); api.use(requireAdmin);",
  ])('Reports nothing for %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

it('Warns of middleware in app.use that reads the body of a parser, which the module lacks', () => {
  const use = 'app.use((ctx, next) => { if (ctx.request.body?.admin) ctx.throw(403); return next(); });';
  expect(found(`const app = createApp(operations); ${use}`)).toEqual(['warning unset-body body']);
  expect(
    found(`const app = createApp(operations); app.use(parse); ${use.replace('if', 'ctx.request.body = 1; if')}`),
  ).toEqual([]);
  const helper = 'export const requireAdmin = (ctx) => { if (ctx.request.body?.admin) ctx.throw(403); };';
  const calls = 'const app = createApp(operations); app.use((ctx, next) => { requireAdmin(ctx); return next(); });';
  expect(found(calls, helper)).toEqual(['warning unset-body body']);
  expect(found(calls.replace('(ctx);', '(ctx.state);'), helper)).toEqual([]);
});
