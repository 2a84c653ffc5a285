import { generateKeyPairSync, sign, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { hasPackages } from '../packages.ts';
import { send, serve } from './server.ts';

it.skipIf(!hasPackages)('authentication.md guards a directory, however its path is written', async () => {
  const { url } = await serve('authentication.md');
  const status = async (path: string, method = 'GET', headers = {}): Promise<number> =>
    (await send(`${url}${path}`, method, undefined, headers)).status;
  for (const path of ['/office', '/office/', '/%6fffice', '/office?a', '/office/?a']) {
    expect([path, await status(path)]).toEqual([path, 403]);
    expect([path, await status(path, 'HEAD')]).toEqual([path, 403]);
    // The app has no proxy that it trusts.
    expect([path, await status(path, 'GET', { 'X-Forwarded-For': '192.0.2.1' })]).toEqual([path, 403]);
  }
  const bo = { Authorization: 'Bearer secret-of-bo' };
  for (const path of ['/admin/sales', '/admin/sales/', '/%61dmin/sales', '/admin/s%61les'])
    expect([path, await status(path), await status(path, 'GET', bo), await status(path, 'HEAD', bo)]).toEqual([
      path,
      401,
      403,
      403,
    ]);
  for (const key of ['', ' ', 'undefined', 'machin', 'machine2'])
    expect([key, await status('/books', 'POST', { 'X-Key': key })]).toEqual([key, 401]);
  for (const token of ['constructor', '__proto__', 'secret-of-ad', 'SECRET-OF-ADA'])
    expect(await status('/me', 'GET', { Authorization: `Bearer ${token}` })).toBe(401);
});

it.skipIf(!hasPackages)('authentication.md does not start without its key', async () => {
  await expect(serve('authentication.md', { env: { MACHINE_KEY: '' } })).rejects.toThrow('Set MACHINE_KEY.');
});

it.skipIf(!hasPackages)('security.md refuses the requests of other sites, with old browsers too', async () => {
  const { url } = await serve('security.md');
  const post = async (headers: Record<string, string>, method = 'POST'): Promise<number> =>
    (await send(`${url}/books`, method, { title: 'Dust' }, headers)).status;
  const own = new URL(url).origin;
  expect(await post({})).toBe(201);
  expect(await post({ Origin: own })).toBe(201);
  expect(await post({ Origin: own, 'Sec-Fetch-Site': 'same-origin' })).toBe(201);
  expect(await post({ Origin: 'https://web.example.com', 'Sec-Fetch-Site': 'same-site' })).toBe(201);
  for (const site of ['cross-site', 'same-site', 'SAME-ORIGIN', 'none, same-origin'])
    for (const origin of ['https://evil.example', 'null', own, `${own}.evil.example`])
      expect([site, origin, await post({ Origin: origin, 'Sec-Fetch-Site': site })]).toEqual([site, origin, 403]);
  for (const origin of [
    'https://evil.example',
    'null',
    `${own}.evil.example`,
    `https://${own}@evil.example`,
    'http://localhost:1',
  ])
    expect([origin, await post({ Origin: origin })]).toEqual([origin, 403]);
  for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND'])
    expect([method, await post({ 'Sec-Fetch-Site': 'cross-site' }, method)]).toEqual([method, 403]);
});

it.skipIf(!hasPackages)('security.md takes an empty list of front ends as none', async () => {
  const { url } = await serve('security.md', { env: { ALLOWED_ORIGIN: '' } });
  expect((await send(`${url}/books`, 'POST', { title: 'Dust' }, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
});

it.skipIf(!hasPackages)(
  'identity-providers.md takes no token without a user or an end, nor one that others have signed',
  async () => {
    const [own, other] = [
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ];
    const keys = { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] };
    const provider = createServer((_req, res) => void res.end(JSON.stringify(keys))).listen(0);
    onTestFinished(() => void provider.close());
    await once(provider, 'listening');
    const JWKS_URL = `http://localhost:${(provider.address() as AddressInfo).port}/`;
    const { url } = await serve('identity-providers.md', { env: { JWKS_URL } });

    const right = { sub: 'ada', iss: 'https://login.example/', aud: 'https://api.example', exp: 4_102_444_800 };
    const textOf = (claims: object, header: object): string =>
      [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signed = (claims: object, key = own.privateKey, header: object = { alg: 'RS256', kid: 'one' }): string => {
      const text = textOf(claims, header);
      return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
    };
    const status = async (token: string): Promise<number> =>
      (await send(`${url}/me`, 'GET', undefined, { Authorization: `Bearer ${token}` })).status;
    expect(await status(signed(right))).toBe(200);
    for (const missing of ['sub', 'exp', 'iss', 'aud'])
      expect([missing, await status(signed({ ...right, [missing]: undefined }))]).toEqual([missing, 401]);
    expect(await status(signed(right, other.privateKey))).toBe(401);
    const { publicKey } = other;
    const jwk = publicKey.export({ format: 'jwk' });
    for (const header of [
      { alg: 'RS256', jwk },
      { alg: 'RS256', kid: 'two' },
      { alg: 'RS256', kid: 'one', jku: JWKS_URL },
    ])
      expect(await status(signed(right, other.privateKey, header))).toBe(401);
    expect(await status(`${textOf(right, { alg: 'none' })}.`)).toBe(401);
    // The public key as the secret of an HMAC.
    const text = textOf(right, { alg: 'HS256', kid: 'one' });
    const pem = own.publicKey.export({ type: 'spki', format: 'pem' });
    expect(await status(`${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`)).toBe(401);
  },
);

it.skipIf(!hasPackages)(
  'webhooks.md takes no request that the sender has not signed, and each event once',
  async () => {
    const digest = createHmac('sha256', 'secret-of-the-sender').update('{"id":8}').digest('hex');
    const signature = { 'X-Hub-Signature-256': `sha256=${digest}` };
    // Its files are of several examples.
    const invoice = 'app/webhooks/invoice.paid@post.ts';
    const change = (files: Record<string, string>): Record<string, string> =>
      Object.fromEntries(Object.entries(files).filter(([file]) => !file.startsWith('app/') || file === invoice));
    const { url, output } = await serve('webhooks.md', { change });
    const post = async (body: object, headers: Record<string, string>): Promise<number> =>
      (await send(`${url}/webhooks/invoice.paid`, 'POST', body, headers)).status;
    const event = { id: 8 };
    expect([await post(event, signature), await post(event, signature)]).toEqual([204, 204]);
    expect(output().match(/Invoice 8 was paid/g)).toHaveLength(1);
    const wrongs = [digest.slice(0, -2), `${digest}00`, digest.slice(0, 2), 'zz', `zz${digest.slice(2)}`];
    for (const wrong of [...wrongs.map((each) => `sha256=${each}`), digest])
      expect([wrong, await post(event, { 'X-Hub-Signature-256': wrong })]).toEqual([wrong, 401]);
    expect(await post({ id: 9 }, signature)).toBe(401);
    expect(await post(event, {})).toBe(400);
  },
);

it.skipIf(!hasPackages)(
  'middleware.md guards its prefix and its directories, however their paths are written',
  async () => {
    const { url } = await serve('middleware.md');
    const status = async (path: string, method = 'GET', headers = {}): Promise<number> =>
      (await send(`${url}${path}`, method, undefined, headers)).status;
    for (const path of [
      '/sync',
      '/sync/',
      '/sync/unknown',
      '/%73ync/unknown',
      '/sync//unknown',
      '/sync?a',
      '/sync/%2e%2e',
    ])
      for (const method of ['GET', 'HEAD', 'POST', 'PROPFIND'])
        expect([path, method, (await status(path, method)) >= 400]).toEqual([path, method, true]);
    for (const path of ['/sync', '/sync/unknown', '/%73ync/unknown']) {
      expect([path, await status(path), await status(path, 'GET', { 'X-Key': 'guess' })]).toEqual([path, 401, 401]);
      expect([path, await status(path, 'GET', { 'X-Key': 'secret' })]).toEqual([path, 404]);
    }
    const [ada, bo] = [{ 'X-Name': 'Ada' }, { 'X-Name': 'Bo' }];
    for (const path of ['/shelves/Ada/books', '/shelves/%41da/books', '/%73helves/Ada/books/', '/shelves/ada/books'])
      expect([path, await status(path), await status(path, 'GET', bo)]).toEqual([path, 403, 403]);
    expect(await status('/shelves/Ada?confirm=Ada', 'DELETE', bo)).toBe(403);
    expect([await status('/shelves/Ada/books', 'GET', ada), await status('/shelves/Ada', 'DELETE', ada)]).toEqual([
      200, 403,
    ]);
  },
);

it.skipIf(!hasPackages)('docs-page.md shows the page and the document to those with the password alone', async () => {
  const { url } = await serve('docs-page.md', { env: { DOCS_PASSWORD: 'open sesame' } });
  const basic = (text: string): object => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const status = async (path: string, headers = {}, method = 'GET'): Promise<number> =>
    (await send(`${url}${path}`, method, undefined, headers)).status;
  const right = basic('docs:open sesame');
  for (const path of ['/docs', '/docs/openapi.json']) {
    expect([path, await status(path, right)]).toEqual([path, 200]);
    for (const wrong of [{}, basic('docs:'), basic('docs:open'), basic(':open sesame'), basic('docs:open sesame\n')])
      for (const method of ['GET', 'HEAD']) expect([path, await status(path, wrong, method)]).toEqual([path, 401]);
  }
  for (const path of [
    '/docs/',
    '/%64ocs',
    '/docs/%6fpenapi.json',
    '/docs/./openapi.json',
    '/docs%2Fopenapi.json',
    '//docs',
    '/DOCS',
  ])
    expect([path, (await status(path)) >= 400]).toEqual([path, true]);
  await expect(serve('docs-page.md', { env: { DOCS_PASSWORD: '' } })).rejects.toThrow('Set DOCS_PASSWORD.');
});
