import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Served } from '../../support/process.ts';
import { hasPackages } from '../packages.ts';
import { filesOf, send, serve } from './server.ts';

const COUNTER = join(import.meta.dirname, 'hash-counter.mjs');
const [OLD, NEW] = ['correct horse', 'battery staple'];

describe.skipIf(!hasPackages)('accounts.md', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve('accounts.md', { args: ['--import', COUNTER], cleanup: afterAll });
  });

  const post = async (path: string, body: object): Promise<number> =>
    (await send(`${served.url}${path}`, 'POST', body)).status;
  const signIn = (email: string, password: string) => send(`${served.url}/session`, 'POST', { email, password });
  const signOut = async (cookie: string): Promise<number> =>
    (await send(`${served.url}/session`, 'DELETE', undefined, { Cookie: cookie })).status;
  const mailsTo = (email: string): string[] =>
    served
      .output()
      .split('To: ')
      .filter((mail) => mail.startsWith(email));

  /** Causes an email, and returns the token of its link. */
  async function tokenOf(email: string, path: string, body: object = {}): Promise<string> {
    const { length } = mailsTo(email);
    expect(await post(path, { email, ...body })).toBe(204);
    await expect.poll(() => mailsTo(email)[length]).toMatch(/\?token=\S+\n/);
    return /\?token=(\S+)/.exec(mailsTo(email)[length]!)![1]!;
  }

  async function register(email: string): Promise<void> {
    const token = await tokenOf(email, '/users');
    expect(await post('/users/verify', { token, password: OLD })).toBe(204);
  }

  it('creates an account with a link that works once, and only for its purpose', async () => {
    const email = 'ada@example.com';
    const token = await tokenOf(email, '/users');
    expect((await signIn(email, OLD)).status).toBe(401);
    expect(await post('/password/reset', { token, password: OLD })).toBe(410);
    expect(await post('/users/verify', { token, password: OLD })).toBe(204);
    expect(await post('/users/verify', { token, password: NEW })).toBe(410);
    expect((await signIn('Ada@Example.com', OLD)).status).toBe(204);
    expect(await post('/users', { email })).toBe(204);
    await expect.poll(() => mailsTo(email).at(-1)).toContain('You already have an account.');
  });

  it('leaves no password to a client who registers the address of somebody else first', async () => {
    const email = 'victim@example.com';
    await tokenOf(email, '/users', { password: 'mine from now on' });
    const token = await tokenOf(email, '/users', { password: 'mine from now on' });
    expect(await post('/users/verify', { token, password: OLD })).toBe(204);
    expect((await signIn(email, 'mine from now on')).status).toBe(401);
    expect((await signIn(email, OLD)).status).toBe(204);
  });

  it('ends older links with a new one, and all of them with the reset', async () => {
    const email = 'bo@example.com';
    const before = await tokenOf(email, '/users');
    const token = await tokenOf(email, '/users');
    expect(await post('/users/verify', { token: before, password: NEW })).toBe(410);
    expect(await post('/users/verify', { token, password: OLD })).toBe(204);
    const [first, second, third] = [
      await tokenOf(email, '/password/forgot'),
      await tokenOf(email, '/password/forgot'),
      await tokenOf(email, '/password/forgot'),
    ];
    expect(await post('/password/reset', { token: second, password: NEW })).toBe(410);
    expect(await post('/password/reset', { token: third, password: NEW })).toBe(204);
    for (const used of [first, second, third, token])
      expect(await post('/password/reset', { token: used, password: 'mine from now on' })).toBe(410);
    expect((await signIn(email, NEW)).status).toBe(204);
  });

  it('redeems a link once, also in parallel', async () => {
    await register('cy@example.com');
    const token = await tokenOf('cy@example.com', '/password/forgot');
    const results = await Promise.all(
      Array.from({ length: 5 }, (_, i) => post('/password/reset', { token, password: `${NEW} ${i}` })),
    );
    expect(results.filter((status) => status === 204)).toHaveLength(1);
  });

  it('ends all sessions of the user at a reset, and no others', async () => {
    await register('di@example.com');
    await register('ed@example.com');
    const [stolen, own, other] = [
      (await signIn('di@example.com', OLD)).cookie,
      (await signIn('di@example.com', OLD)).cookie,
      (await signIn('ed@example.com', OLD)).cookie,
    ];
    const token = await tokenOf('di@example.com', '/password/forgot');
    // Sign-ins with the old password that end during the reset.
    const late = Array.from({ length: 4 }, () => signIn('di@example.com', OLD));
    expect(await post('/password/reset', { token, password: NEW })).toBe(204);
    const cookies = (await Promise.all(late)).map(({ cookie }) => cookie);
    for (const cookie of [stolen, own, ...cookies]) expect(await signOut(cookie)).toBe(401);
    expect(await signOut(other)).toBe(204);
  });

  it('gives a new session at the sign-in, and ends it on the server at the sign-out', async () => {
    const credentials = { email: 'gi@example.com', password: OLD };
    await register(credentials.email);
    const planted = (await signIn(credentials.email, OLD)).cookie;
    const own = (await send(`${served.url}/session`, 'POST', credentials, { Cookie: planted })).cookie;
    expect(await signOut(planted)).toBe(401);
    // A subdomain can plant a cookie only without the prefix.
    expect(await signOut(own.replaceAll('__Host-', ''))).toBe(401);
    expect([await signOut(own), await signOut(own)]).toEqual([204, 401]);
  });

  it('never reveals who has an account: neither by the response nor by the work before it', async () => {
    await register('fi@example.com');
    const hashes = (): number => served.output().match(/^hashed$/gm)?.length ?? 0;
    for (const email of ['fi@example.com', 'nobody@example.com']) {
      const before = hashes();
      const refused = await signIn(email, 'wrong');
      expect([refused.status, refused.body.detail]).toEqual([401, 'The address or the password is wrong']);
      await expect.poll(hashes).toBe(before + 1);
      for (const path of ['/users', '/password/forgot'])
        expect(await send(`${served.url}${path}`, 'POST', { email })).toMatchObject({ status: 204, body: '' });
    }
  });

  it('accounts.md lists the passwords of jwt-and-sessions.md', () => {
    const file = 'app/passwords.ts';
    expect(filesOf('accounts.md')[file]).toBe(filesOf('jwt-and-sessions.md')[file]);
  });
});
