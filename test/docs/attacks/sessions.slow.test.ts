import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Served } from '../../support/process.ts';
import { hasPackages } from '../packages.ts';
import { buildPage, send, start } from './server.ts';

const COUNTER = join(import.meta.dirname, 'hash-counter.mjs');
const CLOCK = join(import.meta.dirname, 'clock.mjs');
const SECRET = 'a-secret-of-32-bytes-for-examples';
const RIGHT = { name: 'ada', password: 'correct horse' };

/** An operation that responds once another request of it has ended. */
const SLOW = `let end = () => {};
/**
 * Waits.
 * @param {boolean} [end]
 * @returns {boolean} Done
 */
export default async function slow({ input }) {
  if (input.query.end) return end(), true;
  console.log('in flight');
  await new Promise((resolve) => (end = resolve));
  return true;
}
`;

/** A token with any claims, signed with the secret of the server. */
function tokenOf(claims: object, alg = 'HS256'): string {
  const text = [{ alg }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${alg === 'none' ? '' : createHmac('sha256', SECRET).update(text).digest('base64url')}`;
}

describe.skipIf(!hasPackages)('jwt-and-sessions.md', () => {
  const page = 'jwt-and-sessions.md';
  let file: string;
  let served: Served;
  beforeAll(async () => {
    file = await buildPage(page, { cleanup: afterAll });
    served = await start(file, page, { args: ['--import', COUNTER, '--import', CLOCK], cleanup: afterAll });
  });

  const signIn = (cookie = '') => send(`${served.url}/session`, 'POST', RIGHT, { Cookie: cookie });
  const me = async (cookie: string): Promise<number> =>
    (await send(`${served.url}/me`, 'GET', undefined, { Cookie: cookie })).status;

  it('gives a new session at the sign-in, so that a planted cookie stays signed out', async () => {
    const planted = (await signIn()).cookie;
    const own = (await signIn(planted)).cookie;
    expect(own).not.toBe(planted);
    expect([await me(own), await me(planted)]).toEqual([200, 401]);
  });

  it('keeps the session in cookies that only the host itself can set', async () => {
    const { headers, cookie } = await signIn();
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=[^;]+; path=\/; samesite=lax; secure; httponly$/i),
      expect.stringMatching(/^__Host-session\.sig=[^;]+; path=\/; samesite=lax; secure; httponly$/i),
    ]);
    expect([await me(cookie), await me(cookie.replaceAll('__Host-', ''))]).toEqual([200, 401]);
  });

  it('ends a session on the server, so that a copy of its cookie is worth nothing after the sign-out', async () => {
    const { cookie } = await signIn();
    expect(await me(cookie)).toBe(200);
    expect((await send(`${served.url}/session`, 'DELETE', undefined, { Cookie: cookie })).status).toBe(204);
    expect(await me(cookie)).toBe(401);
  });

  it('takes no session ID that it has not signed', async () => {
    const { cookie } = await signIn();
    const [id = ''] = cookie.split('; ');
    expect(await me(id)).toBe(401);
    expect(await me(cookie.replace(/=\w/, '=_'))).toBe(401);
  });

  it.each(['/session', '/token'])('hashes a password at %s whether or not there is an account', async (path) => {
    const hashes = (): number => served.output().match(/^hashed$/gm)?.length ?? 0;
    for (const name of ['ada', 'nobody', 'constructor', '']) {
      const before = hashes();
      expect((await send(`${served.url}${path}`, 'POST', { name, password: 'wrong' })).status).toBe(401);
      await expect.poll(hashes).toBe(before + 1);
    }
  });

  it('takes no token that never expires, has no user, or has another algorithm', async () => {
    const exp = 4_102_444_800;
    const status = async (token: string): Promise<number> =>
      (await send(`${served.url}/me`, 'GET', undefined, { Authorization: `Bearer ${token}` })).status;
    expect(await status(tokenOf({ sub: 'ada', exp }))).toBe(200);
    expect(await status(tokenOf({ sub: 'ada' }))).toBe(401);
    expect(await status(tokenOf({ exp }))).toBe(401);
    expect(await status(tokenOf({ sub: 'ada', exp: 1 }))).toBe(401);
    expect(await status(tokenOf({ sub: 'ada', exp }, 'none'))).toBe(401);
    expect(await status(tokenOf({ sub: 'ada', exp }, 'HS512'))).toBe(401);
  });

  it('ends a session on the server, whatever the browser keeps', async () => {
    const { cookie } = await signIn();
    expect(await me(cookie)).toBe(200);
    process.kill(served.pid, 'SIGUSR2');
    await expect.poll(() => served.output()).toContain('31 days later');
    expect(await me(cookie)).toBe(401);
  });

  it('keeps a session ended if a request in flight stores it again', async () => {
    const change = (files: Record<string, string>): Record<string, string> => ({
      ...files,
      'app/session.ts': files['app/session.ts']!.replace(
        "sameSite: 'lax', store",
        "sameSite: 'lax', rolling: true, store",
      ),
      'app/operations/slow.ts': SLOW,
    });
    const rolling = await start(await buildPage(page, { change }), page);
    const at = (path: string, method = 'GET', cookie = '', body?: unknown) =>
      send(`${rolling.url}${path}`, method, body, { Cookie: cookie });
    const { cookie } = await at('/session', 'POST', '', RIGHT);
    const inFlight = at('/slow', 'GET', cookie);
    await expect.poll(() => rolling.output()).toContain('in flight');
    expect((await at('/session', 'DELETE', cookie)).status).toBe(204);
    expect((await at('/slow?end=true', 'GET')).status).toBe(200);
    expect((await inFlight).status).toBe(200);
    expect((await at('/me', 'GET', cookie)).status).toBe(401);
  });

  it('refuses to start with a secret that can be guessed', async () => {
    await expect(start(file, page, { env: { JWT_SECRET: 'secret' } })).rejects.toThrow('Set JWT_SECRET');
  });
});
