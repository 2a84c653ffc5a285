import { describe, expect, it } from 'vitest';
import type { RuntimeOptions } from '../../../src/runtime/koa/index.ts';
import { createApp, memoryLimits } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

const TYPE = 'https://iana.org/assignments/http-problem-types#quota-exceeded';
const SCHEMES = {
  'openapi.yaml':
    'components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, token: { type: http, scheme: bearer }, basic: { type: http, scheme: basic } } }',
};
const security = {
  key: (_ctx: unknown, key: string) => key.startsWith('k') && { plan: key },
  token: (_ctx: unknown, token: string) => token.startsWith('t') && { sub: token.split('-')[1] },
  basic: (_ctx: unknown, { username }: { username: string }) => ({ username }),
} as never;

/** A store whose clock stands still. */
const still = () => memoryLimits({ now: () => 1_000_000 });

describe.each(KINDS)('a limit, in $name,', ({ create }) => {
  const serveTree = async (files: Record<string, string>, options: RuntimeOptions = {}) =>
    serve(
      create(await compileTree(files, { definitions: SCHEMES, warnings: ['unused-scheme'] }), {
        rateLimits: { store: still() },
        security,
        ...options,
      }),
    );

  it('lets the quota pass, and answers 429 with a problem that names it', async () => {
    const { ask, errors } = await serveTree({ 'a.ts': '/** @rate-limit 2 per minute (name: few) */' });
    const first = await ask('GET /a');
    expect([first.status, first.headers['ratelimit-policy'], first.headers.ratelimit]).toEqual([
      200,
      '"few";q=2;w=60',
      '"few";r=1;t=30',
    ]);
    expect((await ask('GET /a')).headers.ratelimit).toBe('"few";r=0;t=30');
    const { status, headers, json } = await ask('GET /a');
    expect(status).toBe(429);
    expect(json).toEqual({
      type: TYPE,
      title: 'Request cannot be satisfied as assigned quota has been exceeded',
      status: 429,
      detail: 'Too many requests. Try again in 30 seconds.',
      'violated-policies': ['few'],
    });
    expect(headers['content-type']).toBe('application/problem+json');
    expect([headers['retry-after'], headers['ratelimit-policy'], headers.ratelimit]).toEqual([
      '30',
      '"few";q=2;w=60',
      '"few";r=0;t=30',
    ]);
    expect(errors.map(({ name }) => name)).toEqual(['QuotaExceeded']);
  });

  it('sends its fields with every response, errors included, whatever the handler sets', async () => {
    const { ask } = await serveTree({
      'fails.ts': `/** @rate-limit 9 per minute per address */\nexport default (ctx) => { ctx.set('RateLimit', 'mine'); throw new Error(); };`,
      'empty.ts': '/** @rate-limit 9 per minute per all\n * @returns {void} */\nexport default () => {};',
      'input.ts': '/** @rate-limit 9 per minute\n * @param {integer} n */',
      'key.ts': '/** @rate-limit 9 per minute\n * @security key */',
      'late.ts': `/** @rate-limit 9 per minute per user\n * @security key */\nexport default () => { throw new Error(); };`,
    });
    const limitOf = async (path: string, headers = {}) => {
      const answer = await ask(path, { headers });
      return [answer.status, answer.headers.ratelimit];
    };
    expect(await limitOf('GET /fails')).toEqual([500, '"address-per-minute";r=8;t=7']);
    expect(await limitOf('GET /empty')).toEqual([204, '"all-per-minute";r=8;t=7']);
    expect(await limitOf('GET /input?n=x')).toEqual([400, '"address-per-minute";r=8;t=7']);
    expect(await limitOf('GET /key')).toEqual([401, '"address-per-minute";r=8;t=7']);
    expect(await limitOf('GET /late', { 'x-key': 'k1' })).toEqual([500, '"user-per-minute";r=8;t=7']);
  });

  it("counts a directory's limit for all operations below, and an operation's limit for itself", async () => {
    const { ask } = await serveTree({
      'shop/_middleware.ts': '/** @rate-limit 10 per minute per all (name: shop) */',
      'shop/a.ts': '/** @rate-limit 5 per minute per all (name: own) */',
      'shop/deep/b.ts': '/** @rate-limit 5 per minute per all (name: own) */',
      'c.ts': '/** Not limited */',
    });
    expect((await ask('GET /shop/a')).headers.ratelimit).toBe('"shop";r=9;t=6, "own";r=4;t=12');
    expect((await ask('GET /shop/deep/b')).headers.ratelimit).toBe('"shop";r=8;t=6, "own";r=4;t=12');
    const other = await ask('GET /c');
    expect([other.status, other.headers.ratelimit, other.headers['ratelimit-policy']]).toEqual([
      200,
      undefined,
      undefined,
    ]);
  });

  it('counts the cost of an operation for a directory, and requests for its own limits', async () => {
    const { ask } = await serveTree({
      '_middleware.ts': '/** @rate-limit 10 per minute per all (name: shared) */',
      'a.ts': '/** @rate-limit cost 4\n * @rate-limit 9 per hour per all (name: own) */',
    });
    expect((await ask('GET /a')).headers.ratelimit).toBe('"shared";r=6;t=6, "own";r=8;t=400');
    expect((await ask('GET /a')).headers.ratelimit).toBe('"shared";r=2;t=6, "own";r=7;t=400');
    const refused = await ask('GET /a');
    // It takes nothing from the other limit.
    expect([refused.status, refused.headers.ratelimit, refused.headers['retry-after']]).toEqual([
      429,
      '"shared";r=2;t=12, "own";r=7;t=400',
      '12',
    ]);
  });

  it('counts per user by the API key or the user name that was verified, and not before', async () => {
    const { ask } = await serveTree({
      'a.ts': '/** @rate-limit 2 per minute per user\n * @security key\n * @security basic */',
    });
    const rest = async (headers: Record<string, string>) => (await ask('GET /a', { headers })).headers.ratelimit;
    const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
    expect(await rest({ 'x-key': 'k1' })).toBe('"user-per-minute";r=1;t=30');
    expect(await rest({ 'x-key': 'k2' })).toBe('"user-per-minute";r=1;t=30');
    expect(await rest({ 'x-key': 'k1' })).toBe('"user-per-minute";r=0;t=30');
    expect(await rest({ 'x-key': 'wrong' })).toBe(undefined);
    expect((await ask('GET /a', { headers: { 'x-key': 'k1' } })).status).toBe(429);
    expect(await rest(basic('ada:old'))).toBe('"user-per-minute";r=1;t=30');
    expect(await rest(basic('ada:new'))).toBe('"user-per-minute";r=0;t=30');
    expect(await rest(basic('k1:x'))).toBe('"user-per-minute";r=1;t=30');
  });

  it('counts per user all spellings of a user name together, which a verifier can accept', async () => {
    const { ask } = await serveTree({ 'a.ts': '/** @rate-limit 2 per minute per user\n * @security basic */' });
    const statusOf = async (name: string) => {
      const authorization = `Basic ${Buffer.from(`${name}:secret`).toString('base64')}`;
      return (await ask('GET /a', { headers: { authorization } })).status;
    };
    expect([await statusOf('ada@example.com'), await statusOf('ADA@example.com')]).toEqual([200, 200]);
    for (const name of [
      'ada@example.com',
      'aDa@example.com',
      ' ada@example.com ',
      'ａｄａ@example.com',
      'áda@example.com',
      'a\u00adda@example.com',
      'a\u200bda@example.com',
    ])
      expect([name, await statusOf(name)]).toEqual([name, 429]);
    expect(await statusOf('bo@example.com')).toBe(200);
    expect([await statusOf('kim strasse'), await statusOf('KIM STRASSE')]).toEqual([200, 200]);
    for (const name of ['kım straße', 'Kİm STRAẞE', '\u212aim \u017ftrasse'])
      expect([name, await statusOf(name)]).toEqual([name, 429]);
  });

  it('counts per user requests with invalid input, before their body is read', async () => {
    const { ask } = await serveTree({
      'a@post.ts': '/** @rate-limit 2 per minute per user\n * @security key\n * @param {integer} n */',
    });
    const send = async (body: string) =>
      (await ask('POST /a', { headers: { 'x-key': 'k', 'content-type': 'application/json' }, body })).status;
    expect(await send('{"n":"x"}')).toBe(400);
    expect(await send('no json')).toBe(400);
    expect(await send('{"n":1}')).toBe(429);
    expect(await send('no json')).toBe(429);
  });

  it('counts per name by what keyOf returns', async () => {
    const { ask } = await serveTree(
      { 'a.ts': '/** @rate-limit 2 per minute per tenant\n * @security token */' },
      {
        rateLimits: {
          store: still(),
          keyOf: (ctx, name) => `${name} ${String((ctx.auth as Record<string, { sub: string }>)['token']!.sub)}`,
        },
      },
    );
    const rest = async (token: string) =>
      (await ask('GET /a', { headers: { authorization: `Bearer ${token}` } })).headers.ratelimit;
    expect(await rest('t1-acme')).toBe('"tenant-per-minute";r=1;t=30');
    expect(await rest('t2-acme')).toBe('"tenant-per-minute";r=0;t=30');
    expect(await rest('t1-globex')).toBe('"tenant-per-minute";r=1;t=30');
  });

  it('counts per name after authorize and the input, by the row that authorize found', async () => {
    const guard = `const orgs = new Map([['acme', { id: 7, members: ['kada'] }]]);
export const authorize = (ctx) => {
  const org = orgs.get(ctx.input.path.org.toLowerCase());
  ctx.state.org = org;
  return org.members.includes(ctx.auth.key.plan);
};
/**
 * @rate-limit 2 per minute per tenant
 * @security key
 * @param {string} path.org - x
 */
export default (ctx, next) => next();`;
    const { ask } = await serveTree(
      { 'o/{org}/_middleware.js': guard, 'o/{org}/a.js': '/** @param {integer} [n] - x */' },
      {
        rateLimits: {
          store: still(),
          keyOf: ({ state, input }) =>
            input.path['org'] === undefined ? undefined : (state['org'] as { id: number }).id,
        },
      },
    );
    const statuses = async (key: string, ...paths: string[]) => {
      const found: number[] = [];
      for (const path of paths) found.push((await ask(`GET ${path}`, { headers: { 'x-key': key } })).status);
      return found;
    };
    expect(await statuses('kbo', '/o/acme/a', '/o/ACME/a', '/o/acme/a')).toEqual([403, 403, 403]);
    expect(await statuses('kada', '/o/acme/a?n=x', '/o/acme/a', '/o/ACME/a', '/o/Acme/a')).toEqual([
      400, 200, 200, 429,
    ]);
  });

  it('counts per name before the body of an operation without authorize is read', async () => {
    const { ask } = await serveTree(
      {
        'a@post.js':
          '/** @rate-limit 1 per minute per tenant\n * @param {string} body.x - x */\nexport default (ctx) => { ctx.status = 204; };',
      },
      { rateLimits: { store: still(), keyOf: () => 'all' } },
    );
    const send = async (text: string) =>
      (await ask('POST /a', { body: text, headers: { 'content-type': 'application/json' } })).status;
    expect([await send('{"x":"1"}'), await send('no json')]).toEqual([204, 429]);
  });

  it('applies the quota that quotaOf returns: a number, no bound, or none at all', async () => {
    const plans: Record<string, number> = { kfree: 1, kpaid: 3, kall: Infinity, knone: 0 };
    const { ask } = await serveTree(
      { 'a.ts': '/** @rate-limit 2 per minute per user (name: api)\n * @security key */' },
      {
        rateLimits: {
          store: still(),
          quotaOf: async (ctx, name) =>
            name === 'api' ? plans[(ctx.auth as Record<string, { plan: string }>)['key']!.plan] : 9,
        },
      },
    );
    const asked = async (key: string) => {
      const { status, headers } = await ask('GET /a', { headers: { 'x-key': key } });
      return [status, headers['ratelimit-policy'], headers.ratelimit];
    };
    expect(await asked('kfree')).toEqual([200, '"api";q=1;w=60', '"api";r=0;t=60']);
    expect(await asked('kfree')).toEqual([429, '"api";q=1;w=60', '"api";r=0;t=60']);
    expect(await asked('kpaid')).toEqual([200, '"api";q=3;w=60', '"api";r=2;t=20']);
    expect(await asked('k')).toEqual([200, '"api";q=2;w=60', '"api";r=1;t=30']);
    expect(await asked('kall')).toEqual([200, undefined, undefined]);
    expect(await asked('knone')).toEqual([429, '"api";q=0;w=60', '"api";r=0;t=60']);
  });

  it("answers 500 if the app doesn't name the caller, so that each request is counted", async () => {
    const { ask, errors } = await serveTree(
      {
        'user.ts': '/** @rate-limit 2 per minute per user */',
        'tenant.ts': '/** @rate-limit 2 per minute per tenant */',
        'plan.ts': '/** @rate-limit 2 per minute per plan */',
        'text.ts': '/** @rate-limit 2 per minute per text */',
      },
      {
        rateLimits: {
          store: still(),
          userOf: () => undefined,
          keyOf: (_, name) => (name === 'text' ? `org:${undefined}` : name === 'plan' ? 'p' : ''),
          quotaOf: () => 1.5,
        },
      },
    );
    for (const name of ['user', 'tenant', 'plan', 'text']) expect((await ask(`GET /${name}`)).status).toBe(500);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^rateLimits.userOf must return the name of the user, not undefined/),
      'rateLimits.keyOf must return whose requests count together for "tenant", not an empty string.',
      'rateLimits.quotaOf must return a non-negative integer, Infinity or undefined for "plan-per-minute", not 1.5.',
      'rateLimits.keyOf must return whose requests count together for "text", not "org:undefined".',
    ]);
  });

  it('counts per address and per all before _middleware and security, and per user between security and authorize', async () => {
    const order = `const seen = [];
export const authorize = (ctx) => { seen.push('authorize ' + ctx.response.get('RateLimit').split(', ').length); return true; };
/**
 * @rate-limit 9 per minute
 * @rate-limit 3 per minute per user
 * @security key
 */
export default async (ctx, next) => {
  seen.push('middleware ' + ctx.response.get('RateLimit').split(', ').length);
  ctx.set('X-Seen', [...seen].join(', '));
  await next();
  ctx.set('X-Seen', seen.splice(0).join(', '));
};`;
    const { ask } = await serveTree({ '_middleware.js': order, 'a.js': '/** Nothing */' });
    expect((await ask('GET /a', { headers: { 'x-key': 'k' } })).headers['x-seen']).toBe('middleware 1, authorize 2');
  });

  it('counts a conditional write once, and not the GETs inside of it', async () => {
    const { ask } = await serveTree({
      '_middleware.ts': '/** @rate-limit 9 per minute per all (name: shared) */',
      'a@get.ts':
        '/** @etag\n * @rate-limit 1 per minute (name: own)\n * @returns {object} It */\nexport default async (ctx) => { await ctx.rateLimits.consume("own", 1).catch(() => ctx.set("X-Full", "1")); return { a: 1 }; };',
      'a@put.ts':
        '/** @returns {void} */\nexport default async (ctx) => { await ctx.rateLimits.consume("shared", 2); };',
    });
    const { headers } = await ask('GET /a');
    const put = await ask('PUT /a', { headers: { 'if-match': headers.etag! } });
    expect([put.status, put.headers.ratelimit]).toEqual([204, '"shared";r=5;t=7']);
  });

  it('counts no GET inside of a write without limits', async () => {
    const get = 'export default async (ctx) => { await ctx.rateLimits.consume("own", 1); return { a: 1 }; };';
    const { ask } = await serveTree({
      'a@get.ts': `/** @etag\n * @rate-limit 2 per minute per all (name: own)\n * @returns {object} It */\n${get}`,
      'a@put.ts': '/** @returns {void} */\nexport default () => {};',
      'a@patch.ts': '/** @returns {void} */\nexport default () => {};',
    });
    for (const method of ['PUT', 'PATCH', 'PUT']) {
      const { status, headers } = await ask(`${method} /a`, { headers: { 'if-match': '*' } });
      expect([status, headers.ratelimit]).toEqual([204, undefined]);
    }
    expect((await ask('GET /a')).headers.ratelimit).toBe('"own";r=0;t=30');
  });

  it('takes more by consume, for a cost that is known later', async () => {
    const { ask, errors } = await serveTree({
      'a@post.ts': `/**
 * @rate-limit 10 per minute per all (name: pages)
 * @param {integer} n
 * @param {string} [name]
 */
export default async (ctx) => {
  const { n, name = 'pages' } = ctx.input.body;
  await ctx.rateLimits.consume(name, n);
  return { n };
};`,
    });
    const send = async (body: object) => {
      const answer = await ask('POST /a', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [answer.status, answer.headers.ratelimit];
    };
    expect(await send({ n: 4 })).toEqual([200, '"pages";r=5;t=6']);
    expect(await send({ n: 5 })).toEqual([429, '"pages";r=4;t=6']);
    expect(await send({ n: 0 })).toEqual([500, '"pages";r=3;t=6']);
    expect(await send({ n: 1, name: 'page' })).toEqual([500, '"pages";r=2;t=6']);
    expect(errors.slice(1).map(({ message }) => message)).toEqual([
      'The cost of ctx.rateLimits.consume must be a positive integer, not 0.',
      'a@post.ts has no limit "page". Its limits are: pages. Declare it with @rate-limit.',
    ]);
  });

  it('counts neither unknown paths nor preflights, and a HEAD as the GET', async () => {
    const { ask } = await serveTree({
      '_middleware.ts': '/** @rate-limit 9 per minute per all */',
      'a.ts': '/** Nothing */',
    });
    expect((await ask('OPTIONS /a')).headers.ratelimit).toBe(undefined);
    expect((await ask('GET /b')).headers.ratelimit).toBe(undefined);
    expect((await ask('HEAD /a')).headers.ratelimit).toBe('"all-per-minute";r=8;t=7');
  });
});

describe('the dev server', () => {
  it('counts and warns, and refuses only if the app requires it', async () => {
    const manifest = await compileTree({ 'a.ts': '/** @rate-limit 1 per minute */' }, { isDev: true });
    const lenient = await serve(createApp(manifest));
    for (let i = 0; i < 3; i++) expect((await lenient.ask('GET /a')).status).toBe(200);
    expect((await lenient.ask('GET /a')).headers.ratelimit).toMatch(/^"address-per-minute";r=0;t=\d+$/);
    const strict = await serve(createApp(manifest, { rateLimits: { refuseInDev: true } }));
    expect((await strict.ask('GET /a')).status).toBe(200);
    expect((await strict.ask('GET /a')).status).toBe(429);
  });
});
