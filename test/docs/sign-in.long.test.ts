import { spawnSync } from 'node:child_process';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { scratch, viteBuild, writeTree } from '../support/build.ts';
import { freePort, startNode } from '../support/process.ts';
import { checkTypes } from '../support/types.ts';
import { readBlocks, readPage } from './examples.ts';
import { hasPackages, linkPackages } from './packages.ts';
import { forBrowsers } from './refresh-cookie.ts';

// What recipes on signing in promise beyond the requests that they show, which test/exchanges sends.

/** Writes the files that a recipe shows into a directory. */
async function projectOf(page: string): Promise<string> {
  const root = scratch();
  const shown = readBlocks(readPage(page)).filter(({ title }) => /^\S+\.\w+$/.test(title));
  const files = Object.fromEntries(shown.map(({ title, text }) => [title, text]));
  await writeTree(root, { 'package.json': '{ "type": "module" }', ...files });
  linkPackages(root);
  return root;
}

it.skipIf(!hasPackages)("identity-providers.md: tokens of a provider pass, and an outage isn't a 401", async () => {
  const root = await projectOf('identity-providers.md');
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] };
  const provider = createServer((_req, res) => void res.end(JSON.stringify(keys))).listen(0);
  onTestFinished(() => void provider.close());
  await once(provider, 'listening');
  const address = `http://localhost:${(provider.address() as AddressInfo).port}/`;
  const start = async (JWKS_URL: string, built = file): Promise<string> => {
    const env = { ISSUER: address, AUDIENCE: 'https://api.example', JWKS_URL, PORT: String(await freePort()) };
    const { url, stop } = await startNode(built, { cwd: root, env });
    onTestFinished(async () => void (await stop('SIGKILL')));
    return url;
  };
  const tokenOf = (claims: object): string => {
    const exp = Math.floor(Date.now() / 1000) + 600;
    const parts = [
      { alg: 'RS256', kid: 'one' },
      { sub: 'ada', iss: address, aud: 'https://api.example', exp, ...claims },
    ];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  };
  const get = (url: string, claims: object): Promise<Response> =>
    fetch(url, { headers: { Authorization: `Bearer ${tokenOf(claims)}` } });
  const me = async (url: string, claims: object): Promise<unknown[]> => {
    const response = await get(`${url}/me`, claims);
    return [response.status, ((await response.json()) as { id?: string }).id];
  };
  const file = await viteBuild(root, join(root, 'dist'));
  const url = await start(`${address}jwks.json`);
  const page = readPage('identity-providers.md');
  const withClient = await projectOf('identity-providers.md');
  const security = join(withClient, 'app/security.ts');
  const [, check] = /`(if \(payload\['client_id'\][^`]*)`/.exec(page)!;
  const verify = 'const { payload } = await jwtVerify(token, keys, options);';
  const [before, after] = readFileSync(security, 'utf8').replace(' audience: AUDIENCE!,', '').split(verify);
  writeFileSync(security, `${before}${verify}\n    ${check}${after}`);
  const other = await start(`${address}jwks.json`, await viteBuild(withClient, join(withClient, 'dist')));
  const ofClient = { aud: undefined, client_id: 'https://api.example' };
  expect(await me(other, ofClient)).toEqual([200, 'ada']);
  expect(await me(other, { ...ofClient, client_id: 'other' })).toEqual([401, undefined]);
  expect(await me(other, {})).toEqual([401, undefined]);
  expect(await me(url, {})).toEqual([200, 'ada']);
  expect(await me(url, { aud: 'https://other.example' })).toEqual([401, undefined]);
  expect(await me(url, { iss: 'https://login.example/' })).toEqual([401, undefined]);
  expect(await me(url, { exp: 1 })).toEqual([401, undefined]);
  expect(await me(await start(`http://localhost:${await freePort()}/jwks.json`), {})).toEqual([503, undefined]);
  const report = async (claims: object): Promise<number> => (await get(`${url}/reports`, claims)).status;
  for (const claims of [
    { realm_access: { roles: ['admin'] } },
    { permissions: ['admin'] },
    { 'cognito:groups': ['admin'] },
    { roles: ['reader', 'admin'] },
    { groups: ['admin'] },
    { scope: 'openid admin' },
    { scp: 'openid admin' },
    { scp: ['openid', 'admin'] },
  ])
    expect([claims, await report(claims)]).toEqual([claims, 200]);
  for (const claims of [
    {},
    { realm_access: { roles: ['reader'] } },
    { permissions: 'admin' },
    { scp: ['administrate'] },
  ])
    expect([claims, await report(claims)]).toEqual([claims, 403]);
});

it('identity-providers.md: a service gets one token until shortly before it expires', async () => {
  const asked: string[] = [];
  const lifetimes = [600, 30, 600];
  const provider = createServer(async (req, res) => {
    asked.push(Buffer.concat(await req.toArray()).toString());
    res.end(JSON.stringify({ access_token: `token ${asked.length}`, expires_in: lifetimes[asked.length - 1] }));
  }).listen(0);
  onTestFinished(() => void provider.close());
  await once(provider, 'listening');
  const address = `http://localhost:${(provider.address() as AddressInfo).port}/token`;
  vi.stubEnv('TOKEN_URL', address);
  vi.stubEnv('CLIENT_ID', 'orders');
  onTestFinished(() => void vi.unstubAllEnvs());
  const load = async (): Promise<() => Promise<string>> => {
    const file = join(scratch(), 'service-token.ts');
    const page = readBlocks(readPage('identity-providers.md'));
    writeFileSync(file, page.find(({ title }) => title === 'app/service-token.ts')!.text);
    return ((await import(/* @vite-ignore */ file)) as { getServiceToken(): Promise<string> }).getServiceToken;
  };
  const long = await load();
  expect([await long(), await long()]).toEqual(['token 1', 'token 1']);
  const short = await load();
  expect([await short(), await short()]).toEqual(['token 2', 'token 3']);
  expect(asked[0]).toBe('grant_type=client_credentials&client_id=orders&client_secret=&audience=');
});

it.skipIf(!hasPackages)(
  'refresh-tokens.md: browsers keep the refresh token in a cookie, and apps in the body',
  async () => {
    const root = await projectOf('refresh-tokens.md');
    const files = Object.fromEntries(readBlocks(readPage('refresh-tokens.md')).map(({ title, text }) => [title, text]));
    const session = files['browsers session.ts']!;
    await writeTree(
      root,
      forBrowsers(Object.fromEntries(Object.entries(files).filter(([path]) => /^\S+\.\w+$/.test(path)))),
    );
    const command = join(import.meta.dirname, '../../dist/command/index.js');
    const { stderr } = spawnSync(process.execPath, [command, 'types', '-o', 'operations.d.ts'], { cwd: root });
    expect(String(stderr)).toBe('');
    expect(await checkTypes(root, {})).toEqual([]);
    const front = scratch();
    linkPackages(front);
    const types = readFileSync(join(root, 'operations.d.ts'), 'utf8');
    expect(await checkTypes(front, { 'session.ts': session, 'operations.d.ts': types }, 'browser')).toEqual([]);

    const env = { JWT_SECRET: 'a-secret-of-32-bytes-for-examples', PORT: String(await freePort()) };
    const { url, stop } = await startNode(await viteBuild(root, join(root, 'dist')), { cwd: root, env });
    onTestFinished(async () => void (await stop('SIGKILL')));
    const post = async (path: string, body: object | undefined, cookie = ''): Promise<any[]> => {
      const json = body && {
        body: JSON.stringify(body),
        headers: { Cookie: cookie, 'Content-Type': 'application/json' },
      };
      const response = await fetch(`${url}${path}`, { method: 'POST', headers: { Cookie: cookie }, ...json });
      const text = await response.text();
      return [response.status, text === '' ? undefined : JSON.parse(text), response.headers.get('Set-Cookie') ?? ''];
    };
    const credentials = { name: 'ada', password: 'correct horse' };

    const [, own, none] = await post('/tokens', credentials);
    expect([Object.keys(own), none]).toEqual([['access_token', 'refresh_token', 'expires_in'], '']);
    const [status, next] = await post('/tokens/refresh', { refresh_token: own.refresh_token });
    expect([status, typeof next.refresh_token]).toEqual([201, 'string']);
    expect((await post('/tokens/refresh/revoke', { refresh_token: next.refresh_token }))[0]).toBe(204);
    expect((await post('/tokens/refresh', { refresh_token: next.refresh_token }))[0]).toBe(401);

    const [, given, cookie] = await post('/tokens', { ...credentials, browser: true });
    expect(Object.keys(given)).toEqual(['access_token', 'expires_in']);
    expect(cookie).toMatch(
      /^__Host-refresh_token=[\w-]{43}; path=\/; expires=[^;]*; samesite=strict; secure; httponly$/i,
    );
    const [refreshed, body, later] = await post('/tokens/refresh', undefined, cookie.split(';')[0]);
    expect([refreshed, Object.keys(body)]).toEqual([201, ['access_token', 'expires_in']]);
    const [revoked, , deleted] = await post('/tokens/refresh/revoke', undefined, later.split(';')[0]);
    expect([revoked, deleted]).toEqual([
      204,
      expect.stringMatching(/^__Host-refresh_token=; path=\/; expires=Thu, 01 Jan 1970/),
    ]);
    expect((await post('/tokens/refresh', undefined, later.split(';')[0]))[0]).toBe(401);
    expect((await post('/tokens/refresh', undefined))[0]).toBe(401);
  },
);

it.skipIf(!hasPackages)('jwt-and-sessions.md: the sign-in issues a token that its verifier accepts', async () => {
  const root = await projectOf('jwt-and-sessions.md');
  const env = { JWT_SECRET: 'a-secret-of-32-bytes-for-examples', SESSION_KEY: 'k', PORT: String(await freePort()) };
  const { url, stop } = await startNode(await viteBuild(root, join(root, 'dist')), { cwd: root, env });
  onTestFinished(async () => void (await stop('SIGKILL')));
  const send = async (path: string, body?: object, token?: string): Promise<[status: number, body: any]> => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, { headers, ...init });
    return [response.status, await response.json()];
  };
  expect((await send('/token', { name: 'ada', password: 'wrong' }))[0]).toBe(401);
  const [status, { access_token }] = await send('/token', { name: 'ada', password: 'correct horse' });
  expect(status).toBe(201);
  expect(await send('/me', undefined, access_token)).toEqual([200, { name: 'ada' }]);
  // The user has only the scope "books:read".
  expect((await send('/books', { title: 'Snow' }, access_token))[0]).toBe(403);
});

it('jwt-and-sessions.md: a hashed password is recognized', async () => {
  const text = readBlocks(readPage('jwt-and-sessions.md')).find(({ title }) => title === 'app/passwords.ts')!.text;
  const file = join(scratch(), 'passwords.ts');
  writeFileSync(file, text);
  const { hashPassword, isPassword } = (await import(/* @vite-ignore */ file)) as {
    hashPassword(password: string): Promise<string>;
    isPassword(password: string, stored: string): Promise<boolean>;
  };
  const [first, second] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
  expect(first).not.toBe(second);
  expect(await isPassword('correct horse', first)).toBe(true);
  expect(await isPassword('wrong', first)).toBe(false);
});

it.skipIf(!hasPackages)('jwt-and-sessions.md: a token that any of the secrets has signed passes', async () => {
  const root = await projectOf('jwt-and-sessions.md');
  vi.stubEnv('JWT_SECRETS', 'the-new-secret-of-at-least-32-bytes,the-old-secret-of-at-least-32-bytes');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { verifyWithAny } = (await import(/* @vite-ignore */ join(root, 'app/rotation.ts'))) as {
    verifyWithAny(token: string): Promise<{ sub?: string }>;
  };
  const tokenOf = (secret: string, exp = 4_102_444_800): string => {
    const parts = [{ alg: 'HS256' }, { sub: 'ada', exp }];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  expect(await verifyWithAny(tokenOf('the-new-secret-of-at-least-32-bytes'))).toMatchObject({ sub: 'ada' });
  expect(await verifyWithAny(tokenOf('the-old-secret-of-at-least-32-bytes'))).toMatchObject({ sub: 'ada' });
  await expect(verifyWithAny(tokenOf('another-secret'))).rejects.toThrow('signature verification failed');
  await expect(verifyWithAny(tokenOf('the-old-secret-of-at-least-32-bytes', 1))).rejects.toThrow('"exp" claim');
});
