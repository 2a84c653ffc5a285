import { describe, expect, it } from 'vitest';
import type { AppOptions } from '../../src/runtime/koa/index.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { serve } from '../runtime/koa/serve.ts';

// A client that changes all that it can change: no more requests pass than the quota allows, since nothing is refilled in the time of a test.

const QUOTA = 5;
const TRIES = 40;
const DEFINITIONS = {
  'openapi.yaml': `components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    session: { type: apiKey, in: cookie, name: session }
    key: { type: apiKey, in: query, name: key }
    basic: { type: http, scheme: basic }
`,
};
const TREE = {
  '_middleware.ts': `/** @rate-limit 1000 per day per address (name: shop) */`,
  'sign-in@post.ts': `/**\n * @rate-limit ${QUOTA} per day per address (name: sign-in)\n * @param {string} password\n */`,
  'token.ts': `/**\n * @rate-limit ${QUOTA} per day per user\n * @security token\n */`,
  'session.ts': `/**\n * @rate-limit ${QUOTA} per day per user\n * @security session\n */`,
  'key.ts': `/**\n * @rate-limit ${QUOTA} per day per user\n * @security key\n */`,
  'basic.ts': `/**\n * @rate-limit ${QUOTA} per day per user\n * @security basic\n */`,
  'both.ts': `/**\n * @rate-limit ${QUOTA} per day per user\n * @security token\n * @security none\n */`,
};

/** Tokens and sessions are `<user>.<number>`: each one is new, and valid. */
const userIn = (text: string) => ({ sub: text.split('.')[0]! });
const options: AppOptions = {
  proxy: true,
  maxIpsCount: 1,
  security: {
    token: (_ctx: unknown, token: string) => userIn(token),
    session: (_ctx: unknown, session: string) => userIn(session),
    key: (_ctx: unknown, key: string) => ({ sub: key }),
    basic: (_ctx: unknown, { username }: { username: string }) => ({ sub: username }),
  } as never,
  rateLimits: {
    userOf({ auth, ip }) {
      const { token, session } = auth as Readonly<Record<string, { readonly sub: string } | undefined>>;
      return token?.sub ?? session?.sub ?? ('key' in auth || 'basic' in auth ? undefined : ip);
    },
  },
};

/** How many of many requests pass, each one different. */
async function passing(
  target: string | ((i: number) => string),
  headersOf: (i: number) => Record<string, string>,
  body?: string,
): Promise<number> {
  const { ask } = await serve(createApp(await compileTree(TREE, { definitions: DEFINITIONS }), options));
  let passed = 0;
  for (let i = 0; i < TRIES; i++) {
    const headers = {
      'x-forwarded-for': '192.0.2.1',
      ...headersOf(i),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const { status } = await ask(typeof target === 'string' ? target : target(i), {
      headers,
      ...(body !== undefined && { body }),
    });
    if (status !== 429) passed += 1;
  }
  return passed;
}

const SIGN_IN = '{"password":"guess"}';

describe('a client passes no limit', () => {
  it.each<[string, (i: number) => string]>([
    ['addresses in X-Forwarded-For', (i) => `203.0.113.${i}, 192.0.2.1`],
    [
      'many addresses in X-Forwarded-For',
      (i) => `${Array.from({ length: i + 1 }, (_, j) => `10.0.${i}.${j}`).join(', ')}, 192.0.2.1`,
    ],
    ['spellings of its address', (i) => [`192.0.2.1`, '::ffff:192.0.2.1', '::ffff:c000:201', '192.0.2.1:4711'][i % 4]!],
    ['ports of its address', (i) => `192.0.2.1:${1024 + i}`],
    ['IPv6 addresses of its network', (i) => `2001:db8:1:2:${i.toString(16)}:${(i * 7).toString(16)}::1`],
    [
      'spellings of its IPv6 network',
      (i) => [`2001:db8:1:2::${i}`, `2001:0DB8:0001:0002::${i}`, `[2001:db8:1:2::${i}]:443`][i % 3]!,
    ],
    ['addresses behind NAT64', (i) => (i % 2 ? '64:ff9b::192.0.2.1' : '64:ff9b::c000:201')],
    ['networks of 6to4', (i) => `2002:c000:201:${i.toString(16)}::1`],
    ['texts that are no address', (i) => `client-${i}`],
  ])('limits hold for a client by new %s', async (_, forwarded) => {
    expect(await passing('POST /sign-in', (i) => ({ 'x-forwarded-for': forwarded(i) }), SIGN_IN)).toBe(QUOTA);
  });

  it.each<[string, (i: number) => string]>([
    ['spellings of the path', (i) => ['/sign-in', '/sign-in/', '/%73ign-in', '/sign%2din', `/sign-in?a=${i}`][i % 5]!],
    ['queries', (i) => `/sign-in?${i}=${i}`],
  ])('limits hold for a client by new %s', async (_, path) => {
    expect(
      await passing(
        (i) => `POST ${path(i)}`,
        () => ({}),
        SIGN_IN,
      ),
    ).toBe(QUOTA);
  });

  it('counts invalid requests, whose bodies are not read', async () => {
    expect(await passing('POST /sign-in', () => ({}), 'no json')).toBe(QUOTA);
  });

  it.each<[string, string, (i: number) => Record<string, string>]>([
    ['tokens', '/token', (i) => ({ authorization: `Bearer ada.${i}` })],
    [
      'tokens and addresses',
      '/token',
      (i) => ({ authorization: `Bearer ada.${i}`, 'x-forwarded-for': `203.0.113.${i}` }),
    ],
    ['tokens, where none is needed', '/both', (i) => ({ authorization: `Bearer ada.${i}` })],
    [
      'spellings of the scheme',
      '/token',
      (i) => ({ authorization: `${['Bearer', 'bearer', 'BEARER'][i % 3]!} ada.1` }),
    ],
    ['sessions', '/session', (i) => ({ cookie: `session=ada.${i}; other=${i}` })],
    ['passwords', '/basic', (i) => ({ authorization: `Basic ${Buffer.from(`ada:${i}`).toString('base64')}` })],
    ['cookies beside its credentials', '/token', (i) => ({ authorization: 'Bearer ada.1', cookie: `session=bo.${i}` })],
    [
      'headers beside its credentials',
      '/token',
      (i) => ({ authorization: 'Bearer ada.1', 'x-key': `${i}`, 'user-agent': `${i}` }),
    ],
  ])('limits hold for a client by new %s', async (_, path, headersOf) => {
    expect(await passing(`GET ${path}`, headersOf)).toBe(QUOTA);
  });

  it('counts for its own key a client that sends the key of another one', async () => {
    expect(
      await passing(
        (i) => `GET /key?key=ada&other=${i}`,
        () => ({}),
      ),
    ).toBe(QUOTA);
  });

  it('counts requests without credentials for their address', async () => {
    expect(await passing('GET /both', (i) => ({ cookie: `session=ada.${i}` }))).toBe(QUOTA);
  });

  it('lets other clients pass while one is refused', async () => {
    const { ask } = await serve(createApp(await compileTree(TREE, { definitions: DEFINITIONS }), options));
    const signIn = async (address: string) =>
      (
        await ask('POST /sign-in', {
          headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
          body: SIGN_IN,
        })
      ).status;
    for (let i = 0; i < TRIES; i++) await signIn('192.0.2.1');
    expect(await signIn('192.0.2.1')).toBe(429);
    expect(await signIn('192.0.2.2')).toBe(200);
    expect(await signIn('2001:db8:1:3::1')).toBe(200);
  });
});
