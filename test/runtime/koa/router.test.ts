import { Router } from '@koa/router';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../src/runtime/koa/index.ts';
import type { Sketch } from './manifest.ts';
import { createManifest } from './manifest.ts';
import type { App } from './serve.ts';
import { serve } from './serve.ts';

/** The same routes, as operations and as @koa/router has them written. */
const ROUTES: readonly [method: string, path: string, route: string, name?: string][] = [
  ['GET', '/', '/'],
  ['GET', '/pets', '/pets', 'listPets'],
  ['POST', '/pets', '/pets', 'addPet'],
  ['GET', '/pets/{id}', '/pets/:id', 'getPet'],
  ['PUT', '/pets/{id}', '/pets/:id'],
  ['DELETE', '/pets/{id}', '/pets/:id', 'removePet'],
  ['GET', '/pets/{id}/photos/{photo-id}', '/pets/:id/photos/:"photo-id"', 'getPhoto'],
  ['GET', '/commits/{sha}.diff', '/commits/:sha.diff', 'getDiff'],
  ['GET', '/compare/{base}...{head}', '/compare/:base...:head', 'compare'],
  ['GET', '/v1.0/a+b/{constructor}', String.raw`/v1.0/a\+b/:constructor`, 'odd'],
  ['GET', '/join/{a}b', '/join/:"a"b', 'join'],
  ['GET', '/quote/{a"b\\c}', String.raw`/quote/:"a\"b\\c"`, 'quote'],
  ['HEAD', '/ping', '/ping'],
  ['GET', '/files/{path...}', '/files/*path', 'getFile'],
  ['GET', '/odd/{pa"th...}', String.raw`/odd/*"pa\"th"`, 'getOdd'],
];

const REQUESTS = [
  'GET /',
  'HEAD /pets',
  'GET /pets/',
  'POST /pets',
  'GET /pets/1',
  'PUT /pets/a%20b%2Fc',
  'DELETE /pets/caf%C3%A9',
  'PATCH /pets/1',
  'GET /pets/1/photos/2',
  'GET /commits/abc.diff',
  'GET /compare/a...b',
  'GET /v1.0/a+b/c',
  'GET /join/xb',
  'GET /quote/x',
  'HEAD /ping',
  'GET /files/a',
  'GET /files/a/b%20c/%C3%BC',
  'GET /files/a%2Fb',
  'GET /odd/x/y',
  'GET /unknown',
  'POST /pets/1/photos/2',
];

const SEEN = [
  'params',
  'captures',
  'routerPath',
  'routerName',
  'routeMatched',
  '_matchedRoute',
  '_matchedRouteName',
] as const;

function see(ctx: Koa.Context): unknown {
  const seen = Object.fromEntries(SEEN.map((name) => [name, ctx[name]]));
  const matched = (ctx['matched'] ?? []).map(({ path, methods, name }: never) =>
    JSON.stringify({ path, methods, name }),
  );
  return { ...seen, matched: [...matched].sort(), requestParams: (ctx.request as { params?: unknown }).params };
}

function addNote(ctx: Koa.ParameterizedContext, text: string): void {
  ctx.set('X-Note', `${ctx.response.get('X-Note') ?? ''}${text}`);
}

interface Pair {
  readonly name: string;
  create(): Router;
}

const PAIR: readonly [original: Pair, ours: Pair] = [
  {
    name: 'original',
    create: () => {
      const router = new Router();
      for (const [method, , route, name] of ROUTES) {
        router.register(route, [method], (ctx) => void (ctx.body = see(ctx)), {
          sensitive: true,
          ...(name && { name }),
        });
      }
      return router;
    },
  },
  {
    name: 'ours',
    create: () => {
      const sketches = ROUTES.map(([method, path, , operationId]): [string, Sketch] => [
        `${method} ${path}`,
        { handler: see, ...(operationId && { operationId }) },
      ]);
      return createRouter(createManifest(Object.fromEntries(sketches)));
    },
  },
];

/** What both answer to the requests, in an app made from the router. */
async function compare(build: (router: Router) => App, requests: readonly string[]): Promise<[unknown[], unknown[]]> {
  const results = PAIR.map(async ({ create }) => {
    const { ask } = await serve(build(create()));
    const answers: unknown[] = [];
    for (const request of requests) {
      const { status, body, headers } = await ask(request);
      answers.push({ request, status, body: body.startsWith('{') ? JSON.parse(body) : body, note: headers['x-note'] });
    }
    return answers;
  });
  return (await Promise.all(results)) as [unknown[], unknown[]];
}

const mount = (router: Router) => new Koa().use(router.routes());

const note = (text: string) => (ctx: Koa.Context, next: Koa.Next) => {
  addNote(ctx, text);
  return next();
};

const urls = (router: Router) => [
  router.url('listPets'),
  router.url('getPet', { id: 'a b/c' }),
  router.url('getPet', 7),
  router.url('getPet', { id: 1 }, { query: { limit: 5 } }),
  router.url('getPhoto', { id: 1, 'photo-id': 2 }),
  router.url('getDiff', { sha: 'abc' }),
  router.url('compare', 'a', 'b'),
  router.url('odd', { constructor: 'c' }),
  router.url('join', { a: 'x' }),
  router.url('quote', { 'a"b\\c': 'x' }),
  String(router.url('nothing')),
  router.route('getPet') && (router.route('getPet') as { path: string }).path,
  router.route('nothing'),
];

const sorted = (text: unknown) =>
  String(text)
    .split(', ')
    .filter((method) => method !== 'OPTIONS')
    .sort();

it('makes the URL of a route with a rest, which @koa/router cannot', () => {
  const router = createRouter(createManifest({ 'GET /{shelf}/files/{path...}': () => 'file' }), { prefix: '/v1' });
  const name = router.stack.find(({ path }) => String(path).includes('*'))!;
  expect(name.url({ shelf: 'a b', path: 'c/d e' })).toBe('/v1/a%20b/files/c%2Fd%20e');
  expect(name.path).toBe('/v1/:shelf/files/*path');
});

describe('a router of operations, next to a router of the same routes', () => {
  // Where it answers itself: OPTIONS, 405 and 501.
  const MATCHED = REQUESTS.filter((request) => !/^(?:PATCH|POST \/pets\/1)/.test(request));

  const notes = async (router: Router): Promise<unknown[]> => {
    const { ask } = await serve(mount(router));
    const all: unknown[] = [];
    for (const request of MATCHED) {
      const { status, headers } = await ask(request);
      all.push([request, status, headers['x-note']]);
    }
    return all;
  };

  it('matches the same requests and puts the same on the context', async () => {
    const [original, ours] = await compare(mount, MATCHED);
    expect(ours).toEqual(original);
    expect(original).toHaveLength(MATCHED.length);
    expect(original[4]).toMatchObject({ status: 200, body: { params: { id: '1' }, _matchedRouteName: 'getPet' } });
    expect(original[4]).toMatchObject({
      body: { matched: [expect.any(String), expect.any(String), expect.any(String)] },
    });
  });

  it('runs its own middleware, in order, with and without a path', async () => {
    const original = new Router()
      .use(note('a'), note('b'))
      .use('/pets', note('c'))
      .use(['/ping', '/commits'], note('d'));
    original.use(PAIR[0].create().routes());
    const ours = PAIR[1]
      .create()
      .use(note('a'), note('b'))
      .use('/pets', note('c'))
      .use(['/ping', '/commits'], note('d'));
    const expected = await notes(original);
    expect(await notes(ours)).toEqual(expected);
    expect(expected).toContainEqual(['GET /pets/1', 200, 'abc']);
    expect(expected).toContainEqual(['GET /commits/abc.diff', 200, 'abd']);
    expect(expected).toContainEqual(['GET /', 200, 'ab']);
    expect(expected).toContainEqual(['GET /unknown', 404, undefined]);
  });

  it('serves its own routes, too', async () => {
    const [original, ours] = await compare(
      (router) => {
        router.get('own', '/own/:name', (ctx) => void (ctx.body = see(ctx)));
        router.redirect('/old', '/own/new', 308);
        router.all('/all', (ctx) => void (ctx.body = `all ${ctx.method}`));
        expect(router.url('own', { name: 'a b' })).toBe('/own/a%20b');
        return mount(router);
      },
      ['GET /own/me', 'GET /own/me%20too', 'HEAD /own/me', 'GET /old', 'PUT /all', 'GET /pets/1', 'GET /unknown'],
    );
    expect(ours).toEqual(original);
    expect(original[0]).toMatchObject({ status: 200, body: { params: { name: 'me' }, _matchedRoute: '/own/:name' } });
  });

  it('calls what router.param was given, before and after other middleware', async () => {
    const [original, ours] = await compare(
      (router) => {
        router.param('photo-id', (value, ctx, next) => {
          addNote(ctx, ` photo ${value}`);
          return next();
        });
        router.param('id', (value, ctx, next) => {
          if (value === 'none') return void (ctx.status = 410);
          addNote(ctx, `pet ${value}`);
          return next();
        });
        return mount(router);
      },
      ['GET /pets/1', 'GET /pets/none', 'PUT /pets/2', 'GET /pets/3/photos/4', 'GET /pets', 'GET /compare/a...b'],
    );
    expect(ours).toEqual(original);
    expect(original[0]).toMatchObject({ note: 'pet 1' });
    expect(original[1]).toMatchObject({ status: 410 });
    expect(original[3]).toMatchObject({ note: 'pet 3 photo 4' });
  });

  it.each(['/v1', '/v1/', '/shops/:shop'])('routes below the prefix %s', async (prefix) => {
    const start = prefix.replace(/\/$/, '').replace(':shop', 'a%20b');
    const requests = MATCHED.map((request) => request.replace(' /', ` ${start}/`));
    const [original, ours] = await compare(
      (router) => mount(router.prefix('/first').prefix(prefix)),
      [...requests, `GET ${start}x/pets`, 'GET /first/pets', `GET ${start}`],
    );
    expect(ours).toEqual(original);
    expect(original[4]).toMatchObject({ status: 200, body: { params: { id: '1' } } });
    expect(original.at(-1)).toMatchObject({ status: 200 });
  });

  it('nests in another router, and another nests in it', async () => {
    const requests = [...MATCHED.map((request) => request.replace(' /', ' /api/')), 'GET /pets', 'GET /api/inner/a'];
    const [original, ours] = await compare((router) => {
      router.use('/inner', new Router().get('/:name', (ctx) => void (ctx.body = see(ctx))).routes());
      return new Koa().use(new Router().use('/api', router.routes()).routes());
    }, requests);
    expect(ours).toEqual(original);
    expect(original[4]).toMatchObject({ status: 200, body: { params: { id: '1' }, _matchedRoute: '/api/pets/:id' } });
    expect(original.at(-1)).toMatchObject({ body: { params: { name: 'a' } } });
  });

  it('nests below a parameter', async () => {
    const requests = MATCHED.map((request) => request.replace(' /', ' /shops/s%201/'));
    const [original, ours] = await compare(
      (router) => new Koa().use(new Router({ prefix: '/shops' }).use('/:shop', router.routes()).routes()),
      requests,
    );
    expect(ours).toEqual(original);
    expect(original[4]).toMatchObject({ status: 200, body: { params: { shop: 's 1', id: '1' } } });
  });

  it('makes the URLs of its operations', () => {
    const [original, ours] = PAIR.map(({ create }) => create()) as [Router, Router];
    expect(urls(ours)).toEqual(urls(original));
    expect(urls(original)[1]).toBe('/pets/a%20b%2Fc');
    expect(
      createRouter(createManifest({ 'GET /größe/{id}': { operationId: 'ä', handler: () => 1 } })).url('ä', 1),
    ).toBe('/gr%C3%B6%C3%9Fe/1');
    expect(ours.prefix('/v1').url('getPet', 7)).toBe(original.prefix('/v1').url('getPet', 7));
  });

  it('shows all its layers', () => {
    const layers = PAIR.map(({ create }) =>
      create().stack.map(({ path, methods, name, paramNames, regexp }) => ({
        path,
        methods,
        name,
        paramNames,
        regexp,
      })),
    );
    expect(layers[1]).toEqual(layers[0]);
    expect(layers[0]).toHaveLength(ROUTES.length);
  });

  it('allows the same methods, but answers by itself', async () => {
    const [original, ours] = PAIR.map(({ create }) => create()) as [Router, Router];
    const { ask: askOriginal } = await serve(mount(original).use(original.allowedMethods()));
    const { ask } = await serve(mount(ours).use(ours.allowedMethods()));
    for (const path of ['/pets', '/pets/1', '/commits/a.diff', '/']) {
      const [refusal, originalRefusal] = [await ask(`PATCH ${path}`), await askOriginal(`PATCH ${path}`)];
      expect(refusal.status).toBe(405);
      expect(originalRefusal.status).toBe(405);
      expect(sorted(refusal.headers.allow)).toEqual(sorted(originalRefusal.headers.allow));
      expect(refusal.headers['content-type']).toBe('application/problem+json');
      const [options, originalOptions] = [await ask(`OPTIONS ${path}`), await askOriginal(`OPTIONS ${path}`)];
      expect(options.status).toBe(204);
      expect(sorted(options.headers.allow)).toEqual(sorted(originalOptions.headers.allow));
    }
    // The original's for what the manifest does not know.
    expect((await ask('PROPFIND /unknown')).status).toBe((await askOriginal('PROPFIND /unknown')).status);
    expect((await ask('OPTIONS /unknown')).status).toBe(404);
  });
});

describe('a router of operations', () => {
  const operations = createManifest({ 'GET /pets/{id}': (ctx) => ({ ...ctx.params, matched: ctx.matched.length }) });

  it('accepts its own routes at the path of an operation, too', async () => {
    const router = createRouter(operations);
    router.get('/pets/special', (ctx) => void (ctx.body = 'own'));
    router.post('/pets/:id', (ctx) => void (ctx.body = 'posted'));
    const { ask } = await serve(mount(router));
    expect((await ask('GET /pets/special')).body).toBe('own');
    expect((await ask('POST /pets/1')).body).toBe('posted');
    expect((await ask('GET /pets/1')).json).toEqual({ id: '1', matched: 2 });
    expect((await ask('PUT /pets/1')).headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    expect((await ask('OPTIONS /pets/1')).headers.allow).toBe('GET, HEAD, POST, OPTIONS');
  });

  it('keeps the parameters of its middleware', async () => {
    const router = createRouter(operations);
    router.use('/pets/:own', (_ctx, next) => next());
    const { ask } = await serve(mount(router));
    expect((await ask('GET /pets/1')).json).toEqual({ own: '1', id: '1', matched: 2 });
  });

  it('gives captures to handlers', async () => {
    const { ask } = await serve(mount(createRouter(createManifest({ 'GET /pets/{id}': (ctx) => ctx.captures }))));
    expect((await ask('GET /pets/a%20b')).json).toEqual(['a%20b']);
    expect((await ask('GET /%70ets/a%20b')).status).toBe(404);
  });

  it('a router is as strict where it nests as it is by itself', async () => {
    const sketches = { 'GET /pets': () => 'pets' };
    for (const [strict, status] of [
      [true, 404],
      [false, 200],
    ] as const) {
      const outer = new Router().use('/v1', createRouter(createManifest(sketches, { strict })).routes());
      const { ask } = await serve(mount(outer));
      expect((await ask('GET /v1/pets/')).status).toBe(status);
      expect((await ask('GET /v1/pets')).status).toBe(200);
      expect((await ask('GET /v1/PETS')).status).toBe(404);
    }
  });

  it('matches a path and a method for other code', async () => {
    const router = createRouter(operations);
    const { ask } = await serve(mount(router));
    await ask('GET /unknown');
    expect(router.match('/pets/1', 'get').route).toBe(true);
    expect(router.match('/pets/1', 'POST')).toMatchObject({ route: false, path: [{ path: '/pets/:id' }] });
    expect(router.match('/pets/%', 'GET')).toEqual({ route: false, path: [], pathAndMethod: [] });
  });

  it('answers only for its host', async () => {
    const { ask } = await serve(mount(createRouter(operations, { host: 'shop.example' })));
    expect((await ask('GET /pets/1', { headers: { Host: 'shop.example' } })).status).toBe(200);
    expect((await ask('GET /pets/1', { headers: { Host: 'other.example' } })).status).toBe(404);
    expect((await ask('PUT /pets/1', { headers: { Host: 'other.example' } })).status).toBe(404);
    expect((await ask('GET /pets/%', { headers: { Host: 'other.example' } })).status).toBe(404);
  });

  it('answers only for its host in another router too, with its own routes and middleware', async () => {
    const inner = createRouter(operations, { host: 'shop.example' });
    inner.use(async (ctx, next) => {
      ctx.set('X-Shop', 'yes');
      await next();
    });
    inner.get('/own', (ctx) => void (ctx.body = 'own'));
    for (const outer of [new Router(), new Router().use(new Router().use(inner.routes()).routes())]) {
      outer.use(inner.routes());
      const { ask } = await serve(mount(outer));
      const from = (host: string): object => ({ headers: { Host: host } });
      const answers = await Promise.all(
        ['shop.example', 'other.example'].flatMap((host) =>
          ['/pets/1', '/own'].map((path) => ask(`GET ${path}`, from(host))),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
      expect(answers.map(({ headers }) => headers['x-shop'])).toEqual(['yes', 'yes', undefined, undefined]);
    }
  });

  it('refuses only what is below its prefix', async () => {
    const { ask } = await serve(mount(createRouter(operations, { prefix: '/v1' })));
    expect((await ask('GET /v1/pets/1')).status).toBe(200);
    expect((await ask('PUT /v1/pets/1')).status).toBe(405);
    expect((await ask('PUT /pets/1')).status).toBe(404);
    expect((await ask('GET /v1/%')).status).toBe(400);
    expect((await ask('GET /other/%')).status).toBe(404);
  });

  it('leaves the other methods of its paths to later routes, so that each method of a path can move by itself', async () => {
    const old = new Router()
      .put('/pets/:id', (ctx) => void (ctx.body = 'old'))
      .get('/pets/:id', (ctx) => void (ctx.body = 'old'))
      .all('/broken', (ctx) => ctx.throw(503));
    const app = new Koa().use(createRouter(operations).routes()).use(old.routes());
    const { ask } = await serve(app);
    expect((await ask('GET /pets/1')).json).toMatchObject({ id: '1' });
    expect((await ask('PUT /pets/1')).body).toBe('old');
    expect(await ask('DELETE /pets/1')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } });
    expect(await ask('OPTIONS /pets/1')).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } });
    expect(await ask('PROPFIND /pets/1')).toMatchObject({ status: 501, headers: { allow: 'GET, HEAD, OPTIONS' } });
    expect((await ask('GET /broken')).status).toBe(503);
  });

  it('lists the methods of a later router too if that allows methods', async () => {
    const old = new Router().put('/pets/:id', (ctx) => void (ctx.body = 'old'));
    const app = new Koa().use(createRouter(operations).routes()).use(old.routes()).use(old.allowedMethods());
    const { ask } = await serve(app);
    const allow = 'GET, HEAD, PUT, OPTIONS';
    expect(await ask('DELETE /pets/1')).toMatchObject({ status: 405, headers: { allow }, json: { status: 405 } });
    expect(await ask('OPTIONS /pets/1')).toMatchObject({ status: 204, headers: { allow } });
    expect((await ask('PUT /pets/1')).body).toBe('old');
  });

  it('keeps what later middleware answers to another method, and its errors', async () => {
    const later: Koa.Middleware = (ctx) => {
      if (ctx.get('X-Throw')) ctx.throw(418);
      ctx.status = 404;
      ctx.set('X-Own', 'yes');
    };
    const { ask } = await serve(new Koa().use(createRouter(operations).routes()).use(later));
    expect(await ask('PUT /pets/1')).toMatchObject({ status: 404, headers: { 'x-own': 'yes' } });
    expect((await ask('PUT /pets/1', { headers: { 'X-Throw': '1' } })).status).toBe(418);
  });

  it('works next to another one', async () => {
    const others = createManifest({
      'GET /shops/{id}': (ctx) => ({ operation: ctx.operation.path, matched: ctx.matched.length }),
    });
    const app = new Koa().use(createRouter(operations).routes()).use(createRouter(others).routes());
    const { ask } = await serve(app);
    expect((await ask('GET /pets/1')).json).toEqual({ id: '1', matched: 1 });
    expect((await ask('GET /shops/1')).json).toEqual({ operation: '/shops/{id}', matched: 1 });
    expect((await ask('GET /shops/1')).json).toEqual({ operation: '/shops/{id}', matched: 1 });
  });

  it('shows its middleware which operation is to come', async () => {
    const router = createRouter(operations);
    router.use((ctx, next) => (ctx.set('X-Operation', ctx['operation'].id), next()));
    const { ask } = await serve(mount(router));
    expect((await ask('GET /pets/1')).headers['x-operation']).toBe('pets/{id}/@get.ts');
  });

  it('calls the handlers of its not-found event before it refuses', async () => {
    const router = createRouter(operations);
    router.on('not-found', (ctx, next) => (ctx.path === '/own' ? void (ctx.body = 'own 404') : next()));
    const { ask } = await serve(mount(router));
    expect((await ask('GET /own')).body).toBe('own 404');
    expect((await ask('PUT /pets/1')).status).toBe(405);
    expect((await ask('GET /elsewhere')).body).toBe('Not Found');
  });

  it('makes a layer for an operation at its first use, and once', async () => {
    const many = createManifest(
      Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`GET /a${index}/{id}`, (ctx) => ctx['_matchedRoute']]),
      ),
    );
    const made: string[] = [];
    const counted = many.operations.map(({ path, ...entry }) => ({
      ...entry,
      get path() {
        made.push(path);
        return path;
      },
    }));
    const router = createRouter({ ...many, operations: counted });
    router.use((_ctx, next) => next()).get('/own', () => {});
    router.prefix('/v1').prefix('/');
    const { ask } = await serve(mount(router));
    expect(made).toEqual([]);
    for (const id of [1, 2, 3]) expect((await ask(`GET /a7/${id}`)).json).toBe('/a7/:id');
    expect((await ask('GET /unknown')).status).toBe(404);
    expect(made).toEqual(['/a7/{id}']);
    expect(router.stack).toHaveLength(52);
    expect(made).toHaveLength(50);
  });

  it('runs its own middleware below its prefix', async () => {
    const router = createRouter(operations, { prefix: '/shops/:shop' });
    router.use((ctx, next) => (addNote(ctx, String(ctx['params'].shop)), next()));
    const { ask } = await serve(mount(router));
    const answer = await ask('GET /shops/a%20b/pets/1');
    expect(answer.json).toMatchObject({ shop: 'a b', id: '1' });
    expect(answer.headers['x-note']).toBe('a b');
  });

  it('takes more than one prefix in turn', async () => {
    const router = createRouter(operations, { prefix: '/v1' });
    const { ask } = await serve(mount(router));
    expect((await ask('GET /v1/pets/1')).status).toBe(200);
    router.prefix('/v2');
    expect((await ask('GET /v1/pets/1')).status).toBe(404);
    expect((await ask('GET /v2/pets/1')).json).toMatchObject({ id: '1' });
  });
});
