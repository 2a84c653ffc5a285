import type { Middleware } from 'unplugin-operations/koa';

/** Runs the middleware that a test puts into this file's place. */
const around: Middleware = (ctx, next) => {
  const { tested } = ctx.app.context as { tested?: Middleware };
  return tested === undefined ? next() : tested(ctx, next);
};

export default around;
