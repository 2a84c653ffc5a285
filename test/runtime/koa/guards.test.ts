import type { AddressInfo } from 'node:net';
import { Router } from '@koa/router';
import * as fc from 'fast-check';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import { createApp, createRouter } from '../../../src/runtime/koa/index.ts';
import { runsOf } from '../../property/holds.ts';
import { createManifest } from './manifest.ts';
import type { App } from './serve.ts';
import { mount } from './mount.ts';
import { serve } from './serve.ts';
import { exchange } from './wire.ts';

const PREFIXES = ['/pets', '/größe', '/v1:batch', '/a b', '/x.y', '/odd|name', '/@me'] as const;

/** Behind each prefix are the operations of a parameter, of text, and of both in one segment. */
const OPERATIONS: Manifest = createManifest(
  Object.fromEntries(
    PREFIXES.flatMap((prefix) => [
      [`GET ${prefix}/{id}`, () => 'reached'],
      [`GET ${prefix}/list`, () => 'reached'],
      [`GET ${prefix}/{id}.txt`, () => 'reached'],
      [`GET ${prefix}/{id}/{other}`, () => 'reached'],
      [`GET ${prefix}`, () => 'reached'],
    ]),
  ),
);

const ENCODED = PREFIXES.map((prefix) => encodeURI(prefix));

const isBehind = (path: string): boolean => ENCODED.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

const refuse = (ctx: Koa.ParameterizedContext): void => {
  ctx.status = 403;
  ctx.body = 'guarded';
};

const byPath: Koa.Middleware = (ctx, next) => (isBehind(ctx.path) ? refuse(ctx) : next());
const byUrl: Koa.Middleware = (ctx, next) => (isBehind(ctx.url.replace(/\?.*/, '')) ? refuse(ctx) : next());
const bySegment: Koa.Middleware = (ctx, next) =>
  ENCODED.includes(`/${ctx.path.split('/')[1]}`) ? refuse(ctx) : next();

const GUARDED: readonly (readonly [name: string, app: App])[] = [
  ['app.use and ctx.path', createApp(OPERATIONS).use(byPath)],
  ['app.use and ctx.url', createApp(OPERATIONS).use(byUrl)],
  ['app.use and a segment', createApp(OPERATIONS).use(bySegment)],
  [
    'a router in front',
    createApp(OPERATIONS).use(
      new Router()
        .all(
          ENCODED.flatMap((p) => [p, `${p}{/*rest}`]),
          refuse,
        )
        .routes(),
    ),
  ],
  ['a Koa app around createRouter', new Koa().use(byPath).use(createRouter(OPERATIONS).routes())],
  [
    'router.use of createRouter',
    new Koa().use(
      createRouter(OPERATIONS)
        .use(
          ENCODED.map((prefix) => prefix.replace(/[:]/g, String.raw`\$&`)),
          refuse,
        )
        .routes(),
    ),
  ],
];

/** Writes one character in one of its spellings. */
const spellings: readonly ((character: string) => string)[] = [
  (character) => encodeURI(character),
  (character) => encodeURIComponent(character),
  (character) => Buffer.from(character).toString('hex').replace(/../g, '%$&'),
  (character) => Buffer.from(character).toString('hex').toUpperCase().replace(/../g, '%$&'),
  (character) => (/^[!-~]$/.test(character) && !/[?#%]/.test(character) ? character : encodeURI(character)),
  (character) =>
    Buffer.from(character)
      .toString('latin1')
      .replace(/[ ?#%]/g, encodeURIComponent),
];

const path = fc
  .tuple(
    fc.constantFrom(...PREFIXES),
    fc.constantFrom('', '/', '/1', '/list', '/a.txt', '/1/2', '/..%2Fx', '/%2F', '//'),
  )
  .chain(([prefix, rest]) =>
    fc
      .array(fc.nat({ max: spellings.length - 1 }), { minLength: prefix.length, maxLength: prefix.length })
      .chain((choices) => {
        const spelled = Array.from(prefix.slice(1), (character, i) => spellings[choices[i]!]!(character)).join('');
        return fc
          .constantFrom('', 'http://pets', '/./', '/%2e', '/x/..', '/x/%2E%2e', '/')
          .map((before) => (before === '/./' ? `/./${spelled}${rest}` : `${before}/${spelled}${rest}`));
      }),
  );

describe.each(GUARDED)('a guard by prefix cannot be bypassed: %s', (_name, app) => {
  it('guards any spelling of a path', async () => {
    const { ask } = await serve(app);
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(path, async (target) => {
        const { status, body } = await ask(`GET ${target}`);
        expect([target, body]).not.toEqual([target, '"reached"']);
        expect([200, 403, 404, 400]).toContain(status);
        if (status === 403) refused++;
      }),
      { numRuns: runsOf(100) },
    );
    expect(refused).toBeGreaterThan(0);
  });
});

/** A directory that lets nobody in, beside parameters that its name could be a value of. */
const BESIDE: Manifest = createManifest({
  'GET /': () => 'root',
  'GET /files/private': { authorize: [() => false], handler: () => 'reached' },
  'GET /files/private/{id}': { authorize: [() => false], handler: () => 'reached' },
  'GET /files/a-{part}': { authorize: [() => false], handler: () => 'reached' },
  'GET /files/{name}': (ctx) => ctx.params.name,
  'GET /files/{name}/{id}': (ctx) => [ctx.params.name, ctx.params.id],
});

describe.each<[string, string, App]>([
  ['createApp', '', createApp(BESIDE)],
  ['createRouter', '', new Koa().use(createRouter(BESIDE).routes())],
  ['createRouter with a prefix', '/v1', new Koa().use(createRouter(BESIDE, { prefix: '/v1' }).routes())],
  ['createRouter below a parameter', '/a%20b', new Koa().use(createRouter(BESIDE, { prefix: '/:shop' }).routes())],
  ['createRouter in a router', '/v1', new Koa().use(new Router().use('/v1', createRouter(BESIDE).routes()).routes())],
  [
    'createRouter in a router below a parameter',
    '/a%20b',
    new Koa().use(new Router().use('/:shop', createRouter(BESIDE).routes()).routes()),
  ],
  ['createApp in a Koa app', '/v1', new Koa().use(mount('/v1', createApp(BESIDE)))],
])("a directory guard next to a parameter can't be bypassed: %s", (_name, prefix, app) => {
  it.each(['private', '%70rivate', 'privat%65', '%70%72%69%76%61%74%65', 'a-b', 'a%2Db', '%61-b', '%61%2db'])(
    'guards the spelling %s',
    async (segment) => {
      const { ask } = await serve(app);
      const rests = segment.endsWith('b') ? ['', '/'] : ['', '/', '/1', '/%31'];
      for (const rest of rests)
        expect([403, 404]).toContain((await ask(`GET ${prefix}/files/${segment}${rest}`)).status);
    },
  );

  it.each(['%7%30rivate', '%%370rivate', 'privat%6%35', 'priv%61t%6%35', 'private%2%66x', 'private%%32fx', 'private%'])(
    'refuses the malformed encoding %s',
    async (segment) => {
      const { ask } = await serve(app);
      for (const rest of ['', '/1', '/%31'])
        // An outer router knows no such path.
        expect([400, 404]).toContain((await ask(`GET ${prefix}/files/${segment}${rest}`)).status);
    },
  );

  it('lets parameters take every spelling of other texts', async () => {
    const { ask } = await serve(app);
    for (const [target, value] of [
      ['/', 'root'],
      ['/files/a%20b', 'a b'],
      ['/files/privat%65x', 'privatex'],
      ['/files/%70rivat', 'privat'],
      ['/files/private%2F1', 'private/1'],
      ['/files/%2Fprivate', '/private'],
      ['/files/caf%c3%a9/%41', ['café', 'A']],
    ] as const)
      expect([target, (await ask(`GET ${prefix}${target}`)).json]).toEqual([target, value]);
  });
});

/** Paths whose first text could also be a value of a parameter, in operations of other methods and depths. */
const ELSEWHERE: Manifest = createManifest({
  'GET /admin/users': () => 'reached',
  'POST /größe/{id}': () => 'reached',
  'GET /report-{year}/pages': () => 'reached',
  'GET /{a}/{b}.json/rows': () => 'reached',
  'GET /{x}/info': (ctx) => ctx.params.x,
  'GET /v/{x}/info': (ctx) => ctx.params.x,
});

describe.each<[string, string, App]>([
  ['createRouter', '', new Koa().use(createRouter(ELSEWHERE).routes())],
  ['createRouter with a prefix', '/v1', new Koa().use(createRouter(ELSEWHERE, { prefix: '/v1' }).routes())],
  [
    'createRouter in a router',
    '/v1',
    new Koa().use(new Router().use('/v1', createRouter(ELSEWHERE).routes()).routes()),
  ],
  [
    'createRouter in a createRouter',
    '/v1',
    new Koa().use(
      createRouter(createManifest({}))
        .use('/v1', createRouter(ELSEWHERE).routes() as never)
        .routes(),
    ),
  ],
  ['createApp in a Koa app', '/v1', new Koa().use(mount('/v1', createApp(ELSEWHERE)))],
])('a parameter takes no other spelling of a text that is literal in another path: %s', (_name, prefix, app) => {
  it.each([
    '/%61dmin/info',
    '/admi%6E/info',
    '/admi%6e/info',
    '/gr%c3%b6%C3%9Fe/info',
    '/g%72%C3%B6%C3%9Fe/info',
    '/%72eport-2025/info',
    '/report%2d2025/info',
    '/a%2Ejson/info',
    '/v/%61dmin/info',
    '/v/admin%2d/../%61dmin/info',
  ])('answers 404 to %s', async (target) => {
    const { ask } = await serve(app);
    expect([400, 404]).toContain((await ask(`GET ${prefix}${target}`)).status);
  });

  it.each([
    ['/admin/info', 'admin'],
    ['/report-2025/info', 'report-2025'],
    ['/report-%32025/info', 'report-2025'],
    ['/gr%C3%B6%C3%9Fe/info', 'größe'],
    ['/gr%c3%b6%c3%9fer/info', 'größer'],
    ['/%61dministrator/info', 'administrator'],
    ['/a%20b/info', 'a b'],
  ])('answers %s, which has the usual spelling or another text', async (target, value) => {
    const { ask } = await serve(app);
    expect((await ask(`GET ${prefix}${target}`)).json).toBe(value);
  });
});

describe('createApp, which normalizes paths before guards see them', () => {
  it('gives a parameter the text of another path in each spelling', async () => {
    const seen: string[] = [];
    const app = createApp(ELSEWHERE).use((ctx, next) => (seen.push(ctx.path), next()));
    const { ask } = await serve(app);
    for (const target of ['/admin/info', '/%61dmin/info']) expect((await ask(`GET ${target}`)).json).toBe('admin');
    expect(seen).toEqual(['/admin/info', '/admin/info']);
  });
});

/** Operations without a literal text: only the guards have it. */
const OPEN: Manifest = createManifest({
  'GET /{x}/info': () => 'reached',
  'GET /{x}': () => 'reached',
  'PUT /{x}/{y}/info': () => 'reached',
});

const office: Koa.Middleware = (ctx) => {
  ctx.status = 403;
};

describe.each<[string, string, App]>([
  ['router.use', '', new Koa().use(createRouter(OPEN).use('/admin', office).routes())],
  [
    'router.use of a pattern',
    '',
    new Koa().use(
      createRouter(OPEN)
        .use(/^\/admin(?:\/|$)/ as never, office)
        .routes(),
    ),
  ],
  ['a route', '', new Koa().use(createRouter(OPEN).all('/admin{/*rest}', office).routes())],
  [
    'router.use with a prefix',
    '/v1',
    new Koa().use(createRouter(OPEN, { prefix: '/v1' }).use('/admin', office).routes()),
  ],
  [
    'router.use of a nested router',
    '/v1',
    new Koa().use(new Router().use('/v1', createRouter(OPEN).use('/admin', office).routes()).routes()),
  ],
  [
    'router.use of the outer router',
    '/v1',
    new Koa().use(new Router().use('/v1/admin', office).use('/v1', createRouter(OPEN).routes()).routes()),
  ],
  [
    'router.use of an outer createRouter',
    '/v1',
    new Koa().use(
      createRouter(createManifest({}))
        .use('/v1/admin', office)
        .use('/v1', createRouter(OPEN).routes() as never)
        .routes(),
    ),
  ],
])('a guard of a text that only a parameter takes cannot be bypassed: %s', (_name, prefix, app) => {
  it('guards another spelling of the text', async () => {
    const { ask } = await serve(app);
    for (const target of ['/admin', '/admin/info']) expect((await ask(`GET ${prefix}${target}`)).status).toBe(403);
    for (const target of ['/%61dmin', '/%61dmin/info', '/admi%6E/info', '/admi%6e/%69nfo'])
      expect([target, (await ask(`GET ${prefix}${target}`)).status]).toEqual([target, 404]);
    expect((await ask(`PUT ${prefix}/%61dmin/1/info`)).status).toBe(404);
    expect((await ask(`GET ${prefix}/%61dministrator/info`)).json).toBe('reached');
  });
});

describe('a guard of router.use', () => {
  it.each<[string, string]>([
    ['/öffi', '/öffi'],
    ['/a b', '/a b'],
    ['/%c3%b6ffi', '/öffi'],
    ['/x|y', '/x|y'],
    ['/:größe/öffi', '/{shop}/öffi'],
    [String.raw`/\[ö\]`, '/[ö]'],
    ['/a-b.c~d@e', '/a-b.c~d@e'],
  ])('runs for the operations of %s', async (route, template) => {
    const operations = createManifest({
      [`GET ${template}/x`]: () => 'reached',
      'GET /open': () => 'open',
      'GET /other': () => 'x',
    });
    const target = encodeURI(template.replace('{shop}', 'ada'));
    for (const given of [route, [route, '/other']]) {
      const router = createRouter(operations);
      router.use(given as string, (ctx) => ctx.throw(403));
      const { ask } = await serve(new Koa().use(router.routes()));
      expect((await ask(`GET ${target}/x`)).status).toBe(403);
      expect((await ask('GET /open')).json).toBe('open');
    }
  });

  it('guards routes and prefixes of any characters', async () => {
    const operations = createManifest({ 'GET /x': () => 'reached' });
    const router = createRouter(operations, { prefix: '/größe' });
    router.get('/café', (ctx) => void (ctx.body = 'own'));
    const { ask } = await serve(new Koa().use(router.routes()));
    expect((await ask('GET /gr%C3%B6%C3%9Fe/x')).json).toBe('reached');
    expect((await ask('GET /gr%C3%B6%C3%9Fe/caf%C3%A9')).body).toBe('own');
    const nested = new Koa().use(createRouter(operations).use('/a b', createRouter(operations).routes()).routes());
    expect((await (await serve(nested)).ask('GET /a%20b/x')).json).toBe('reached');
  });
});

describe('a path', () => {
  it('a path is the same to middleware and operations, and ctx.originalUrl stays', async () => {
    const app = createApp(
      createManifest({ 'GET /pets/{id}': (ctx) => [ctx.path, ctx.url, ctx.originalUrl, ctx.params.id] }),
    );
    const { ask } = await serve(app.use(async (ctx, next) => (await next(), ctx.set('X-Path', ctx.path))));
    const answer = await ask('GET /%70ets/%61%2f%c3%bc|?q=%70');
    expect(answer.json).toEqual([
      '/pets/a%2F%C3%BC%7C',
      '/pets/a%2F%C3%BC%7C?q=%70',
      '/%70ets/%61%2f%c3%bc|?q=%70',
      'a/ü|',
    ]);
    expect(answer.headers['x-path']).toBe('/pets/a%2F%C3%BC%7C');
  });

  it.each([
    ['another framework', true],
    ["a server's own listener", false],
  ])('a path has one spelling if %s has seen it, whose guards compare the text', async (_title, isMarked) => {
    const handle = createApp(
      createManifest({ 'GET /admin/x': () => 'reached', 'GET /pets/{id}': (ctx) => ctx.params.id }),
    ).callback();
    const guarded: App = {
      callback: () => (req, res) => {
        // As Express and Connect do.
        if (isMarked) Object.assign(req, { originalUrl: req.url });
        if (req.url!.startsWith('/admin')) res.writeHead(403).end();
        else void handle(req, res);
      },
      on: () => undefined,
    };
    const { ask } = await serve(guarded);
    for (const target of [
      '/%61dmin/x',
      '/%61dmin/x?a=1',
      '/\\admin/x',
      '/x\\..\\admin/x',
      '/x/../admin/x',
      'http://x/%61dmin/x',
      'http://x/admin/x',
    ])
      expect([target, (await ask(`GET ${target}`)).body.includes('reached')]).toEqual([target, false]);
    expect((await ask('GET /admin/x')).status).toBe(403);
    expect((await ask('GET /%61dmin/x')).status).toBe(404);
    expect((await ask('GET /pets/%c3%bc%2fa')).json).toBe('ü/a');
  });

  it('ctx.URL and ctx.href have the path that guards see', async () => {
    const app = createApp(createManifest({ 'GET /admin/{id}': () => 'reached' }));
    app.use((ctx, next) => {
      const { pathname, search, host } = ctx.URL;
      ctx.set('X-Seen', [pathname, search, host, new URL(ctx.href).pathname, ctx.URL === ctx.URL].join(' '));
      return next();
    });
    const { ask, url } = await serve(app);
    const { host } = new URL(url);
    const seen = async (target: string): Promise<unknown> => (await ask(`GET ${target}`)).headers['x-seen'];
    expect(await seen('/admin/1?q=%70')).toBe(`/admin/1 ?q=%70 ${host} /admin/1 true`);
    expect(await seen('/%61dmin/1?q=%70')).toBe(`/admin/1 ?q=%70 ${host} /admin/1 true`);
    expect(await seen(`http://${host}/%61dmin/%c3%bc`)).toBe(`/admin/%C3%BC  ${host} /admin/%C3%BC true`);
  });

  it('refuses a path with a dot segment before any middleware', async () => {
    const seen: string[] = [];
    const app = createApp(OPERATIONS).use((ctx, next) => (seen.push(ctx.path), next()));
    const { ask } = await serve(app);
    for (const target of [
      '/a/../pets/1',
      '/a/%2e%2E/pets/1',
      '/./pets',
      '/pets/.',
      '/pets/%2e',
      '/..',
      'http://x/../pets',
    ])
      expect(await ask(`GET ${target}`)).toMatchObject({ status: 400, json: { title: 'Bad Request' } });
    expect(seen).toEqual([]);
    expect((await ask('GET /.well-known/x')).status).toBe(404);
    expect((await ask('GET /pets/..a')).status).toBe(200);
  });
});

it('a target without a path is a problem behind a guard of the router', async () => {
  const router = createRouter(createManifest({ 'GET /pets': () => 'open' })).use('/pets', (_ctx, next) => next());
  const { url } = await serve(new Koa().use(router.routes()));
  for (const target of ['http://', 'x://pets', 'x://pets?/pets'])
    expect(await exchange(Number(new URL(url).port), `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatchObject({
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
    });
});

describe('a guard on ctx.url', () => {
  const admin = createManifest({ 'GET /admin': () => 'reached', 'GET /open': () => 'open' });
  const guard: Koa.Middleware = (ctx, next) => (/^(?:\/v1)?\/admin\/?(?:\?|$)/.test(ctx.url) ? refuse(ctx) : next());
  const nested = new Router().use(createRouter(admin).routes());
  const places: readonly (readonly [name: string, app: App, prefix: string])[] = [
    ['before createRouter', new Koa().use(guard).use(createRouter(admin).routes()), ''],
    ['before a nested createRouter', new Koa().use(guard).use(nested.routes()), ''],
    ['around a mounted app', new Koa().use(guard).use(mount('/v1', createApp(admin))), '/v1'],
    ['of createApp', createApp(admin).use(guard), ''],
  ];
  it.each(places)('refuses %s a target that Koa reads otherwise', async (_name, app, prefix) => {
    const { server, ask } = await serve(app);
    const { port } = server.address() as AddressInfo;
    expect((await ask(`GET ${prefix}/open`)).body).toContain('open');
    for (const end of ['', '/', '\\#', '\\', '#', '/#', '\xa0', '/\xa0', '\\?#']) {
      const { status, body } = await exchange(
        port,
        `GET ${prefix}/admin${end} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      );
      expect([end, body.includes('reached')]).toEqual([end, false]);
      expect([403, 404, 400]).toContain(status);
    }
  });
});

describe('a guard of the router without a path runs for every letter case of a route next to the operations', () => {
  const admin = createManifest({ 'GET /admin': () => 'reached' });
  const open: Koa.Middleware = (ctx) => void (ctx.body = 'reached');
  const own = (router: Router): Router => router.use(refuse).get('/own', open) as Router;
  const places: readonly (readonly [name: string, router: Router, prefixes: readonly string[]])[] = [
    ['without a prefix', own(createRouter(admin)), ['']],
    ['with a prefix', own(createRouter(admin, { prefix: '/v1' })), ['/v1', '/V1']],
    ['with a later prefix', own(createRouter(admin)).prefix('/v1'), ['/v1', '/V1']],
    ['with a parameter', own(createRouter(admin, { prefix: '/:shop' })), ['/a', '/A']],
    ['in a router', new Router().use('/v1', own(createRouter(admin)).routes()), ['/v1', '/V1']],
    ['around a router', createRouter(admin).use('/v1', own(new Router()).routes()), ['/v1', '/V1']],
    ['in a router with a prefix', new Router({ prefix: '/v1' }).use(own(createRouter(admin)).routes()), ['/v1', '/V1']],
  ];
  it.each(places)('guards a router %s', async (_name, router, prefixes) => {
    const { ask } = await serve(new Koa().use(router.routes()));
    for (const prefix of prefixes)
      for (const end of ['/own', '/OWN', '/own/'])
        expect([prefix + end, (await ask(`GET ${prefix}${end}`)).status]).toEqual([prefix + end, 403]);
  });

  it('guards operations too, whose literals have one spelling', async () => {
    const { ask } = await serve(new Koa().use(own(createRouter(admin, { prefix: '/v1' })).routes()));
    expect([(await ask('GET /v1/admin')).status, (await ask('GET /V1/admin')).status]).toEqual([403, 404]);
  });
});
