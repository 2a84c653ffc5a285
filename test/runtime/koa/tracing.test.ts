import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { Router } from '@koa/router';
import Koa from 'koa';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Middleware, RequestTrace } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter } from '../../../src/runtime/koa/index.ts';
import { createManifest } from './manifest.ts';
import { mount } from './mount.ts';
import { KINDS, serve } from './serve.ts';

const channel = tracingChannel<unknown, RequestTrace>('unplugin-operations.request');
const EVENTS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;

/** Subscribes to events until the test is over, and returns what was published: `start GET /pets/{id}`. */
function observe(...names: (typeof EVENTS)[number][]): { readonly events: string[]; readonly traces: RequestTrace[] } {
  const events: string[] = [];
  const traces: RequestTrace[] = [];
  for (const name of names.length > 0 ? names : EVENTS) {
    const listener = (message: unknown): void => {
      const trace = message as RequestTrace;
      events.push(`${name} ${trace.operation.method} ${trace.route}`);
      traces.push(trace);
    };
    channel[name].subscribe(listener);
    onTestFinished(() => void channel[name].unsubscribe(listener));
  }
  return { events, traces };
}

const failure = new Error('broken');
const operations = createManifest({
  'GET /': () => 'root',
  'GET /now/{id}': { operationId: 'getNow', handler: (ctx) => ctx.params },
  'GET /later': async () => 'later',
  'GET /throws': () => {
    throw failure;
  },
  'GET /rejects': () => Promise.reject(failure),
  'GET /refuses': (ctx) => ctx.throw(409, 'no'),
  'GET /around': { handler: () => 'inside', middleware: [(_ctx: unknown, next: () => unknown) => next()] },
  'GET /{a}-{b}.txt': () => 'mixed',
});

describe.each(KINDS)('the tracing channel of $name', ({ create }) => {
  it.each([
    ['GET /now/7', 'GET /now/{id}'],
    ['GET /later', 'GET /later'],
    ['GET /around', 'GET /around'],
    ['GET /', 'GET /'],
    ['HEAD /now/7', 'GET /now/{id}'],
    ['GET /x-y.txt', 'GET /{a}-{b}.txt'],
  ])('publishes start, end and asyncEnd of %s, once each', async (target, route) => {
    const { ask, errors } = await serve(create(operations));
    const { events, traces } = observe();
    expect((await ask(target)).status).toBe(200);
    expect(events).toEqual(['start', 'end', 'asyncStart', 'asyncEnd'].map((event) => `${event} ${route}`));
    expect(new Set(traces).size).toBe(1);
    expect(traces[0]).not.toHaveProperty('error');
    expect(errors).toEqual([]);
  });

  it.each([
    ['/throws', 500, failure],
    ['/rejects', 500, failure],
    ['/refuses', 409, { status: 409 }],
  ])('publishes the error of %s', async (path, status, error) => {
    const { ask, errors } = await serve(create(operations));
    const { events, traces } = observe();
    expect((await ask(`GET ${path}`)).status).toBe(status);
    expect(events).toEqual(['start', 'end', 'error', 'asyncStart', 'asyncEnd'].map((event) => `${event} GET ${path}`));
    expect(traces[0]!.error).toMatchObject(error);
    expect(errors).toEqual([traces[0]!.error]);
  });

  it('publishes the error of invalid input', async () => {
    const { traces } = observe('error');
    const manifest = createManifest({
      'GET /rows': {
        handler: () => [],
        paging: 'array',
      },
    });
    const { ask } = await serve(create(manifest));
    expect((await ask('GET /rows?page=x')).status).toBe(400);
    expect(traces.map(({ error }) => error)).toMatchObject([{ status: 400 }]);
  });

  it('publishes nothing of requests without an operation', async () => {
    const { ask } = await serve(create(operations));
    const { events } = observe();
    expect((await ask('GET /unknown')).status).toBe(404);
    expect((await ask('POST /later')).status).toBe(405);
    expect((await ask('OPTIONS /later')).status).toBe(204);
    expect(events).toEqual([]);
  });

  it.each(EVENTS)('publishes to a subscriber of %s alone', async (event) => {
    const { ask } = await serve(create(operations));
    const { events } = observe(event);
    await ask('GET /rejects');
    expect(events).toEqual([`${event} GET /rejects`]);
    await ask('GET /rejects');
    expect(events).toHaveLength(2);
  });

  it('binds a store to the operation', async () => {
    const storage = new AsyncLocalStorage<string>();
    channel.start.bindStore(storage, ({ route }) => route);
    onTestFinished(() => void channel.start.unbindStore(storage));
    const stored = async (): Promise<unknown> => {
      await new Promise((resolve) => setImmediate(resolve));
      return [storage.getStore()];
    };
    const { ask } = await serve(create(createManifest({ 'GET /stores/{id}': stored })));
    expect((await ask('GET /stores/1')).json).toEqual(['/stores/{id}']);
    expect(storage.getStore()).toBeUndefined();
  });
});

describe('the route of a trace', () => {
  const manifest = createManifest({ 'GET /': () => 'root', 'GET /pets/{id}': (ctx) => ctx.params });

  it.each<[string, () => Koa, [request: string, route: string][]]>([
    [
      'a prefix of createRouter',
      () => use(new Koa(), createRouter(manifest, { prefix: '/v1' }).routes()),
      [
        ['/v1/pets/7', '/v1/pets/{id}'],
        ['/v1', '/v1'],
      ],
    ],
    [
      'a prefix with a parameter',
      () => use(new Koa(), createRouter(manifest, { prefix: '/:tenant' }).routes()),
      [['/acme/pets/7', '/{tenant}/pets/{id}']],
    ],
    [
      'an outer router',
      () => {
        const outer = new Router();
        outer.use('/api', createRouter(manifest).routes());
        return use(new Koa(), outer.routes());
      },
      [['/api/pets/7', '/api/pets/{id}']],
    ],
    [
      'koa-mount and createApp',
      () => new Koa().use(mounted('/api', createApp(manifest))),
      [
        ['/api/pets/7?a=/b', '/api/pets/{id}'],
        ['/api', '/api'],
      ],
    ],
    [
      'koa-mount and createRouter',
      () => new Koa().use(mounted('/api', use(new Koa(), createRouter(manifest, { prefix: '/v1' }).routes()))),
      [['/api/v1/pets/7', '/api/v1/pets/{id}']],
    ],
    [
      'a mounted app that the request has passed',
      () => createApp(manifest).use(mounted('/pets', new Koa())),
      [['/pets/7', '/pets/{id}']],
    ],
  ])('the route of a trace has %s', async (_name, create, requests) => {
    const { ask } = await serve(create());
    for (const [path, route] of requests) {
      const { traces } = observe('asyncEnd');
      expect((await ask(`GET ${path}`)).status).toBe(200);
      expect(traces.map((trace) => trace.route)).toEqual([route]);
    }
  });
});

/** Adds middleware, whatever it makes of the context's type. */
function use(app: Koa, ...middleware: Koa.Middleware<any, any>[]): Koa {
  for (const item of middleware) app.use(item);
  return app;
}

/** As koa-mount, which also sets `ctx.mountPath`. */
function mounted(prefix: string, app: Koa): Koa.Middleware {
  const inner = mount(prefix, app);
  return (ctx, next) => {
    if (ctx.path.startsWith(prefix)) ctx['mountPath'] = prefix;
    return inner(ctx, next);
  };
}

describe('what other tools read', () => {
  const manifest = createManifest({
    'GET /pets/{id}': { operationId: 'getPet', handler: (ctx) => ctx.params },
    'GET /{a}-{b}/ä': (ctx) => ctx.params,
    'GET /fails': { operationId: 'fail', handler: () => Promise.reject(new Error('x')) },
  });
  const NAMES = ['operation', '_matchedRoute', '_matchedRouteName'] as const;

  const kinds: [string, (middleware: Middleware) => Koa][] = [
    ['createApp', (middleware) => use(createApp(manifest), middleware)],
    ['createRouter', (middleware) => use(new Koa(), middleware, createRouter(manifest).routes())],
    ['a mounted createApp', (middleware) => use(new Koa(), middleware, mount('/api', createApp(manifest)))],
  ];

  it.each(kinds)('puts the operation on ctx after next() in %s, and in error events', async (name, create) => {
    const seen: unknown[] = [];
    const read = (ctx: object): unknown => NAMES.map((field) => (ctx as Record<string, unknown>)[field]);
    const app = create(async (ctx, next) => {
      try {
        await next();
      } finally {
        seen.push(read(ctx));
      }
    });
    app.on('error', (_error, ctx) => seen.push(['error', read(ctx)]));
    const { ask } = await serve(app);
    const base = name.includes('mounted') ? '/api' : '';
    await ask(`GET ${base}/pets/7`);
    await ask(`GET ${base}/1-2/%C3%A4`);
    await ask('GET /unknown');
    await ask(`GET ${base}/fails`);
    const pet = expect.objectContaining({ id: 'pets/{id}/@get.ts', operationId: 'getPet', method: 'GET' });
    const fail = [expect.objectContaining({ path: '/fails' }), '/fails', 'fail'];
    expect(seen).toEqual([
      [pet, '/pets/:id', 'getPet'],
      [expect.anything(), '/:a-:b/%C3%A4', undefined],
      [undefined, undefined, undefined],
      fail,
      ['error', fail],
    ]);
  });

  it('lets tools wrap middleware by patching use', async () => {
    const original = Koa.prototype.use;
    const wrapped: string[] = [];
    Koa.prototype.use = function (this: Koa, middleware: Koa.Middleware) {
      return original.call(this, (ctx, next) => (wrapped.push(middleware.name), middleware(ctx, next))) as never;
    };
    onTestFinished(() => void (Koa.prototype.use = original));
    const order: string[] = [];
    const app = createApp(createManifest({ 'GET /a': () => (order.push('operation'), 'a') }));
    app.use(function first(_ctx, next) {
      order.push('first');
      return next();
    });
    const { ask } = await serve(app);
    expect((await ask('GET /a')).status).toBe(200);
    expect([order, wrapped]).toEqual([['first', 'operation'], ['first']]);
  });
});
