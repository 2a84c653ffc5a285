import { setTimeout as sleep } from 'node:timers/promises';
import Koa from 'koa';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RateLimitStore, RuntimeOptions } from '../../../src/runtime/koa/index.ts';
import { consumeLimits, createApp, createRouter, memoryLimits } from '../../../src/runtime/koa/index.ts';
import { redis } from '../../../src/runtime/redis/index.ts';
import { compileTree } from './compiled.ts';
import { serve } from './serve.ts';

const SCHEMES = {
  'openapi.yaml': `components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    session: { type: apiKey, in: cookie, name: session }
    header: { type: apiKey, in: header, name: Authorization }
    token: { type: http, scheme: bearer }
    basic: { type: http, scheme: basic }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://a.example', scopes: {} } } }
    openid: { type: openIdConnect, openIdConnectUrl: 'https://a.example' }
`,
};
const security = Object.fromEntries(
  ['key', 'session', 'header', 'token', 'basic', 'oauth', 'openid'].map((name) => [name, () => ({ name })]),
) as never;
const compileLimited = (...lines: string[]) =>
  compileTree(
    { 'a.ts': `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */` },
    { definitions: SCHEMES, warnings: ['unused-scheme'] },
  );
const USER = '@rate-limit 2 per minute per user';

const start = (manifest: Awaited<ReturnType<typeof compileTree>>, options: RuntimeOptions & { proxy?: boolean } = {}) =>
  createApp(manifest, { security, ...options } as never);

describe('an app whose limits could be passed', () => {
  it.each([
    ['no security', []],
    ['a bearer token', ['@security token']],
    ['OAuth', ['@security oauth']],
    ['OpenID Connect', ['@security openid']],
    ['a cookie', ['@security session']],
    ['an API key in Authorization, of which there are several spellings', ['@security header']],
    ['an API key, if it is optional', ['@security key', '@security none']],
    ['an API key, or a token', ['@security key', '@security token']],
  ])('refuses to start if its users have %s, without userOf', async (_, lines) => {
    const manifest = await compileLimited(USER, ...lines);
    expect(() => start(manifest)).toThrow(
      /^These operations have a @rate-limit "per user", but their users have no stable name[^]*\n {2}GET \/a \(a.ts\)\n[^]*userOf/,
    );
    expect(() => createRouter(manifest, { security })).toThrow('userOf');
    expect(() => start(manifest, { rateLimits: { userOf: () => 'ada' } })).not.toThrow();
  });

  it.each([
    ['an API key', ['@security key']],
    ['a user name', ['@security basic']],
    ['one of both', ['@security basic', '@security key']],
  ])('starts if its users have %s', async (_, lines) => {
    const manifest = await compileLimited(USER, ...lines);
    expect(() => start(manifest)).not.toThrow();
  });

  it('refuses to start if nothing resolves a name', async () => {
    const manifest = await compileLimited('@rate-limit 2 per minute per tenant');
    expect(() => start(manifest)).toThrow(
      /^These operations have a @rate-limit "per tenant", but nothing resolves it:/,
    );
    expect(() => start(manifest, { rateLimits: { keyOf: () => 'acme' } })).not.toThrow();
  });

  it('gets advice to count by the address, and no header that its proxy may leave to clients', async () => {
    const open = await compileLimited(USER, '@security key', '@security none');
    expect(() => start(open)).toThrow(/If requests need no credentials, write "per address" in the contract\.$/);
    const messageOf = (proxy: () => unknown): string => {
      try {
        return String(proxy());
      } catch (error) {
        return String(error);
      }
    };
    const perAddress = await compileLimited('@rate-limit 2 per minute');
    const message = messageOf(() => createApp(perAddress, { proxy: true }));
    expect(message).toContain('maxIpsCount: 1');
    expect(message).not.toContain('X-Real-IP');
  });

  it('refuses to start with proxy: true, if clients can choose their address', async () => {
    const manifest = await compileLimited('@rate-limit 2 per minute');
    expect(() => createApp(manifest, { proxy: true })).toThrow(
      /^With proxy: true alone, each client chooses its address/,
    );
    expect(() => createApp(manifest, { proxy: true, maxIpsCount: 1 })).not.toThrow();
    expect(() => createApp(manifest, { proxy: true, proxyIpHeader: 'X-Real-IP' })).not.toThrow();
    expect(() => createApp(manifest, { proxy: true, proxyIpHeader: 'x-forwarded-for' })).toThrow('maxIpsCount');
    expect(() => createApp(manifest, { proxy: true, maxIpsCount: Infinity })).toThrow('maxIpsCount');
    const perAll = await compileLimited('@rate-limit 2 per minute per all');
    expect(() => createApp(perAll, { proxy: true })).not.toThrow();
  });

  it('answers 500 if the proxy is set after the start, or by the app of a router', async () => {
    const manifest = await compileLimited('@rate-limit 2 per minute');
    const app = createApp(manifest);
    app.proxy = true;
    const later = await serve(app);
    expect((await later.ask('GET /a')).status).toBe(500);
    const outer = new Koa({ proxy: true }).use(createRouter(manifest).routes());
    const { ask, errors } = await serve(outer);
    expect((await ask('GET /a', { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(500);
    expect(errors[0]!.message).toMatch(/^With proxy: true alone/);
  });
});

describe('the option rateLimits', () => {
  it.each([
    [{ store: {} }, 'The option rateLimits.store of createApp or createRouter must be an object with a function take'],
    [
      { userof: () => 'a' },
      'Unknown option "rateLimits.userof" of createApp or createRouter. Did you mean "rateLimits.userOf"?',
    ],
    [{ userOf: 'ada' }, 'The option rateLimits.userOf of createApp or createRouter must be a function'],
    [
      { onStoreError: 'close' },
      "The option rateLimits.onStoreError of createApp or createRouter must be 'open' or 'closed'",
    ],
    [{ onStoreError: undefined }, 'The option rateLimits.onStoreError'],
    [{ timeout: 0 }, 'The option rateLimits.timeout of createApp or createRouter must be a number of milliseconds'],
    ['memory', 'The option rateLimits of createApp must be an object, not "memory".'],
  ])('refuses %j', async (rateLimits, message) => {
    const manifest = await compileLimited('@rate-limit 2 per minute');
    expect(() => createApp(manifest, { rateLimits: rateLimits as never })).toThrow(message);
  });

  it('accepts the store alone', async () => {
    const { ask } = await serve(
      createApp(await compileLimited('@rate-limit 2 per minute'), { rateLimits: memoryLimits({ now: () => 5 }) }),
    );
    expect((await ask('GET /a')).headers.ratelimit).toBe('"address-per-minute";r=1;t=30');
  });

  it('requires a client for a redis', () => {
    expect(() => redis({} as never)).toThrow(
      'The client of redis must be a client of the package "ioredis" or "redis".',
    );
    expect(() => redis({ call: async () => [] }, { prefx: 'a' } as never)).toThrow('Did you mean "prefix"?');
  });
});

describe('a warning at start', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  const warningsOf = async (options: RuntimeOptions = {}, lines = ['@rate-limit 2 per minute']): Promise<string[]> => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    warn.mockClear();
    createApp(await compileLimited(...lines), options);
    return warn.mock.calls.map(([text]) => String(text));
  };

  it.each([
    ['AWS Lambda', 'AWS_LAMBDA_FUNCTION_NAME'],
    ['Vercel', 'VERCEL'],
  ])('warns that %s counts in the memory of each process', async (platform, variable) => {
    vi.stubEnv(variable, '1');
    expect(await warningsOf()).toEqual([
      expect.stringMatching(
        `^${platform} runs several processes and stops them, and each one counts the requests.* unplugin-operations/redis:`,
      ),
    ]);
    expect(await warningsOf({ rateLimits: memoryLimits() })).toEqual([]);
    expect(await warningsOf({}, ['@returns {void}'])).toEqual([]);
  });

  it('prints no warning on a server', async () => {
    expect(await warningsOf()).toEqual([]);
  });
});

describe('a request through a proxy that the app does not know of', () => {
  it('warns once', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { ask } = await serve(createApp(await compileLimited('@rate-limit 9 per minute')));
    await ask('GET /a');
    expect(warn.mock.calls).toEqual([]);
    for (let i = 0; i < 3; i++) await ask('GET /a', { headers: { 'x-forwarded-for': '192.0.2.1' } });
    expect(warn.mock.calls.map(([text]) => text)).toEqual([expect.stringMatching(/has a header of a proxy/)]);
    warn.mockRestore();
  });
});

describe('a store', () => {
  const TREE = {
    'open.ts': '/** @rate-limit 9 per minute per all */',
    'closed.ts': '/** @rate-limit 9 per minute per all (name: shut, onStoreError: closed) */',
  };
  const serveWith = async (store: RateLimitStore, options: object = {}) =>
    serve(createApp(await compileTree(TREE), { rateLimits: { store, ...options } }));

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('broken');
      },
    ],
    ['answers for too few limits', async () => []],
    ['answers something else', () => 'yes'],
  ])('lets requests pass if the store %s, or refuses them if their limit is closed', async (_, take) => {
    const { ask, errors } = await serveWith({ take } as never);
    const open = await ask('GET /open');
    expect([open.status, open.headers['ratelimit-policy'], open.headers.ratelimit]).toEqual([
      200,
      '"all-per-minute";q=9;w=60',
      undefined,
    ]);
    const closed = await ask('GET /closed');
    expect([closed.status, closed.headers['retry-after'], closed.headers['ratelimit-policy']]).toEqual([
      503,
      '1',
      '"shut";q=9;w=60',
    ]);
    expect(errors.length).toBeGreaterThanOrEqual(2);
  });

  it('closes all limits without their own rule if the store fails, if the option is closed', async () => {
    const { ask } = await serveWith({ take: () => Promise.reject(new Error()) }, { onStoreError: 'closed' });
    expect((await ask('GET /open')).status).toBe(503);
  });

  it('calls a store that never answers a few times, and then once in a while', async () => {
    let calls = 0;
    const { ask, errors } = await serveWith({ take: () => new Promise(() => void (calls += 1)) }, { timeout: 5 });
    for (let i = 0; i < 60; i++) await ask('GET /open');
    expect(calls).toBeLessThan(30);
    expect(errors.filter((error) => (error as { status?: number }).status !== 429)).toHaveLength(calls);
  });

  it.each<[string, RateLimitStore['take']]>([
    ['fails', () => Promise.reject(new Error('down'))],
    [
      'throws',
      () => {
        throw new Error('down');
      },
    ],
    ['never answers', () => new Promise(() => {})],
  ])('leaves the counting to the process if the store %s', async (_, take) => {
    const { ask } = await serveWith({ take }, { timeout: 5 });
    const statuses = [];
    for (let i = 0; i < 15; i++) statuses.push((await ask('GET /open')).status);
    // A client that keeps the connections of a database busy does not lift its limit.
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), ...Array.from({ length: 6 }, () => 429)]);
  });

  it('gives a store as much time as it needs unless the option limits it', async () => {
    const memory = memoryLimits({ now: () => 5 });
    const take: RateLimitStore['take'] = async (requests) => {
      await sleep(400);
      return memory.take(requests);
    };
    for (const [store, options, status] of [
      [{ take }, {}, 503],
      [{ take, timeout: 20_000 }, {}, 200],
      [{ take, timeout: 20_000 }, { timeout: 5 }, 503],
    ] as const) {
      const { ask } = await serveWith(store, { onStoreError: 'closed', ...options });
      expect((await ask('GET /open')).status).toBe(status);
    }
  });

  it('counts again when the store answers again', async () => {
    let isDown = true;
    const memory = memoryLimits({ now: () => 5 });
    const { ask } = await serveWith({
      take: async (requests) => {
        if (isDown) throw new Error('down');
        return memory.take(requests);
      },
    });
    for (let i = 0; i < 5; i++) await ask('GET /open');
    isDown = false;
    await expect.poll(async () => (await ask('GET /open')).headers.ratelimit).toMatch(/^"all-per-minute";r=8/);
  });

  it('gets all limits of a request at once, with keys that have no credentials', async () => {
    const calls: unknown[] = [];
    const memory = memoryLimits({ now: () => 5 });
    const store: RateLimitStore = { take: (requests) => (calls.push(requests), memory.take(requests)) };
    const manifest = await compileTree(
      {
        '_middleware.ts': '/** @rate-limit 9 per 15 minutes per all (name: shared) */',
        'a.ts':
          '/** @rate-limit 3 per second\n * @rate-limit 9 per minute per user\n * @rate-limit cost 2\n * @security key */',
      },
      { definitions: SCHEMES, warnings: ['unused-scheme', 'unreachable-rate-limit'] },
    );
    const { ask } = await serve(createApp(manifest, { security, rateLimits: store }));
    await ask('GET /a', { headers: { 'x-key': 'secret' } });
    expect(calls).toEqual([
      [
        { key: '/ shared ', cost: 2, quota: 9, window: 900_000 },
        {
          key: expect.stringMatching(/^GET \/a address-per-second (?:127.0.0.1|0:0:0:0)$/),
          cost: 1,
          quota: 3,
          window: 1000,
        },
      ],
      [{ key: expect.stringMatching(/^GET \/a user-per-minute [\w-]{43}$/), cost: 1, quota: 9, window: 60_000 }],
    ]);
    expect(JSON.stringify(calls)).not.toContain('secret');
  });
});

describe('limiters with consume', () => {
  /** As rate-limiter-flexible counts: a fixed window, and a rejection that is no error. */
  const limiterOf = (points: number, given: string[] = []) => {
    const taken = new Map<string, number>();
    return {
      async consume(key: string, cost: number) {
        const sum = (taken.get(key) ?? 0) + cost;
        taken.set(key, sum);
        const result = { remainingPoints: Math.max(points - sum, 0), msBeforeNext: 2500 };
        if (sum > points) throw result;
        return result;
      },
      async reward(key: string, cost: number) {
        given.push(key);
        taken.set(key, taken.get(key)! - cost);
      },
    };
  };

  it('creates a limiter for each quota, and gives back what a refused request has taken', async () => {
    const made: unknown[] = [];
    const given: string[] = [];
    const store = consumeLimits((limit) => (made.push(limit), limiterOf(limit.quota, given)));
    const manifest = await compileTree({
      'a.ts': '/** @rate-limit 2 per minute per all (name: few)\n * @rate-limit 9 per hour per all (name: many) */',
    });
    const { ask } = await serve(createApp(manifest, { rateLimits: store }));
    expect((await ask('GET /a')).headers.ratelimit).toBe('"few";r=1;t=3, "many";r=8;t=3');
    await ask('GET /a');
    const { status, headers } = await ask('GET /a');
    expect([status, headers['retry-after']]).toEqual([429, '3']);
    expect(made).toEqual([
      { quota: 2, window: 60_000 },
      { quota: 9, window: 3_600_000 },
    ]);
    expect(given).toEqual(['GET /a many ']);
  });

  it.each([
    ['false', () => false],
    ['{ success: false }, as a rate limit of Workers does', async () => ({ success: false })],
    ['a negative number of points that remain', () => ({ remainingPoints: -1 })],
  ])('refuse by %s', async (_, consume) => {
    const { ask } = await serve(
      createApp(await compileLimited('@rate-limit 2 per minute'), { rateLimits: consumeLimits(() => ({ consume })) }),
    );
    const { status, headers } = await ask('GET /a');
    expect([status, headers['retry-after'], headers.ratelimit]).toEqual([429, '60', '"address-per-minute";r=0;t=60']);
  });

  it.each([undefined, null, 0, {}, { allowed: false }, { ok: true }, new Response('', { status: 429 })])(
    'fail by a result that may be a refusal: %s',
    async (result) => {
      const store = consumeLimits(() => ({ consume: () => result }));
      const { ask, errors } = await serve(
        createApp(await compileLimited('@rate-limit 2 per minute'), { rateLimits: { store, onStoreError: 'closed' } }),
      );
      expect((await ask('GET /a')).status).toBe(503);
      expect(errors.map(({ message }) => message)).toContainEqual(expect.stringContaining('neither a boolean nor'));
    },
  );

  it('takes points one by one from a limiter that takes no number, until it refuses', async () => {
    let left = 12;
    const store = consumeLimits(() => ({ consume: async (_key: string) => ({ success: left-- > 0 }) }));
    const take = async (cost: number): Promise<boolean> =>
      (await store.take([{ key: 'a', cost, quota: 12, window: 1000 }]))[0]!.passes;
    expect([await take(10), left]).toEqual([true, 2]);
    expect([await take(10), left]).toEqual([false, -1]);
  });

  it('pass by true, and fail by an error', async () => {
    const results = [async () => true, async () => Promise.reject(new Error('down'))];
    const store = consumeLimits(() => ({ consume: () => results.shift()!() }));
    const { ask, errors } = await serve(
      createApp(await compileLimited('@rate-limit 2 per minute'), { rateLimits: { store, onStoreError: 'closed' } }),
    );
    expect((await ask('GET /a')).status).toBe(200);
    expect((await ask('GET /a')).status).toBe(503);
    expect(errors.map(({ message }) => message)).toContain('down');
  });
});
