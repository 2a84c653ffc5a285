import type Koa from 'koa';

/** As koa-mount: it composes the middleware of the app itself, and never calls its callback. */
export function mount(prefix: string, app: Koa): Koa.Middleware {
  const downstream = composed(app);
  return async (ctx, next) => {
    const before = ctx.path;
    if (before !== prefix && !before.startsWith(`${prefix}/`)) return next();
    ctx.path = before.slice(prefix.length) || '/';
    await downstream(ctx, async () => {
      ctx.path = before;
      await next();
      ctx.path = before.slice(prefix.length) || '/';
    });
    ctx.path = before;
  };
}

/** The middleware of an app as one function, whatever the path is. */
export function composed(app: Koa): Koa.Middleware {
  const { compose } = app as unknown as { compose: (list: Koa.Middleware[]) => Koa.Middleware };
  return compose(app.middleware);
}
