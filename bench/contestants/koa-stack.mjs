import { stack } from './api.ts';

/** Gives a Koa app the stack's middleware. */
export async function useStack(app) {
  if (stack === 'one') {
    app.use(async (ctx, next) => {
      await next();
    });
  }
  if (stack === 'real') {
    const names = [import('koa-response-time'), import('@koa/cors'), import('koa-helmet')];
    for (const { default: create } of await Promise.all(names)) app.use(create());
  }
}
