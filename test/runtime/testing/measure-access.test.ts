import { createHmac } from 'node:crypto';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../../src/shared/contract/manifest.ts';
import type { BasicCredentials, Verifiers } from '../../../src/runtime/koa/index.ts';
import { createApp, createRouter, problem } from '../../../src/runtime/koa/index.ts';
import type { Access, AccessOptions, Caller } from '../../../src/runtime/testing/index.ts';
import { measureAccess } from '../../../src/runtime/testing/index.ts';
import type { TreeOptions } from '../koa/compiled.ts';
import { compileTree } from '../koa/compiled.ts';

const SCHEMES = {
  'openapi.yaml': 'components: { securitySchemes: { token: { type: http, scheme: bearer } } }',
};

const CALLERS = {
  anonymous: {},
  reader: { headers: { authorization: 'Bearer reader' } },
  admin: { headers: { Authorization: 'Bearer admin' } },
} as const satisfies Record<string, Caller>;

const USERS = new Map([
  ['reader', { name: 'reader', roles: ['read'] }],
  ['admin', { name: 'admin', roles: ['read', 'admin'] }],
]);

const security = {
  token: (_ctx: unknown, token: string, scopes: readonly string[]): object | undefined => {
    const user = USERS.get(token);
    if (user && !scopes.every((scope) => user.roles.includes(scope))) throw problem(403);
    return user;
  },
};

/** An operation with lines in its comment, whose handler must not run. */
const operation = (...lines: string[]): string =>
  `/**\n * It.\n${lines.map((line) => ` * ${line}\n`).join('')} */\nexport default () => { throw new Error('The handler ran.'); };`;

/** The access to a tree, whose handlers fail. */
async function accessTo(
  files: Readonly<Record<string, string>>,
  { parameters, isSecured = false, middleware, warnings }: TreeSettings = {},
): Promise<Access> {
  const definitions = isSecured ? SCHEMES : {};
  const operations = await compileTree(files, { definitions, ...(warnings && { warnings }) });
  const create = (manifest: Manifest): Koa => {
    const app: Koa = createApp(manifest, isSecured ? { security } : {});
    app.silent = true;
    return middleware ? app.use(middleware) : app;
  };
  return measureAccess(operations, create, CALLERS, parameters && { parameters });
}

interface TreeSettings extends Pick<TreeOptions, 'warnings'>, Pick<AccessOptions, 'parameters'> {
  readonly isSecured?: boolean;
  readonly middleware?: Koa.Middleware;
}

describe('measureAccess', () => {
  it('lists the callers that reach each handler, and runs none', async () => {
    const access = await accessTo(
      {
        'books/@get.ts': operation(),
        'books/@post.ts': operation('@security token', '@param {string} title - It'),
        'books/{id}@delete.ts': operation('@security token admin', '@param {integer} id - It'),
        'admin/_middleware.ts': `export const authorize = (ctx) => ctx.auth.token?.name === 'admin';`,
        'admin/sales@get.ts': operation('@security token'),
        'staff/_middleware.ts': `export default async (ctx, next) => { if (!['Bearer reader', 'Bearer admin'].includes(ctx.get('authorization'))) ctx.throw(401); await next(); };`,
        'staff/hours@get.ts': operation(),
        'closed@get.ts': `${operation()}\nexport const authorize = () => false;`,
      },
      { isSecured: true },
    );
    expect(access).toEqual({
      'GET /books': 'anonymous, reader, admin',
      'POST /books': 'reader, admin',
      'DELETE /books/{id}': 'admin',
      'GET /admin/sales': 'admin',
      'GET /staff/hours': 'reader, admin',
      'GET /closed': 'none',
    });
  });

  it('lists callers that a guard takes for others by mistake', async () => {
    const find = `const find = async (token) => (token === 'Bearer admin' ? { name: 'admin' } : undefined);\n`;
    const guard = (condition: string): string =>
      `${find}export default async (ctx, next) => { if (${condition}) ctx.throw(401); await next(); };`;
    const access = await accessTo({
      'promise/_middleware.ts': guard(`!Object(find(ctx.get('authorization')))`),
      'promise/it@get.ts': operation(),
      'secret/_middleware.ts': guard(`ctx.get('X-Key') !== (globalThis.UNSET ?? '')`),
      'secret/it@get.ts': operation(),
      'awaited/_middleware.ts': guard(`!(await find(ctx.get('authorization')))`),
      'awaited/it@get.ts': operation(),
    });
    expect(access).toEqual({
      'GET /promise/it': 'anonymous, reader, admin',
      'GET /secret/it': 'anonymous, reader, admin',
      'GET /awaited/it': 'admin',
    });
  });

  it.each<[string, (path: string, url: string, method: string) => boolean, string]>([
    ['a path without the last slash', (path) => path === '/admin', 'GET /admin/'],
    ['the beginning of a path', (path) => path.startsWith('/admin/'), 'GET /admin'],
    ['a path with its query', (_path, url) => /^\/admin\/?$/.test(url), 'GET /admin?a=b'],
    ['the method GET', (_path, _url, method) => method === 'GET', 'HEAD /admin'],
  ])('names the spelling by which a caller passes a guard that compares %s', async (_title, isGuarded, spelling) => {
    const guard: Koa.Middleware = (ctx, next) => {
      if (isGuarded(ctx.path, ctx.url, ctx.method) && !/^Bearer (?:reader|admin)$/.test(ctx.get('authorization')))
        ctx.throw(401);
      return next();
    };
    const { 'GET /admin': admin } = await accessTo({ 'admin@get.ts': operation() }, { middleware: guard });
    expect(admin).toBe(
      spelling === 'GET /admin' ? 'anonymous, reader, admin' : `anonymous by ${spelling}, reader, admin`,
    );
  });

  it.each<[string, (ctx: Koa.Context) => boolean, string]>([
    ['an open path at the end of the URL', (ctx) => ctx.url.endsWith('/books'), '/admin?a=/books'],
    ['an open path anywhere in the URL', (ctx) => ctx.href.includes('/books'), '/admin?a=/books'],
    ['a usual path', (ctx) => /\/(?:login|health)$/.test(ctx.url), '/admin?a=/health'],
  ])('names the query by which a caller passes a guard that leaves out %s', async (_title, isOpen, url) => {
    const guard: Koa.Middleware = (ctx, next) => (isOpen(ctx) || ctx.path === '/books' ? next() : ctx.throw(401));
    const files = { 'admin@get.ts': operation(), 'books@get.ts': operation() };
    expect(await accessTo(files, { middleware: guard })).toEqual({
      'GET /admin': ['anonymous', 'reader', 'admin'].map((name) => `${name} by GET ${url}`).join(', '),
      'GET /books': 'anonymous, reader, admin',
    });
  });

  it('names the encoded spelling of a path that a guard in front of the app compares', async () => {
    const operations = await compileTree({ 'admin@get.ts': operation() });
    const create = (manifest: Manifest): Pick<Koa, 'callback'> => {
      const listener = createApp(manifest).callback();
      return {
        callback: () => (req, res) => {
          if (/^\/admin\/?(?:\?|$)/.test(req.url!)) res.writeHead(401).end();
          else return listener(req, res);
          return Promise.resolve();
        },
      };
    };
    expect(await measureAccess(operations, create, { anonymous: {} })).toEqual({
      'GET /admin': 'anonymous by GET /%61dmin',
    });
  });

  it('tries an encoded letter of each segment', async () => {
    const operations = await compileTree({ 'admin/users@get.ts': operation() });
    const create = (manifest: Manifest): Koa =>
      createApp(manifest).use((ctx, next) => (ctx.originalUrl.includes('/users') ? ctx.throw(403) : next()));
    expect(await measureAccess(operations, create, { anonymous: {} })).toEqual({
      'GET /admin/users': 'anonymous by GET /%61dmin/%75sers',
    });
  });

  it('tries other values of path parameters, as far as the contract takes them', async () => {
    const operations = await compileTree({
      'files/{name}@get.ts': operation('@param {string} name - It'),
      'notes/{id}@get.ts': operation('@param {string} id - It'),
      'orders/{id}@get.ts': operation('@param {integer} id - It'),
      'items/{id}@get.ts': operation('@param {integer} id (minimum: 1) - It'),
      '{name}.{ext}@get.ts': operation('@param {string} name - It', '@param {string} ext - It'),
      'trees/{path...}@get.ts': operation('@param {string} path - It'),
      'orgs/{org}@get.ts': operation('@param {string} org - It'),
      'langs/{name}@get.ts': operation('@param {string} name - It'),
    });
    const guarded = [
      /^\/trees\/[^/]+\/?$/,
      /^\/langs\/[\w .-]+\/?$/,
      /^\/files\/[\w.-]+\/?$/,
      /^\/(?:notes|orders|items)\/\d+\/?$/,
      /\..$/,
    ];
    const create = (manifest: Manifest): Koa =>
      createApp(manifest).use((ctx, next) => {
        const path = decodeURIComponent(ctx.path);
        return guarded.some((pattern) => pattern.test(path)) || /^\/orgs\/[^/]+\/?$/.test(path)
          ? ctx.throw(403)
          : next();
      });
    expect(await measureAccess(operations, create, { anonymous: {} })).toEqual({
      'GET /files/{name}': 'anonymous by GET /files/a%20b',
      'GET /notes/{id}': 'anonymous by GET /notes/a%20b',
      'GET /orders/{id}': 'anonymous by GET /orders/-1',
      'GET /items/{id}': 'none',
      'GET /{name}.{ext}': 'anonymous by GET /1.1/',
      'GET /trees/{path...}': 'anonymous by GET /trees/a/b',
      'GET /orgs/{org}': 'anonymous by GET /orgs/a%2Fb',
      'GET /langs/{name}': 'anonymous by GET /langs/%C3%A4',
    });
  });

  it('tries values with the words and extensions that guards leave out', async () => {
    const operations = await compileTree({
      'files/{path...}@get.ts': operation('@param {string} path - It'),
      'orgs/{slug}@get.ts': operation('@param {string} slug - It'),
    });
    const create = (manifest: Manifest): Koa =>
      createApp(manifest).use((ctx, next) =>
        /files.*\.(?:png|css)$/.test(ctx.path) || /orgs.*health/.test(ctx.path) ? next() : ctx.throw(401),
      );
    expect(await measureAccess(operations, create, { anonymous: {} })).toEqual({
      'GET /files/{path...}': 'anonymous by GET /files/a.png',
      'GET /orgs/{slug}': 'anonymous by GET /orgs/my-health',
    });
  });

  it.each<[string, (ctx: Koa.Context) => boolean, string]>([
    ['only browsers', (ctx) => ctx.accepts('html') !== false, 'Accept: application/json'],
    ['only two types', (ctx) => ctx.accepts('html', 'json') !== false, 'Accept: image/png'],
    ['no preflights', (ctx) => ctx.get('Access-Control-Request-Method') === '', 'Access-Control-Request-Method: GET'],
    ['a missing header', (ctx) => ctx.get('Authorization') === '', 'Authorization: Other x'],
  ])('names the header with which a caller passes a guard that refuses %s', async (_title, refuses, header) => {
    const operations = await compileTree({ 'it@get.ts': operation() });
    const create = (manifest: Manifest): Koa =>
      createApp(manifest).use((ctx, next) => (refuses(ctx) ? ctx.throw(401) : next()));
    expect(await measureAccess(operations, create, { anonymous: {} })).toEqual({
      'GET /it': `anonymous with ${header}`,
    });
  });

  it('lists a wrong value in another scheme', async () => {
    const operations = await compileTree({ 'it@get.ts': operation() });
    const accessWith = (isRight: (scheme: string, token: string) => boolean): Promise<Access> => {
      const guard: Koa.Middleware = (ctx, next) => {
        const [scheme = '', token = ''] = ctx.get('Authorization').split(' ');
        return isRight(scheme, token) ? next() : ctx.throw(401);
      };
      const caller = { headers: { authorization: 'Bearer t' } };
      return measureAccess(operations, (manifest) => createApp(manifest).use(guard), { caller });
    };
    const wrong = { 'GET /it': 'caller, caller with a wrong authorization' };
    expect(await accessWith((scheme, token) => token === 't' || (token !== '' && scheme !== 'Bearer'))).toEqual(wrong);
    expect(await accessWith((scheme, token) => token === 't' || scheme === 'bearer')).toEqual(wrong);
    expect(await accessWith((_scheme, token) => token === 't')).toEqual({ 'GET /it': 'caller' });
  });

  it('lists a user of basic authentication that a guard does not know', async () => {
    const operations = await compileTree({ 'it@get.ts': operation() });
    const accessWith = (isOpen: boolean): Promise<Access> => {
      const guard: Koa.Middleware = (ctx, next) => {
        const given = atob(ctx.get('Authorization').replace('Basic ', ''));
        return given === 'bo:p' || (isOpen && /^(?!bo:)./.test(given)) ? next() : ctx.throw(401);
      };
      const caller = { headers: { authorization: `Basic ${btoa('bo:p')}` } };
      return measureAccess(operations, (manifest) => createApp(manifest).use(guard), { caller });
    };
    expect(await accessWith(true)).toEqual({ 'GET /it': 'caller, caller with a wrong authorization' });
    expect(await accessWith(false)).toEqual({ 'GET /it': 'caller' });
  });

  it('tries an encoded digit of a value', async () => {
    const operations = await compileTree({ 'orgs/{id}@get.ts': operation('@param {integer} id (minimum: 1) - It') });
    const create = (manifest: Manifest): Pick<Koa, 'callback'> =>
      new Koa()
        .use((ctx, next) => (/^\/orgs\/\d+\/?$/.test(ctx.path) ? ctx.throw(401) : next()))
        .use(createRouter(manifest).routes());
    expect((await measureAccess(operations, create, { anonymous: {} }))['GET /orgs/{id}']).toMatch(/%31$/);
  });

  it.each(['X-Real-IP', 'CF-Connecting-IP', 'Forwarded'])('names %s if a guard trusts it', async (name) => {
    const operations = await compileTree({ 'it@get.ts': operation() });
    const create = (manifest: Manifest): Koa =>
      createApp(manifest).use((ctx, next) =>
        (ctx.get(name).replace('for=', '') || ctx.ip) === '127.0.0.1' ? next() : ctx.throw(403),
      );
    expect(await measureAccess(operations, create, { anonymous: {} })).toEqual({ 'GET /it': `anonymous with ${name}` });
  });

  it('trusts the header of the proxy in front of the app', async () => {
    const operations = await compileTree({ 'it@get.ts': operation() });
    const create = (manifest: Manifest): Koa =>
      createApp(manifest, { proxy: true, proxyIpHeader: 'X-Real-IP', maxIpsCount: 1 }).use((ctx, next) =>
        ctx.ip === '127.0.0.1' ? next() : ctx.throw(403),
      );
    expect(await measureAccess(operations, create, { anonymous: {} })).toEqual({ 'GET /it': 'none' });
  });

  it('lists the text of a secret that is not set, also without a scheme', async () => {
    const text = 'components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }';
    const operations = await compileTree(
      {
        'own.ts': `${operation()}\nexport const authorize = (ctx) => ctx.get('Authorization') === 'Bearer undefined';`,
        'key.ts': operation('@security key'),
      },
      { definitions: { 'openapi.yaml': text } },
    );
    const create = (manifest: Manifest): Koa =>
      createApp(manifest, { security: { key: (_ctx, key) => key === 'null' } });
    const callers = { anonymous: {}, machine: { headers: { authorization: 'Bearer secret', 'x-key': 'k' } } };
    expect(await measureAccess(operations, create, callers)).toEqual({
      'GET /own': 'made-up credentials',
      'GET /key': 'made-up credentials',
    });
  });

  describe.each(['undefined', 'null', ''])('signs tokens with the key "%s"', (unset) => {
    const sign = (hash: string, key: string, claims: string, encoding: 'hex' | 'base64' | 'base64url'): string =>
      `${claims}.${createHmac(hash, key).update(claims).digest(encoding)}`;

    it.each([
      ['sha1', 'hex'],
      ['sha256', 'base64url'],
      ['sha384', 'base64'],
      ['sha512', 'hex'],
    ] as const)('tries the claims of a caller, by %s in %s', async (hash, encoding) => {
      const operations = await compileTree({ 'it@get.ts': operation() });
      const accessWith = (key: string): Promise<Access> => {
        const isRight = (token: string): boolean => {
          const claims = token.slice(0, token.lastIndexOf('.'));
          return claims === 'ada.admin' && sign(hash, key, claims, encoding) === token;
        };
        const create = (manifest: Manifest): Koa =>
          createApp(manifest).use((ctx, next) => (isRight(ctx.get('X-Session')) ? next() : ctx.throw(401)));
        const caller = { headers: { 'x-session': sign(hash, 'right', 'ada.admin', encoding) } };
        return measureAccess(operations, create, { caller });
      };
      expect(await accessWith('right')).toEqual({ 'GET /it': 'caller' });
      expect(await accessWith(unset)).toEqual({ 'GET /it': 'made-up credentials' });
    });

    it('tries made-up claims', async () => {
      const operations = await compileTree({ 'it@get.ts': operation('@security token') }, { definitions: SCHEMES });
      const accessWith = (key: string): Promise<Access> => {
        const token = (_ctx: unknown, given: string): boolean => {
          const claims = given.slice(0, given.lastIndexOf('.'));
          return /^[\w-]+\.[\w-]+$/.test(claims) && sign('sha256', key, claims, 'base64url') === given;
        };
        return measureAccess(operations, (manifest) => createApp(manifest, { security: { token } }), { anonymous: {} });
      };
      expect(await accessWith('right')).toEqual({ 'GET /it': 'none' });
      expect(await accessWith(unset)).toEqual({ 'GET /it': 'made-up credentials' });
    });
  });

  it('lists the status of a response that is not surely a refusal', async () => {
    const guard = (code: string): string => `export const authorize = (ctx) => { ${code} };`;
    const access = await accessTo(
      {
        'hidden/_middleware.ts': guard(`if (ctx.get('authorization') !== 'Bearer admin') ctx.throw(404); return true;`),
        'hidden@get.ts': operation(),
        'hidden/it@get.ts': operation(),
        'broken/_middleware.ts': guard(`throw new TypeError('It has no database.');`),
        'broken/it@get.ts': operation(),
        'numbers/_middleware.ts': guard('return ctx.input.path.id === 7;'),
        'numbers/{id}@get.ts': operation('@param {integer} id (minimum: 5, maximum: 9) - It'),
        'uuids/_middleware.ts': guard(`return ctx.input.path.id.length === 36;`),
        'uuids/{id}@get.ts': operation('@param {uuid} id - It'),
      },
      { warnings: ['unguarded-path'] },
    );
    expect(access).toEqual({
      'GET /hidden': 'anonymous, reader, admin',
      'GET /hidden/it': 'anonymous (404), reader (404), admin',
      'GET /broken/it': 'anonymous (500), reader (500), admin (500)',
      'GET /numbers/{id}': 'anonymous (400), reader (400), admin (400)',
      'GET /uuids/{id}': 'anonymous, reader, admin',
    });
  });

  it('sends the parameters that it gets', async () => {
    const files = {
      'orgs/{org}/_middleware.ts': `export const authorize = (ctx) => ctx.input.path.org === 'c/d' && ctx.input.query.n === 7 && ctx.input.header['X-T'] === 't';`,
      'orgs/{org}/files/{path...}@get.ts': operation(
        '@param {string} path.org',
        '@param {string} path - It',
        '@param {integer} query.n - It',
        '@param {string} header.X-T - It',
      ),
      'orgs/{org}/{name}.{ext}@get.ts': operation(
        '@param {string} org - It',
        '@param {string} name - It',
        '@param {string} ext - It',
        '@param {integer} query.n - It',
        '@param {string} header.X-T - It',
      ),
    };
    expect(Object.values(await accessTo(files, { parameters: { org: 'c', n: 7, 'X-T': 't' } }))).toEqual([
      'none',
      'none',
    ]);
    const parameters = { org: 'c/d', n: 7, 'X-T': 't', path: 'x/y' };
    expect(Object.values(await accessTo(files, { parameters }))).toEqual([
      'anonymous, reader, admin',
      'anonymous, reader, admin',
    ]);
  });

  it('gives each caller its address, by default one of another network', async () => {
    const operations = await compileTree({ 'it@get.ts': operation() });
    const create = (manifest: Manifest): Koa =>
      createApp(manifest).use((ctx, next) => (ctx.ip.startsWith('127.') ? next() : ctx.throw(403)));
    const callers = { anonymous: {}, local: { address: '127.0.0.1' } };
    expect(await measureAccess(operations, create, callers)).toEqual({ 'GET /it': 'local' });
  });

  it.each<[string, object, string]>([
    ['no proxy', {}, 'office'],
    ['one proxy', { proxy: true, maxIpsCount: 1 }, 'office'],
    ['three proxies', { proxy: true, maxIpsCount: 3 }, 'office'],
    ['each address that a client claims', { proxy: true }, 'anonymous with X-Forwarded-For, office'],
  ])('lists callers that claim the address of another one, if the app trusts %s', async (_title, trust, expected) => {
    const operations = await compileTree({ 'it@get.ts': operation() });
    const create = (manifest: Manifest): Koa =>
      createApp(manifest, trust).use((ctx, next) => (ctx.ip === '198.51.100.7' ? next() : ctx.throw(403)));
    const callers = { anonymous: {}, office: { address: '198.51.100.7' } };
    expect(await measureAccess(operations, create, callers)).toEqual({ 'GET /it': expected });
  });

  it('lists a caller that passes a guard by its address in the form of a server that listens on IPv6', async () => {
    const operations = await compileTree({ 'it@get.ts': operation() });
    const accessWith = (addressOf: (ctx: Koa.Context) => string): Promise<Access> => {
      const create = (manifest: Manifest): Koa =>
        createApp(manifest).use((ctx, next) => (addressOf(ctx) === '203.0.113.9' ? ctx.throw(403) : next()));
      return measureAccess(operations, create, { blocked: { address: '203.0.113.9' } });
    };
    expect(await accessWith((ctx) => ctx.ip)).toEqual({ 'GET /it': 'blocked from ::ffff:203.0.113.9' });
    expect(await accessWith((ctx) => ctx.ip.replace('::ffff:', ''))).toEqual({ 'GET /it': 'none' });
  });

  it('lists a caller that gets a response which a cache in front of the guards keeps', async () => {
    const operations = await compileTree({ 'me@get.ts': operation('@security token') }, { definitions: SCHEMES });
    const accessWith = (keyOf: (ctx: Koa.Context) => string): Promise<Access> => {
      const kept = new Map<string, unknown>();
      const cache: Koa.Middleware = async (ctx, next) => {
        const key = keyOf(ctx);
        if (kept.has(key)) return void (ctx.body = kept.get(key));
        await next();
        if (ctx.status === 200 && ctx.body) kept.set(key, ctx.body);
      };
      return measureAccess(operations, (manifest) => createApp(manifest, { security }).use(cache), CALLERS);
    };
    const access = await accessWith((ctx) => ctx.url);
    expect(access['GET /me']).toMatch(/anonymous after other requests/);
    expect(await accessWith((ctx) => `${ctx.get('authorization')} ${ctx.url}`)).toEqual({ 'GET /me': 'reader, admin' });
  });

  it('lists a caller that gets in once it has got in elsewhere', async () => {
    const operations = await compileTree(
      { 'a@get.ts': operation('@security token admin'), 'b@get.ts': operation('@security token') },
      { definitions: SCHEMES },
    );
    const accessWith = (cache: Map<string, object>): Promise<Access> => {
      const token = (_ctx: unknown, given: string, scopes: readonly string[]): object | undefined => {
        const user = cache.get(given) ?? security.token(_ctx, given, scopes);
        if (user) cache.set(given, user);
        return user;
      };
      return measureAccess(operations, (manifest) => createApp(manifest, { security: { token } }), CALLERS);
    };
    expect(await accessWith(new Map())).toEqual({
      'GET /a': 'admin, reader after other requests',
      'GET /b': 'reader, admin',
    });
  });

  it.each(['10.0.0.7', '172.16.0.7', '192.168.0.7', '::1', 'fd00::7'])(
    'lists callers that claim an address of the own network: %s',
    async (address) => {
      const operations = await compileTree({ 'it@get.ts': operation() });
      const create = (manifest: Manifest): Koa =>
        createApp(manifest, { proxy: true }).use((ctx, next) => (ctx.ip === address ? next() : ctx.throw(403)));
      expect(await measureAccess(operations, create, { anonymous: {} })).toEqual({
        'GET /it': 'anonymous with X-Forwarded-For',
      });
    },
  );

  it('finds operations below a prefix, with a body, a key, a limit, pages or a lazy handler', async () => {
    const operations = await compileTree(
      {
        'a@post.ts': operation(
          '@idempotent required',
          '@rate-limit 1 per 15 minutes per address',
          '@param {string} title - It',
        ),
        'b@get.ts': operation('@param-include paging', '@etag', '@returns {string[]} It'),
        'c/_middleware.ts': 'export const authorize = () => true;',
        'c/d@get.ts': operation('@param-include paging', '@returns {string[]} It'),
      },
      { lazy: true },
    );
    const create = (manifest: Manifest): Pick<Koa, 'callback'> =>
      new Koa().use(createRouter(manifest, { prefix: '/api', idempotency: { clientOf: () => 'x' } }).routes());
    expect(await measureAccess(operations, create, { anonymous: {}, other: {} }, { prefix: '/api' })).toEqual({
      'POST /api/a': 'anonymous, other',
      'GET /api/b': 'anonymous, other',
      'GET /api/c/d': 'anonymous, other',
    });
  });

  it('lists the versions that a header names', async () => {
    const guarded = (pattern: string): string =>
      `${operation()}\nexport const authorize = (ctx) => ${pattern}.test(ctx.get('authorization'));`;
    const header = { name: 'Api-Version' };
    const text = guarded('/^Bearer (?:reader|admin)$/');
    const operations = await compileTree(
      { 'sales@get.ts': guarded('/^Bearer admin$/'), '../versions/v1/operations/sales@get.ts': text },
      {
        versions: [
          {
            name: 'v1',
            header: { ...header, isOlder: true } as never,
            files: [{ path: '../versions/v1/operations/sales@get.ts', text }],
          },
          { name: 'v2', header: { ...header, isDefault: true } as never },
        ],
      },
    );
    expect(await measureAccess(operations, (manifest) => createApp(manifest), CALLERS)).toEqual({
      'GET /sales (v1)': 'reader, admin',
      'GET /sales (v2)': 'admin',
    });
  });

  it('refuses a function that ignores the operations that it gets, or returns no app', async () => {
    const operations = await compileTree({ 'it@get.ts': operation() });
    const ignoring = measureAccess(operations, () => createApp(operations), { anonymous: {} });
    await expect(ignoring).rejects.toThrow('must create the app with the operations that it gets');
    const returning = measureAccess(operations, (manifest) => void createApp(manifest) as never, { anonymous: {} });
    await expect(returning).rejects.toThrow('must return the app');
  });

  it('refuses an app that has the operations at other paths or another host', async () => {
    const operations = await compileTree({
      'it@get.ts': operation(),
      'a@get.ts': `${operation()}\nexport const authorize = () => false;`,
    });
    const below = (options: object) => (manifest: Manifest) => new Koa().use(createRouter(manifest, options).routes());
    const other = measureAccess(operations, below({ prefix: '/api' }), { anonymous: {} });
    await expect(other).rejects.toThrow('the option "prefix"');
    const create = below({ host: 'api.example.com' });
    await expect(measureAccess(operations, create, { anonymous: {} })).rejects.toThrow('the header "host"');
    const atHost = { anonymous: { headers: { host: 'api.example.com' } } };
    expect(await measureAccess(operations, create, atHost)).toEqual({ 'GET /it': 'anonymous', 'GET /a': 'none' });
    const hidden = await compileTree({
      '_middleware.ts': 'export const authorize = (ctx) => ctx.throw(404);',
      'it@get.ts': operation(),
    });
    expect(await measureAccess(hidden, createApp, { anonymous: {} })).toEqual({ 'GET /it': 'anonymous (404)' });
  });

  it('measures other paths of the app by the success of their responses', async () => {
    const operations = await compileTree({ 'it@get.ts': operation() });
    const isRight = (ctx: Koa.Context): boolean => ctx.get('X-Key') === 'key';
    const accessWith = (guard: (ctx: Koa.Context) => boolean): Promise<Access> =>
      measureAccess(
        operations,
        (manifest) =>
          createApp(manifest).use((ctx, next) => {
            if (ctx.path === '/login') ctx.redirect('/');
            else if (ctx.path !== '/metrics') return next();
            else if (guard(ctx)) ctx.body = 'requests 7';
            else ctx.throw(401);
            return undefined;
          }),
        { anonymous: {}, admin: { headers: { 'x-key': 'key' } } },
        { paths: ['/metrics', '/login', '/missing'] },
      );
    const rest = {
      'GET /it': 'anonymous, admin',
      'GET /login': 'anonymous (302), admin (302)',
      'GET /missing': 'anonymous (404), admin (404)',
    };
    expect(await accessWith(isRight)).toEqual({ ...rest, 'GET /metrics': 'admin' });
    expect(await accessWith((ctx) => ctx.get('X-Key') !== '')).toEqual({
      ...rest,
      'GET /metrics': 'admin, admin with a wrong x-key, made-up credentials',
    });
    expect(await accessWith((ctx) => ctx.url !== '/metrics' || isRight(ctx))).toEqual({
      ...rest,
      'GET /metrics': 'anonymous by GET /metrics?a=b, admin',
    });
  });

  it('lists wrong credentials that a guard takes for right ones', async () => {
    const claims = (token: string): object => JSON.parse(atob(token.split('.')[1]!)) as object;
    const files = {
      'both@get.ts': operation('@security token', '@security key', '@security session', '@security login'),
      'optional@get.ts': operation('@security token', '@security none'),
      'open@get.ts': operation('@security none'),
    };
    const text = `components: { securitySchemes: { token: { type: http, scheme: bearer }, key: { type: apiKey, in: header, name: X-Api }, session: { type: apiKey, in: cookie, name: sid }, login: { type: http, scheme: basic } } }`;
    const operations = await compileTree(files, { definitions: { 'openapi.yaml': text } });
    const accessWith = async (isRight: (given: string, right: string) => boolean): Promise<Access> => {
      const right: Record<string, string> = { key: 'k', session: 's', login: 'p' };
      const verify = (name: string) => (_ctx: unknown, given: string) =>
        isRight(given, right[name]!) ? { id: name } : undefined;
      const verifiers: Verifiers = {
        token: (_ctx: unknown, given: string) => (isRight(given.split('.')[2]!, 'c2ln') ? claims(given) : undefined),
        key: verify('key'),
        session: verify('session'),
        login: (_ctx, given) => (isRight((given as BasicCredentials).password, 'p') ? { id: 'login' } : undefined),
      };
      const create = (manifest: Manifest): Koa => createApp(manifest, { security: verifiers });
      const headers = { Authorization: `Bearer e30.${Buffer.from('{"sub":"ada"}').toString('base64url')}.c2ln` };
      return measureAccess(operations, create, {
        token: { headers },
        key: { headers: { 'x-api': 'k' } },
        session: { headers: { cookie: 'sid=s; theme=dark' } },
        login: { headers: { authorization: `Basic ${btoa('ada:p')}` } },
      });
    };
    const all = 'token, key, session, login';
    const open = { 'GET /optional': all, 'GET /open': all };
    expect(await accessWith((given, right) => given === right)).toEqual({ 'GET /both': all, ...open });
    const names = { token: 'Authorization', key: 'x-api', session: 'cookie', login: 'authorization' };
    const both = Object.entries(names)
      .map(([caller, name]) => `${caller}, ${caller} with a wrong ${name}`)
      .join(', ');
    expect(await accessWith(() => true)).toEqual({ 'GET /both': `${both}, made-up credentials`, ...open });
  });

  it('lists a caller whose second credentials are not verified', async () => {
    const text = `components: { securitySchemes: { token: { type: http, scheme: bearer }, key: { type: apiKey, in: header, name: X-Api } } }`;
    const operations = await compileTree(
      { 'it@get.ts': operation('@security token, key') },
      { definitions: { 'openapi.yaml': text } },
    );
    const caller = { headers: { authorization: 'Bearer t', 'X-Api': 'k' } };
    const accessWith = (verify: (key: string) => boolean): Promise<Access> =>
      measureAccess(
        operations,
        (manifest) =>
          createApp(manifest, {
            security: { token: (_ctx, token: string) => token === 't', key: (_ctx, key: string) => verify(key) },
          }),
        { caller },
      );
    expect(await accessWith((key) => key === 'k')).toEqual({ 'GET /it': 'caller' });
    expect(await accessWith(() => true)).toEqual({ 'GET /it': 'caller, caller with a wrong X-Api' });
  });

  it.each<[string, (key: string) => unknown]>([
    ['takes each key', () => ({ name: 'machine' })],
    ['compares the beginning', (key) => 'sk_m7_secret'.startsWith(key) && { name: 'machine' }],
    ['compares a part', (key) => 'sk_m6_other,sk_m7_secret'.includes(key) && { name: 'machine' }],
    ['compares no secret', (key) => key.split('_')[1] === 'm7' && { name: 'machine' }],
    ['compares up to the length of the key', (key) => key === 'sk_m7_secret'.slice(0, key.length) && { name: 'm' }],
    ['only knows the format', (key) => /^sk_m\d_[a-z]+$/.test(key) && { name: 'machine' }],
    ['looks it up in a plain object', (key) => ({ sk_m7_secret: 'machine' })[key] !== undefined && { name: 'machine' }],
  ])('lists wrong credentials for a verifier that %s', async (_title, verify) => {
    const accessIn = async (place: string, caller: Caller): Promise<string | undefined> => {
      const text = `components: { securitySchemes: { key: { type: apiKey, in: ${place}, name: X-Machine } } }`;
      const definitions = { 'openapi.yaml': text };
      const operations = await compileTree({ 'it@get.ts': operation('@security key') }, { definitions });
      const key = (_ctx: unknown, given: string): unknown => verify(given);
      const create = (manifest: Manifest): Koa => createApp(manifest, { security: { key } });
      return (await measureAccess(operations, create, { caller }))['GET /it'];
    };
    const wrong = /^caller, caller with a wrong (?:x-machine|cookie)/i;
    expect(await accessIn('header', { headers: { 'x-machine': 'sk_m7_secret' } })).toMatch(wrong);
    expect(await accessIn('query', { query: { 'X-Machine': 'sk_m7_secret' } })).toMatch(wrong);
    expect(await accessIn('cookie', { headers: { cookie: 'X-Machine=sk_m7_secret; a=b' } })).toMatch(wrong);
  });

  it.each<[string, string, (given: string) => boolean]>([
    ['a UUID', '6f9619ff-8b86-4d01-b42d-00c04fc964ff', (given) => /^[\da-f-]{36}$/.test(given)],
    ['a number', '17', (given) => Number(given) > 0],
    ['JSON in Base64', btoa('{"user":"ada"}'), (given) => 'user' in (JSON.parse(atob(given)) as object)],
    [
      'JSON in Base64url',
      Buffer.from('{ "id": 7, "user": "ada" }').toString('base64url'),
      (given) => (JSON.parse(Buffer.from(given, 'base64url').toString()) as { id: number }).id === 7,
    ],
  ])('lists other credentials in the format of %s', async (_title, value, isRight) => {
    const operations = await compileTree({ 'it@get.ts': operation() });
    const isAccepted = (given: string): boolean => {
      try {
        return isRight(given);
      } catch {
        return false;
      }
    };
    const create = (manifest: Manifest): Koa =>
      createApp(manifest).use((ctx, next) => (isAccepted(ctx.get('X-Device')) ? next() : ctx.throw(401)));
    const caller = { headers: { 'x-device': value } };
    expect(await measureAccess(operations, create, { caller })).toEqual({
      'GET /it': 'caller, caller with a wrong x-device',
    });
  });

  it.each([
    ['x-password', 'p'],
    ['Cf-Access-Jwt-Assertion', 'a.b.c'],
    ['authorization', 'HMAC acme:secret'],
    ['authorization', 'Signature key="acme", signature="abcdef"'],
  ])('lists wrong values of %s: %s', async (name, value) => {
    const operations = await compileTree({ 'it@get.ts': operation() });
    const accessWith = (isRight: (given: string) => boolean): Promise<Access> => {
      const guard: Koa.Middleware = (ctx, next) => (isRight(ctx.get(name)) ? next() : ctx.throw(401));
      const caller = { headers: { [name]: value, Accept: 'application/json' } };
      return measureAccess(operations, (manifest) => createApp(manifest).use(guard), { caller });
    };
    expect(await accessWith((given) => given === value)).toEqual({ 'GET /it': 'caller' });
    const beginning = value.slice(0, value.includes('acme') ? value.indexOf('acme') + 4 : 0);
    const known = (given: string): boolean => given !== '' && given.startsWith(beginning);
    const madeUp = beginning === '' ? ', made-up credentials' : '';
    expect(await accessWith(known)).toEqual({ 'GET /it': `caller, caller with a wrong ${name}${madeUp}` });
  });

  it('lists a caller that needs none of its credentials, but a header that all requests need', async () => {
    const text = 'components: { securitySchemes: { mine: { type: apiKey, in: header, name: X-Mine } } }';
    const operations = await compileTree(
      {
        'open.ts': operation(),
        'guarded/_middleware.ts': "export const authorize = (ctx) => ctx.get('Authorization') === 'Bearer a';",
        'guarded/it.ts': operation(),
        'mine.ts': operation('@security mine'),
      },
      { definitions: { 'openapi.yaml': text } },
    );
    const create = (manifest: Manifest): Koa => {
      const app: Koa = createApp(manifest, { security: { mine: (_ctx, key) => key === 'm' } });
      return app.use((ctx, next) => (ctx.get('X-Tenant') === 'acme' ? next() : ctx.throw(403)));
    };
    const headers = { 'X-Tenant': 'acme', Authorization: 'Bearer a', 'X-Mine': 'm' };
    const closed = { 'GET /guarded/it': 'Ada', 'GET /mine': 'Ada' };
    expect(await measureAccess(operations, create, { anonymous: {}, Ada: { headers } })).toEqual({
      'GET /open': 'Ada, Ada without Authorization and X-Mine',
      ...closed,
    });
    // A caller without credentials shows that it is open.
    const anonymous = { headers: { 'X-Tenant': 'acme' } };
    expect(await measureAccess(operations, create, { Ada: { headers }, anonymous })).toEqual({
      'GET /open': 'Ada, anonymous',
      ...closed,
    });
  });

  it('lists a wrong credential of one of two alternatives', async () => {
    const text = `components: { securitySchemes: { token: { type: http, scheme: bearer }, key: { type: apiKey, in: query, name: key } } }`;
    const operations = await compileTree(
      { 'it@get.ts': operation('@security token', '@security key') },
      { definitions: { 'openapi.yaml': text } },
    );
    const create = (manifest: Manifest): Koa =>
      createApp(manifest, {
        security: { token: (_ctx, token) => token === 'token', key: (_ctx, key) => (key as string).endsWith('ey') },
      });
    const caller = { headers: { authorization: 'Bearer token' }, query: { key: 'key' } };
    expect(await measureAccess(operations, create, { caller })).toEqual({
      'GET /it': 'caller, caller with a wrong key',
    });
  });

  it('lists made-up credentials without a caller that has some', async () => {
    const text = `components: { securitySchemes: { token: { type: http, scheme: bearer }, key: { type: apiKey, in: query, name: key }, login: { type: http, scheme: basic } } }`;
    const operations = await compileTree(
      {
        'token@get.ts': operation('@security token'),
        'both@get.ts': operation('@security key, login'),
        'optional@get.ts': operation('@security token', '@security none'),
      },
      { definitions: { 'openapi.yaml': text } },
    );
    const accessWith = (verify: (given: unknown) => unknown): Promise<Access> =>
      measureAccess(
        operations,
        (manifest) =>
          createApp(manifest, {
            security: {
              token: (_ctx, given) => verify(JSON.parse(atob((given as string).split('.')[1] ?? 'bnVsbA'))),
              key: (_ctx, given) => verify(given),
              login: (_ctx, given) => verify(given),
            },
          }),
        { anonymous: {} },
      );
    const all = { 'GET /token': 'made-up credentials', 'GET /both': 'made-up credentials' };
    expect(await accessWith((given) => given && { name: 'x' })).toEqual({ ...all, 'GET /optional': 'anonymous' });
    const none = { 'GET /token': 'none', 'GET /both': 'none', 'GET /optional': 'anonymous' };
    expect(await accessWith(() => undefined)).toEqual(none);
  });

  it.each([
    ['a JWT that has not expired', ({ length, ...parts }: string[]) => length === 3 && isFresh(parts[1]!)],
    ['a UUID', ([text]: string[]) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text!)],
    ['a number', ([text]: string[]) => Number(text) > 0],
  ])('lists made-up credentials for a verifier that only tests if they are %s', async (_, isRight) => {
    const operations = await compileTree({ 'it@get.ts': operation('@security token') }, { definitions: SCHEMES });
    const token = (_ctx: unknown, given: string): boolean => isRight(given.split('.'));
    const create = (manifest: Manifest): Koa => createApp(manifest, { security: { token } });
    expect(await measureAccess(operations, create, { anonymous: {} })).toEqual({ 'GET /it': 'made-up credentials' });
  });

  function isFresh(claims: string): boolean {
    const { sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub?: string; exp?: number };
    return sub !== undefined && exp! * 1000 > Date.now();
  }

  it.each([
    ['an empty signature', (signature: string | undefined) => signature === ''],
    ['two parts', (signature: string | undefined) => signature === undefined],
  ])('lists a verifier of JWTs that accepts %s', async (_, isMissing) => {
    const operations = await compileTree({ 'it@get.ts': operation('@security token') }, { definitions: SCHEMES });
    const right = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from('{"sub":"ada"}').toString('base64url')}`;
    const token = (_ctx: unknown, given: string): boolean => {
      const [header, claims, signature] = given.split('.');
      return claims !== undefined && header !== '' && (isMissing(signature) || given === `${right}.c2ln`);
    };
    const create = (manifest: Manifest): Koa => createApp(manifest, { security: { token } });
    const callers = { Ada: { headers: { authorization: `Bearer ${right}.c2ln` } } };
    expect(await measureAccess(operations, create, callers)).toEqual({
      'GET /it': 'Ada, Ada with a wrong authorization, made-up credentials',
    });
  });

  it.each([
    [/\.(?:css|js|png)$/, '.css'],
    [/\/public$/, '/public'],
    [/openapi\.json/, '/static/assets/status/openapi.json/favicon.ico/.well-known/register/callback/webhooks'],
  ])('lists a caller that passes a guard of URLs by its query: %s', async (open, text) => {
    const operations = await compileTree({ 'it@get.ts': operation() });
    const create = (manifest: Manifest): Koa =>
      createApp(manifest).use((ctx, next) => (open.test(ctx.url) ? next() : ctx.throw(401)));
    const expected = { 'GET /it': `anonymous by GET /it?a=${text}` };
    expect(await measureAccess(operations, create, { anonymous: {} })).toEqual(expected);
  });

  it('closes the app, also if a request fails', async () => {
    const operations = await compileTree({ '{id}@get.ts': operation('@param {string} id - It') });
    let closed = 0;
    const create = (manifest: Manifest): Koa => createApp(manifest, { dispose: () => closed++ });
    await measureAccess(operations, create, { anonymous: {} });
    expect(closed).toBe(1);
    const wrong = measureAccess(operations, create, { anonymous: {} }, { parameters: { id: '..' } });
    await expect(wrong).rejects.toThrow('Cannot send ".." in /{id}');
    expect(closed).toBe(2);
  });
});
