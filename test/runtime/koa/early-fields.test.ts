import type Koa from 'koa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp, problem } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { serve } from './serve.ts';

const TREE = { 'a.js': '/** @tags admin\n * @returns {any} x */\nexport default (ctx) => ({ auth: ctx.auth });' };

/** Sends requests to an app with middleware, and collects the warnings. */
async function warningsOf(
  middleware: readonly Koa.Middleware[],
  {
    isDev = true,
    paths = ['/a', '/a'],
    files = {},
  }: { isDev?: boolean; paths?: readonly string[]; files?: object } = {},
): Promise<{ warnings: string[]; statuses: number[]; bodies: string[] }> {
  const warnings: string[] = [];
  const listener = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', listener);
  onTestFinished(() => void process.off('warning', listener));
  const app = createApp(await compileTree({ ...TREE, ...files }, { isDev }));
  for (const each of middleware) app.use(each);
  const { ask } = await serve(app);
  const statuses: number[] = [];
  const bodies: string[] = [];
  for (const path of paths) {
    const { status, body } = await ask(`GET ${path}`);
    statuses.push(status);
    bodies.push(body);
  }
  await new Promise(setImmediate);
  return { warnings, statuses, bodies };
}

const reads = (name: string): Koa.Middleware =>
  function guard(ctx, next) {
    if (ctx[name]?.['token']) throw problem(403);
    return next();
  };
/** Reads all fields after the rest of a request. */
const log: Koa.Middleware = async (ctx, next) => {
  try {
    await next();
  } finally {
    void [ctx['operation'], ctx['auth'], ctx['input']];
  }
};
const REFUSED = /^ctx\.(\w+) is always undefined here, .* Move the guard to a _middleware file/;

describe('middleware of app.use', () => {
  it.each(['operation', 'auth', 'input'])(
    'causes one warning in the dev server if it reads ctx.%s before next()',
    async (name) => {
      const { warnings, statuses } = await warningsOf([log, reads(name), reads(name)]);
      expect(warnings.map((each) => REFUSED.exec(each)?.[1])).toEqual([name]);
      expect(statuses).toEqual([200, 200]);
    },
  );

  it('causes no warning in a built server', async () => {
    expect((await warningsOf([reads('operation')], { isDev: false })).warnings).toEqual([]);
  });

  it.each<[string, readonly Koa.Middleware[], string, number]>([
    ['an operation has run', [log], '/a', 200],
    ['no operation has the path', [log], '/b', 404],
    ['the request was refused before', [log], '/a/../b', 400],
    ['other middleware has responded', [log, (ctx) => void (ctx.body = 'x')], '/a', 200],
    ['other middleware has thrown', [log, (ctx) => ctx.throw(401)], '/a', 401],
    [
      'other middleware has thrown later',
      [log, (_ctx, next) => next(), async (ctx) => ctx.throw(await Promise.resolve(401))],
      '/a',
      401,
    ],
  ])('reads the fields without a warning when %s', async (_title, middleware, path, status) => {
    const { warnings, statuses } = await warningsOf(middleware, { paths: [path] });
    expect(warnings).toEqual([]);
    expect(statuses).toEqual([status]);
  });

  it('sets a field itself, also for all requests', async () => {
    const set: Koa.Middleware = (ctx, next) => {
      ctx['auth'] = { token: 'ada' };
      return next();
    };
    const seen: unknown[] = [];
    const read: Koa.Middleware = (ctx, next) => {
      seen.push(ctx['auth'], Object.keys(ctx).includes('auth'));
      return next();
    };
    const { warnings, bodies } = await warningsOf([set, read], { paths: ['/a'] });
    expect([warnings, seen]).toEqual([[], [{ token: 'ada' }, true]]);
    expect(bodies).toEqual(['{"auth":{"token":"ada"}}']);
    const app = createApp(await compileTree(TREE, { isDev: true }));
    Object.assign(app.context, { auth: { token: 'bo' } });
    const { ask } = await serve(app);
    expect((await ask('GET /a')).body).toBe('{"auth":{"token":"bo"}}');
  });
});

describe('middleware of a _middleware file', () => {
  const HELPERS = `
    const read = (ctx, name) => ctx[name]?.token;
    const log = async (ctx, next) => {
      try {
        await next();
      } finally {
        void [read(ctx, 'operation'), read(ctx, 'auth'), read(ctx, 'input')];
      }
    };`;
  const inDirectory = (middleware: string): { files: object } => ({
    files: { '_middleware.js': `${HELPERS}\nexport default ${middleware};` },
  });

  it.each(['auth', 'input'])(
    'causes one warning if a function that it calls reads ctx.%s before next()',
    async (name) => {
      const guard = `(ctx, next) => (read(ctx, '${name}') ? ctx.throw(403) : next())`;
      const { warnings, statuses } = await warningsOf([log], inDirectory(`[log, ${guard}, ${guard}]`));
      expect(warnings).toEqual([
        `ctx.${name} is always undefined here, because it is set inside next(), so a guard that reads it lets every request pass. Export "authorize", or read it after "await next()".`,
      ]);
      expect(statuses).toEqual([200, 200]);
    },
  );

  it.each<[string, string, number]>([
    ['the operation has run', 'log', 200],
    ['other middleware has thrown', '[log, (ctx) => ctx.throw(401)]', 401],
    ['it reads the operation', "(ctx, next) => (read(ctx, 'operation'), next())", 200],
  ])('reads the fields without a warning when %s', async (_title, middleware, status) => {
    const { warnings, statuses } = await warningsOf([log], { ...inDirectory(middleware), paths: ['/a'] });
    expect([warnings, statuses]).toEqual([[], [status]]);
  });
});
