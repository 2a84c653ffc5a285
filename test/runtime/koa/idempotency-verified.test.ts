import { describe, expect, it, vi } from 'vitest';
import type { IdempotencyOptions, OperationContext, RuntimeOptions } from '../../../src/runtime/koa/index.ts';
import { createApp, memoryStore } from '../../../src/runtime/koa/index.ts';
import { compileTree } from './compiled.ts';
import { KINDS, serve } from './serve.ts';

/** One document has the schemes of several trees. */
const compileNoted: typeof compileTree = (files, options) =>
  compileTree(files, { ...options, warnings: ['unused-scheme'] });

const SCHEMES = `components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    login: { type: http, scheme: basic }
    key: { type: apiKey, in: header, name: X-Key }
    inQuery: { type: apiKey, in: query, name: key }
    session: { type: apiKey, in: cookie, name: session }
    digest: { type: http, scheme: digest }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://example.com', scopes: {} } } }
    openid: { type: openIdConnect, openIdConnectUrl: 'https://example.com' }
    mtls: { type: mutualTLS }
`;

/** A payment, whose handler counts its runs. */
const pay = (...security: string[]): string => `let runs = 0;
/**
 * @idempotent
${security.map((line) => ` * @security ${line}\n`).join('')} * @param {object} body
 * @returns {{id: integer}} 201 - The payment
 */
export default () => ({ id: ++runs });`;

interface User {
  readonly iss: string;
  readonly sub: string;
}

/** `ada`, or `ada.2` after a refresh. `junk` is refused. */
const verify = (_ctx: OperationContext, text: unknown): User | undefined => {
  const [sub = ''] = String(text).split('.');
  return sub === 'junk' ? undefined : { iss: 'https://id.example', sub };
};

const SECURITY = { token: verify, key: verify, inQuery: verify, login: () => true, session: verify };

type Auth = { readonly [scheme: string]: User | undefined };
const authOf = (ctx: { readonly auth: unknown }): Auth => ctx.auth as Auth;

const send = (headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', 'idempotency-key': 'k', ...headers },
  body: '{}',
});
const bearer = (name: string, more: Record<string, string> = {}) => send({ authorization: `Bearer ${name}`, ...more });

async function start(idempotency: IdempotencyOptions | undefined, ...security: string[]) {
  const manifest = await compileNoted(
    { 'payments@post.js': pay(...security) },
    { definitions: { 'openapi.yaml': SCHEMES } },
  );
  return serve(createApp(manifest, { security: SECURITY, ...(idempotency && { idempotency }) } as RuntimeOptions));
}

/** Sends 300 requests with keys of their own, and returns their statuses. */
async function flood(ask: Awaited<ReturnType<typeof start>>['ask'], headersOf: (i: number) => Record<string, string>) {
  const statuses = new Set<number>();
  for (let i = 0; i < 300; i++)
    statuses.add((await ask('POST /payments', send({ 'idempotency-key': `f${i}`, ...headersOf(i) }))).status);
  return [...statuses];
}

/** A store for about twenty responses. */
const small = () => memoryStore({ maxSize: 5000 });

describe('the client of a key', () => {
  it.each(KINDS)(
    'takes the verified credentials as the client, and ignores junk next to them: $name',
    async ({ create }) => {
      for (const lines of [
        ['token', 'key'],
        ['key', 'token'],
        ['key, login', 'token'],
      ]) {
        const manifest = await compileNoted(
          { 'payments@post.js': pay(...lines) },
          { definitions: { 'openapi.yaml': SCHEMES } },
        );
        const { ask } = await serve(create(manifest, { security: SECURITY as never }));
        expect((await ask('POST /payments', bearer('ada'))).json).toEqual({ id: 1 });
        for (const more of [{ 'x-key': 'junk' }, { 'x-key': 'junk.2' }, { cookie: 'session=1' }])
          expect((await ask('POST /payments', bearer('ada', more))).json).toEqual({ id: 1 });
        expect((await ask('POST /payments', bearer('bo'))).json).toEqual({ id: 2 });
      }
    },
  );

  it('takes the credentials of all schemes of the alternative', async () => {
    const { ask } = await start(undefined, 'token, key');
    expect((await ask('POST /payments', bearer('ada', { 'x-key': 'a' }))).json).toEqual({ id: 1 });
    expect((await ask('POST /payments', bearer('ada', { 'x-key': 'b' }))).json).toEqual({ id: 2 });
    expect((await ask('POST /payments', bearer('ada', { 'x-key': 'a' }))).json).toEqual({ id: 1 });
  });

  it('takes one user name in all spellings, which a verifier can accept, but not another password', async () => {
    const { ask } = await start(undefined, 'login');
    const pays = async (pair: string) =>
      (await ask('POST /payments', send({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` }))).json;
    for (const name of ['ada', 'ADA', ' aDa ', 'ａｄａ']) expect(await pays(`${name}:secret`)).toEqual({ id: 1 });
    expect(await pays('bo:secret')).toEqual({ id: 2 });
    expect(await pays('ada:Secret')).toEqual({ id: 3 });
  });

  it('compares no key of the query in the request, be it junk or a new one', async () => {
    const { ask } = await start({ clientOf: 'shared' }, 'token', 'inQuery');
    for (const query of ['', '?key=junk', '?key=junk2', '?%6Bey=a', '?key'])
      expect((await ask(`POST /payments${query}`, bearer('ada'))).json).toEqual({ id: 1 });
    expect((await ask('POST /payments?a=1', bearer('ada'))).status).toBe(422);
    expect((await ask('POST /payments?key=a&a=1', bearer('ada'))).status).toBe(422);
  });

  it('finds another client if the same text is a credential of another scheme', async () => {
    const { ask } = await start(undefined, 'token', 'key');
    expect((await ask('POST /payments', bearer('ada'))).json).toEqual({ id: 1 });
    expect((await ask('POST /payments', send({ 'x-key': 'ada' }))).json).toEqual({ id: 2 });
  });

  it('keeps the verified client, whatever middleware does with the context later', async () => {
    const manifest = await compileNoted(
      {
        'payments@post.js': pay('token'),
        '_middleware.js':
          'export const authorize = (ctx) => { ctx.req.headers.authorization = "Bearer " + Math.random(); ctx.auth = {}; return true; };',
      },
      { definitions: { 'openapi.yaml': SCHEMES } },
    );
    const { ask } = await serve(createApp(manifest, { security: SECURITY as never }));
    expect((await ask('POST /payments', bearer('ada'))).json).toEqual({ id: 1 });
    expect((await ask('POST /payments', bearer('ada'))).json).toEqual({ id: 1 });
    expect((await ask('POST /payments', bearer('bo'))).json).toEqual({ id: 2 });
  });

  it('keeps its responses although another one sends 300 requests with junk next to a valid token', async () => {
    const { ask } = await start({ store: small() }, 'token', 'key');
    expect((await ask('POST /payments', bearer('ada'))).json).toEqual({ id: 1 });
    const attack = (i: number) => ({ authorization: 'Bearer eve', 'x-key': `junk.${i}` });
    expect(await flood(ask, attack)).toEqual([201]);
    expect((await ask('POST /payments', bearer('ada'))).json).toEqual({ id: 1 });
  });
});

describe('clients that pass without credentials', () => {
  const OPTIONAL = ['token', 'none'];
  const byAddress = (ctx: OperationContext): string => authOf(ctx)['token']?.sub ?? `from ${ctx.get('x-from')}`;

  it('gives them one share of the store, whatever clientOf makes of them', async () => {
    const { ask } = await start({ store: small(), clientOf: byAddress as never }, ...OPTIONAL);
    expect((await ask('POST /payments', bearer('ada'))).json).toEqual({ id: 1 });
    expect(await flood(ask, (i) => ({ 'x-from': String(i), authorization: `Bearer junk.${i}` }))).toEqual([201]);
    expect((await ask('POST /payments', bearer('ada'))).json).toEqual({ id: 1 });
  });

  it('gives them one share of the store if keys are shared', async () => {
    const { ask } = await start({ store: small(), clientOf: 'shared' }, ...OPTIONAL);
    expect((await ask('POST /payments', bearer('ada'))).json).toEqual({ id: 1 });
    expect(await flood(ask, () => ({}))).toEqual([201]);
    expect((await ask('POST /payments', bearer('bo'))).json).toEqual({ id: 1 });
  });

  it('gives them the keys of the client that clientOf identifies', async () => {
    const { ask } = await start({ clientOf: byAddress as never }, ...OPTIONAL);
    expect((await ask('POST /payments', send({ 'x-from': 'a' }))).json).toEqual({ id: 1 });
    expect((await ask('POST /payments', send({ 'x-from': 'b' }))).json).toEqual({ id: 2 });
    expect((await ask('POST /payments', send({ 'x-from': 'a' }))).json).toEqual({ id: 1 });
  });
});

describe('clientOf', () => {
  it('clientOf identifies a client by several texts, which are not joined', async () => {
    const clientOf = ((ctx) => [ctx.get('x-a'), ctx.get('x-b')]) as IdempotencyOptions['clientOf'] & {};
    const { ask } = await start({ clientOf }, 'token');
    const as = (a: string, b: string) => bearer('ada', { 'x-a': a, 'x-b': b });
    expect((await ask('POST /payments', as('ab', 'c'))).json).toEqual({ id: 1 });
    expect((await ask('POST /payments', as('a', 'bc'))).json).toEqual({ id: 2 });
    expect((await ask('POST /payments', as('ab', 'c'))).json).toEqual({ id: 1 });
  });

  it('gets the verified credentials as a hash, to add what else the verifier reads', async () => {
    const seen: unknown[] = [];
    const { ask } = await start(
      { clientOf: (ctx, credentials) => (seen.push(credentials), [credentials, ctx.get('x-tenant')]) },
      'token',
      'key',
    );
    const as = (tenant: string, more = {}) => bearer('ada', { 'x-tenant': tenant, ...more });
    expect((await ask('POST /payments', as('acme'))).json).toEqual({ id: 1 });
    expect((await ask('POST /payments', as('evil'))).json).toEqual({ id: 2 });
    expect((await ask('POST /payments', as('acme', { 'x-key': 'junk' }))).json).toEqual({ id: 1 });
    expect(seen).toEqual([expect.stringMatching(/^[\w-]{43}$/), seen[0], seen[0]]);
  });

  it('keeps the clients of other alternatives apart, and survives a new token', async () => {
    const { ask } = await start(
      {
        clientOf(ctx, credentials) {
          const { token } = authOf(ctx);
          return token ? [token.iss, token.sub] : credentials;
        },
      },
      'token',
      'key',
    );
    expect((await ask('POST /payments', bearer('ada.1'))).json).toEqual({ id: 1 });
    expect((await ask('POST /payments', bearer('ada.2'))).json).toEqual({ id: 1 });
    expect((await ask('POST /payments', send({ 'x-key': 'a' }))).json).toEqual({ id: 2 });
    expect((await ask('POST /payments', send({ 'x-key': 'b' }))).json).toEqual({ id: 3 });
    expect((await ask('POST /payments', send({ 'x-key': 'a' }))).json).toEqual({ id: 2 });
  });

  it('answers 500 without running the handler if it leaves a client unidentified', async () => {
    const ids: unknown[] = [
      undefined,
      [],
      [undefined],
      ['a', undefined],
      ['a', ''],
      [['a']],
      ['a', null],
      { sub: 'a' },
      `user:${undefined}`,
      ['a', String({})],
    ];
    for (const id of ids) {
      const { ask, errors } = await start({ clientOf: () => id as never }, 'token');
      expect((await ask('POST /payments', bearer('ada'))).status).toBe(500);
      expect(errors.map(({ message }) => message)).toEqual([
        expect.stringContaining('idempotency.clientOf must return'),
      ]);
      const { 'idempotency-key': _, ...headers } = bearer('ada').headers;
      expect((await ask('POST /payments', { headers, body: '{}' })).json).toEqual({ id: 1 });
    }
  });
});

describe('a key of credentials that change between retries', () => {
  const ALL = ['token', 'login', 'key', 'inQuery', 'session', 'digest', 'oauth', 'openid', 'mtls'];

  /** The warnings of a server at its start. */
  async function warningsOf(files: Record<string, string>, idempotency?: IdempotencyOptions): Promise<string[]> {
    const manifest = await compileNoted(files, { definitions: { 'openapi.yaml': SCHEMES }, isFresh: true });
    const emit = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    try {
      const security = Object.fromEntries(ALL.map((name) => [name, () => true]));
      for (let i = 0; i < 2; i++)
        createApp(manifest, { security, ...(idempotency && { idempotency }) } as RuntimeOptions);
      return emit.mock.calls.map(([warning]) => String(warning));
    } finally {
      emit.mockRestore();
    }
  }

  it.each(['token', 'oauth', 'openid', 'session', 'digest'])('warns at start of a key under %s', async (scheme) => {
    const warnings = await warningsOf({ [`${scheme}/payments@post.js`]: pay(scheme) });
    const line = `  POST /${scheme}/payments (${scheme}/payments@post.js): ${scheme}\n`;
    expect(warnings).toEqual([expect.stringContaining(line)]);
  });

  it.each(['key', 'inQuery', 'login', 'mtls'])(
    'prints nothing under %s, where credentials do not change',
    async (scheme) => {
      expect(await warningsOf({ [`${scheme}/payments@post.js`]: pay(scheme) })).toEqual([]);
    },
  );

  it('lists five operations in one warning, with the schemes that change', async () => {
    const paths = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `many/${name}@post.js`);
    const files = Object.fromEntries(paths.map((path) => [path, pay('token, key', 'session', 'login')]));
    const plain = pay('token').replace(' * @idempotent\n', '');
    const [warning, ...others] = await warningsOf({ ...files, 'many/plain@post.js': plain });
    expect(others).toEqual([]);
    expect(warning!.match(/^ {2}POST .*/gm)).toEqual(
      paths.slice(0, 5).map((path) => `  POST /${path.split('@')[0]} (${path}): token, session`),
    );
    expect(warning).toMatch(/^ {2}and 2 more$/m);
    expect(warning).toContain('clientOf');
  });

  it('prints no warning if clientOf identifies the client', async () => {
    const files = { 'named/payments@post.js': pay('token') };
    expect(await warningsOf(files, { clientOf: () => 'x' })).toEqual([]);
    expect(await warningsOf(files, { clientOf: 'shared' })).toEqual([]);
    expect(await warningsOf(files, { store: { ...memoryStore(), clientOf: () => 'x' } })).toEqual([]);
    expect(await warningsOf(files, { store: memoryStore() })).toHaveLength(1);
  });
});
