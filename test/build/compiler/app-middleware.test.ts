import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { checkModule } from '../../../src/build/compiler/check-module.ts';
import { customDirectives } from '../../../src/build/project/load-directives.ts';
import { textAt } from './compile.ts';

const IMPORTS = `import Koa from 'koa';
import { Router } from '@koa/router';
import { createApp, createRouter, problem } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
import { log, refuseAdmin, requireTag, wrap } from './guards.ts';
const app = createApp(operations);
`;
const GUARDS = `import { problem } from 'unplugin-operations/koa';
export const refuseAdmin = (ctx: any, next: any) => {
  if (ctx.operation?.path.includes('admin')) throw problem(403);
  return next();
};
export const requireTag = (tag: string) => async ({ operation }: any, next: any) => {
  if (operation?.path.includes(tag)) throw problem(403);
  await next();
};
export const log = async (ctx: any, next: any) => { await next(); console.log(ctx.operation?.id); };`;

/** The diagnostics of a module that makes an app: their severities, and the text that they point at. */
function found(text: string): string[] {
  const readFile = (file: string): string | undefined => (file === 'app/guards.ts' ? GUARDS : undefined);
  const input = { cache: createCache(), custom: customDirectives(''), readFile };
  return checkModule({ file: 'app/server.ts', text: IMPORTS + text }, input).map(
    ({ code, severity, at }) => `${severity} ${code} ${at.source.file} ${textAt(at)}`,
  );
}

const error = (text: string, file = 'server'): string => `error early-read app/${file}.ts ${text}`;
const warning = (text: string): string => `warning early-read app/server.ts ${text}`;

describe('Middleware of the app that reads what only a found operation has', () => {
  it.each([
    "app.use((ctx, next) => { if (ctx.operation?.path.includes('admin')) throw problem(403); return next(); });",
    'app.use(async ({ operation }, next) => { if (operation?.path) throw problem(403); await next(); });',
    'const guard = (ctx, next) => (ctx.operation?.id ? Promise.reject(problem(403)) : next()); app.use(guard);',
    'function guard(ctx, next) { if (ctx.operation?.id) throw problem(403); return next(); } app.use(log).use(guard);',
    'const guard = (id) => (ctx, next) => { if (ctx.operation?.id === id) throw problem(403); return next(); }; app.use(guard(1));',
    'new Koa().use((ctx, next) => { if (ctx.operation) throw problem(403); return next(); }).use(createRouter(operations).routes());',
    'app.use((context, go) => { if (context.operation?.id) throw problem(403); return go(); });',
  ])('Reports an error: %s', (text) => {
    expect(found(text)).toEqual([error('operation')]);
  });

  it.each(['refuseAdmin', "requireTag('admin')"])('Reports an error in another module: app.use(%s)', (guard) => {
    expect(found(`app.use(${guard}); app.use(${guard});`)).toEqual([error('operation', 'guards')]);
  });

  it.each(['params', 'version', '_matchedRoute'])('Warns of ctx.%s, which other middleware can set', (field) => {
    const text = `app.use((ctx, next) => { if (ctx.${field}?.id) throw problem(403); return next(); });`;
    expect(found(text)).toEqual([warning(field)]);
  });

  it('Warns if another function has got the context', () => {
    const text =
      'app.use(async (ctx, next) => { await wrap(ctx); if (ctx.operation?.id) throw problem(403); await next(); });';
    expect(found(text)).toEqual([warning('operation')]);
  });

  it('Warns of a call of a function that reads it', () => {
    const text =
      'const refuse = (ctx) => { if (ctx.params?.id) throw problem(403); }; app.use((ctx, next) => { refuse(ctx); return next(); });';
    expect(found(text)).toEqual([warning('refuse(ctx)')]);
  });

  it.each([
    'app.use(log);',
    'app.use(async (ctx, next) => { await next(); console.log(ctx.operation?.id, ctx.params); });',
    'app.use(async (ctx, next) => { try { await next(); } catch (error) { report(error, ctx.operation?.id); throw error; } });',
    'app.use(async (ctx, next) => { ctx.res.once("close", () => console.log(ctx.operation?.id)); await next(); });',
    'app.use((ctx, next) => { ctx.params = { id: 1 }; if (ctx.params.id) throw problem(403); return next(); });',
    'app.use(wrap((ctx, next) => { if (ctx.operation?.id) throw problem(403); return next(); }));',
    "app.on('error', (error, ctx) => console.error(ctx.operation?.id));",
    'const router = new Router(); router.use((ctx, next) => { if (ctx.params.id) throw problem(403); return next(); });',
    "createRouter(operations).use('/a', (ctx, next) => { if (ctx.params.id) throw problem(403); return next(); });",
    'new Koa().use((ctx, next) => { if (ctx.params?.id) throw problem(403); return next(); });',
    'new Koa().use(createRouter(operations).routes()).use((ctx, next) => { if (ctx.operation) log(ctx); return next(); });',
    'export const guard = (ctx, next) => { if (ctx.operation?.id === 1) throw problem(403); return next(); };',
    'other.use((ctx, next) => { if (ctx.operation?.id) throw problem(403); return next(); });',
  ])('Reports nothing: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('An app behind a proxy', () => {
  it.each([
    ['createApp(operations, { proxy: true });', 'proxy: true'],
    ["const options = { security, 'proxy': true as const }; createApp(operations, options);", "'proxy': true as const"],
    ['new Koa({ proxy: true });', 'proxy: true'],
    ['app.proxy = true;', 'app.proxy = true'],
  ])('Lets clients choose their address: %s', (text, at) => {
    expect(found(text)).toEqual([`warning ineffective-guard app/server.ts ${at}`]);
  });

  it.each([
    'createApp(operations, { proxy: true, maxIpsCount: 1 });',
    "createApp(operations, { proxy: true, proxyIpHeader: 'CF-Connecting-IP' });",
    'app.proxy = true; app.maxIpsCount = Number(process.env.PROXIES);',
    'createApp(operations, { proxy: false });',
    'createApp(operations, { proxy });',
    "createApp(operations, { proxy: 'http://localhost' });",
  ])('Knows their addresses, or shows nothing: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});
