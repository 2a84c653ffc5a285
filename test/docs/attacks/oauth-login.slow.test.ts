import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Served } from '../../support/process.ts';
import { hasPackages } from '../packages.ts';
import { send, serve } from './server.ts';

/** A provider, where a user has signed in whose subject is 7. */
interface Provider {
  readonly issuer: string;
  /** The codes that clients have sent to it. */
  readonly codes: string[];
  /** The issuer that its document names. */
  named: string;
  /** The challenge of the last sign-in. */
  challenge: string;
}

async function startProvider(name: string): Promise<Provider> {
  const found: Provider = { issuer: '', codes: [], named: '', challenge: '' };
  const server = createServer(async (req, res) => {
    const answer = await respond(found, name, req);
    res.writeHead(answer === undefined ? 400 : 200).end(JSON.stringify(answer ?? {}));
  }).listen(0);
  afterAll(() => void server.close());
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  return Object.assign(found, { issuer, named: issuer });
}

async function respond(provider: Provider, name: string, req: IncomingMessage): Promise<object | undefined> {
  const body = new URLSearchParams(Buffer.concat(await req.toArray()).toString());
  const endpoint = (path: string): string => `${provider.issuer}/${path}`;
  if (req.url === '/.well-known/openid-configuration')
    return {
      issuer: provider.named,
      authorization_endpoint: endpoint('authorize'),
      token_endpoint: endpoint('token'),
      userinfo_endpoint: endpoint('userinfo'),
    };
  if (req.url === '/userinfo') return req.headers.authorization === 'Bearer 7' ? { sub: '7', name } : undefined;
  const [code = '', verifier = ''] = [body.get('code') ?? '', body.get('code_verifier') ?? ''];
  const isFirst = !provider.codes.includes(code);
  provider.codes.push(code);
  const isOwn = createHash('sha256').update(verifier).digest('base64url') === provider.challenge;
  return isFirst && isOwn && code.startsWith('right') ? { access_token: '7' } : undefined;
}

describe.skipIf(!hasPackages)('oauth-login.md', () => {
  let google: Provider;
  let evil: Provider;
  let served: Served;
  let count = 0;
  beforeAll(async () => {
    [google, evil] = [await startProvider('Ada'), await startProvider('Mallory')];
    // As the page tells readers who have several providers.
    const change = (files: Record<string, string>): Record<string, string> => ({
      ...files,
      'app/oauth.ts': files['app/oauth.ts']!.replace(
        'client_secret: CLIENT_SECRET }]]',
        `client_secret: CLIENT_SECRET }], ['evil', { issuer: '${evil.issuer}', client_id: 'b', client_secret: 's' }]]`,
      ),
    });
    served = await serve('oauth-login.md', { env: { ISSUER: google.issuer }, change, cleanup: afterAll });
  });

  const get = (path: string, cookie = '') => send(`${served.url}${path}`, 'GET', undefined, { Cookie: cookie });
  const me = (cookie: string) => get('/me', cookie);
  const newCode = (): string => `right${(count += 1)}`;

  /** Starts a sign-in: the cookie of the browser, and the query with which the provider redirects back. */
  async function begin(name = 'google', cookie = '') {
    const begun = await get(`/login/${name}`, cookie);
    const { origin, searchParams } = new URL(begun.headers.get('Location')!);
    const provider = name === 'google' ? google : evil;
    provider.challenge = searchParams.get('code_challenge')!;
    expect([begun.status, origin]).toEqual([302, provider.issuer]);
    expect(searchParams.get('redirect_uri')).toBe(`http://localhost:3000/login/${name}/callback`);
    return { cookie: begun.cookie, state: searchParams.get('state')! };
  }

  async function signIn(name = 'google', cookie = '') {
    const begun = await begin(name, cookie);
    const path = `/login/${name}/callback?state=${begun.state}&code=${newCode()}`;
    const done = await get(path, [begun.cookie, cookie].filter(Boolean).join('; '));
    expect([done.status, done.headers.get('Location')]).toEqual([302, '/']);
    return { ...begun, path, session: done.cookie, headers: done.headers };
  }

  it('signs a user in, and finds the account again', async () => {
    const [first, second] = [await signIn(), await signIn()];
    expect((await me(first.session)).body).toEqual({ id: expect.any(String), name: 'Ada' });
    expect((await me(second.session)).body).toEqual((await me(first.session)).body);
  });

  it('keeps apart the users of two providers that have the same subject', async () => {
    const [ada, mallory] = [await signIn('google'), await signIn('evil')];
    expect((await me(mallory.session)).body).toMatchObject({ name: 'Mallory' });
    expect((await me(mallory.session)).body.id).not.toBe((await me(ada.session)).body.id);
  });

  it('finishes a sign-in only at the provider where it has started, and sends its code to no other', async () => {
    const { cookie, state } = await begin('evil');
    const sent = [google.codes.length, evil.codes.length];
    const path = `/login/google/callback?state=${state}&code=${newCode()}`;
    expect((await get(path, cookie)).status).toBe(401);
    const honest = await begin('google');
    expect((await get(`/login/evil/callback?state=${honest.state}&code=${newCode()}`, honest.cookie)).status).toBe(401);
    const named = `/login/google/callback?state=${honest.state}&iss=${evil.issuer}&code=${newCode()}`;
    expect((await get(named, honest.cookie)).status).toBe(401);
    expect([google.codes.length, evil.codes.length]).toEqual(sent);
  });

  it('finishes a sign-in only in the browser that has started it', async () => {
    const [attacker, victim] = [await begin(), await begin()];
    const path = `/login/google/callback?state=${attacker.state}&code=${newCode()}`;
    const forged = attacker.cookie.replace(/__Host-login=(.*?);.*/, '__Host-login=$1');
    for (const cookie of ['', victim.cookie, forged]) expect((await get(path, cookie)).status).toBe(401);
  });

  it('binds a sign-in to cookies that only the host itself can set', async () => {
    const { headers } = await get('/login/google');
    const cookies = headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-login', '__Host-login.sig']);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; path=\/;.*; samesite=lax; secure; httponly$/i);
      expect(cookie).not.toMatch(/domain/i);
    }
    const [deleted] = (await signIn()).headers.getSetCookie();
    expect(deleted).toMatch(/^__Host-login=; path=\/; expires=Thu, 01 Jan 1970.*; secure; httponly$/i);
  });

  it('takes no cookie without the prefix, which a subdomain of the attacker has planted', async () => {
    const attacker = await begin();
    const path = `/login/google/callback?state=${attacker.state}&code=${newCode()}`;
    expect((await get(path, attacker.cookie.replaceAll('__Host-', ''))).status).toBe(401);
    const { session } = await signIn('evil');
    expect((await me(session.replaceAll('__Host-', ''))).status).toBe(401);
  });

  it('finishes a sign-in once', async () => {
    const { cookie, path, session } = await signIn();
    expect((await get(path, session)).status).toBe(401);
    // A copy of the cookie that the callback has deleted.
    const again = await get(path, cookie);
    expect([again.status, again.cookie]).toEqual([502, '']);
  });

  it('gives a new session at the sign-in, so that a planted cookie stays signed out', async () => {
    const planted = (await signIn('evil')).session;
    const { session } = await signIn('google', planted);
    expect((await me(session)).body).toMatchObject({ name: 'Ada' });
    expect((await me(planted)).status).toBe(401);
  });

  it('knows no other providers, and none that names another issuer', async () => {
    for (const name of ['constructor', '__proto__', 'other']) expect((await get(`/login/${name}`)).status).toBe(404);
    evil.named = google.issuer;
    expect((await get('/login/evil')).status).toBe(502);
  });
});
