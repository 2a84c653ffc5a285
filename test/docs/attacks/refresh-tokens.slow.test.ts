import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Served } from '../../support/process.ts';
import { hasPackages } from '../packages.ts';
import { forBrowsers } from '../refresh-cookie.ts';
import { send, serve } from './server.ts';

const CLOCK = join(import.meta.dirname, 'clock.mjs');

describe.skipIf(!hasPackages)('refresh-tokens.md', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve('refresh-tokens.md', { args: ['--import', CLOCK], cleanup: afterAll });
  });

  const signIn = async (): Promise<string> =>
    (await send(`${served.url}/tokens`, 'POST', { name: 'ada', password: 'correct horse' })).body.refresh_token;
  const refresh = (token: string) => send(`${served.url}/tokens/refresh`, 'POST', { refresh_token: token });

  it('exchanges a token once, even for parallel requests, and revokes the sign-in that it belongs to', async () => {
    const [token, other] = [await signIn(), await signIn()];
    const results = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
    const [won, ...more] = results.filter(({ status }) => status === 201);
    expect([won?.status, more]).toEqual([201, []]);
    expect((await refresh(won!.body.refresh_token)).status).toBe(401);
    expect((await refresh(other)).status).toBe(201);
  });

  it('revokes the tokens of a thief when the user comes back', async () => {
    const token = await signIn();
    const stolen = await refresh((await refresh(token)).body.refresh_token);
    expect(stolen.status).toBe(201);
    expect((await refresh(token)).status).toBe(401);
    expect((await refresh(stolen.body.refresh_token)).status).toBe(401);
  });

  it('takes no access token as a refresh token, and none the other way round', async () => {
    const { body } = await refresh(await signIn());
    expect((await refresh(body.access_token)).status).toBe(400);
    const headers = { Authorization: `Bearer ${body.refresh_token}` };
    expect((await send(`${served.url}/me`, 'GET', undefined, headers)).status).toBe(401);
  });

  it('ends a token on the server, whatever the client keeps', async () => {
    const token = await signIn();
    process.kill(served.pid, 'SIGUSR2');
    await expect.poll(() => served.output()).toContain('31 days later');
    expect((await refresh(token)).status).toBe(401);
    expect((await refresh(await signIn())).status).toBe(201);
  });
});

describe.skipIf(!hasPackages)('refresh-tokens.md in browsers', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve('refresh-tokens.md', { change: forBrowsers, cleanup: afterAll });
  });

  const RIGHT = { name: 'ada', password: 'correct horse', browser: true };
  const signIn = async (): Promise<string> => (await send(`${served.url}/tokens`, 'POST', RIGHT)).cookie;
  const refresh = (Cookie: string) => send(`${served.url}/tokens/refresh`, 'POST', undefined, { Cookie });

  it('sends the token in a cookie that only the host itself can set', async () => {
    const { headers } = await send(`${served.url}/tokens`, 'POST', RIGHT);
    const [cookie = '', ...others] = headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^__Host-/);
    expect(cookie).toMatch(/; path=\/;.*; samesite=strict; secure; httponly$/i);
    expect(cookie).not.toMatch(/domain/i);
  });

  it('takes neither of two different cookies, in either order', async () => {
    const [planted, own] = [await signIn(), await signIn()];
    for (const cookies of [`${planted}; ${own}`, `${own}; ${planted}`])
      expect((await refresh(cookies)).status).toBe(401);
    expect((await refresh(own)).status).toBe(201);
  });

  it('takes no cookie without the prefix, which a subdomain could have planted', async () => {
    const planted = (await signIn()).replace('__Host-', '');
    expect((await refresh(planted)).status).toBe(401);
  });

  it('deletes no cookie for another site, which cannot send it', async () => {
    const revoke = (headers: Record<string, string>) =>
      send(`${served.url}/tokens/refresh/revoke`, 'POST', undefined, headers);
    const cookie = await signIn();
    const foreign = await revoke({ 'Content-Type': 'application/x-www-form-urlencoded' });
    expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([204, []]);
    const own = await revoke({ Cookie: cookie });
    expect([own.status, own.headers.getSetCookie()]).toEqual([204, [expect.stringMatching(/^__Host-refresh_token=;/)]]);
  });
});
