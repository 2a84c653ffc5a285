import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Served } from '../../support/process.ts';
import { readPage } from '../examples.ts';
import { hasPackages } from '../packages.ts';
import { withRedis } from './limits-in-redis.ts';
import { send, serve } from './server.ts';

const page = 'cors-and-rate-limits.md';

describe.skipIf(!hasPackages)('cors-and-rate-limits.md', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(page, { cleanup: afterAll });
  });

  const signIn = async (path: string, address: string, email = 'ada@shop.example'): Promise<number> =>
    (await send(`${served.url}${path}`, 'POST', { email, password: 'guess' }, { 'X-Forwarded-For': address })).status;

  /** How many of the guesses of a client are not refused. */
  const passing = async (count: number, guess: (i: number) => Promise<number>): Promise<number> => {
    let passed = 0;
    for (let i = 0; i < count; i++) if ((await guess(i)) !== 429) passed += 1;
    return passed;
  };

  it('limits the sign-in, however its path is written', async () => {
    const paths = ['/session', '/session/', '/%73ession', '/session/?a', '/session?b'];
    const guess = (i: number) => signIn(paths[i % paths.length]!, '192.0.2.1', `user${i}@shop.example`);
    expect(await passing(12, guess)).toBe(5);
  });

  it('counts the address that the proxy has added, and all of an IPv6 network as one', async () => {
    const spellings = ['192.0.2.2', '198.51.100.1, 192.0.2.2', '::ffff:192.0.2.2'];
    const guess = (i: number) => signIn('/session', spellings[i % 3]!, `client${i}@shop.example`);
    expect(await passing(12, guess)).toBe(5);
    const network = (i: number) => signIn('/session', `2001:db8:1:2:${i}::${i}`, `network${i}@shop.example`);
    expect(await passing(12, network)).toBe(5);
    expect(await signIn('/session', '2001:db8:1:3::1', 'bo@shop.example')).toBe(401);
  });

  it('limits the guesses for an account from many addresses, however its address is written', async () => {
    const guesses = Array.from({ length: 6 }, (_, i) => i);
    const statuses: number[] = [];
    for (const i of guesses)
      statuses.push(await signIn('/session', `203.0.113.${i}`, i % 2 ? 'Cy@shop.example' : 'cy@SHOP.example'));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('lets no origin read responses that only resembles an allowed one', async () => {
    const [, several] = /pass a function that returns the allowed one: `origin: ([^`]+)`/.exec(readPage(page))!;
    const [, list] = /with `(const origins = [^`]+)`/.exec(readPage(page))!;
    const change = (files: Record<string, string>): Record<string, string> => ({
      ...files,
      'app/cors.ts': files['app/cors.ts']!.replace(/^ {2}origin,$/m, `  origin: ${several},`).replace(
        'export',
        `${list};\nexport`,
      ),
    });
    const own = 'https://shop.example';
    const env = { ALLOWED_ORIGIN: `${own},https://admin.shop.example` };
    for (const { url } of [served, await serve(page, { change, env })]) {
      const allowed = async (origin: string, method = 'POST'): Promise<string | null> => {
        const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
        const response = await fetch(`${url}/books`, { method, headers });
        return response.headers.get('Access-Control-Allow-Origin');
      };
      for (const method of ['POST', 'OPTIONS']) {
        expect(await allowed(own, method)).toBe(own);
        for (const origin of [
          'null',
          `${own}.evil.example`,
          'https://evilshop.example',
          'http://shop.example',
          `${own}/`,
        ])
          expect([origin, [null, own].includes(await allowed(origin, method))]).toEqual([origin, true]);
      }
    }
  });

  it('limits the guesses for an API key', async () => {
    const guess = (key: string): Promise<{ status: number }> =>
      send(`${served.url}/reports`, 'GET', undefined, { 'X-Key': key, 'X-Forwarded-For': '192.0.2.3' });
    const start = performance.now();
    let passed = 0;
    while ((await guess(`key-of-${passed}`)).status === 401) passed += 1;
    expect(passed).toBeGreaterThanOrEqual(100);
    expect(passed).toBeLessThanOrEqual(101 + ((performance.now() - start) * 100) / 60_000);
  });

  it('limits requests to unknown paths', async () => {
    const ask = (): Promise<{ status: number }> =>
      send(`${served.url}/unknown`, 'GET', undefined, { 'X-Forwarded-For': '192.0.2.9' });
    const start = performance.now();
    let passed = 0;
    while ((await ask()).status === 404) passed += 1;
    expect(passed).toBeLessThanOrEqual(301 + ((performance.now() - start) * 300) / 60_000);
    // Pages of the front end can read the 429.
    const headers = { 'X-Forwarded-For': '192.0.2.9', Origin: 'https://shop.example' };
    const refused = await send(`${served.url}/unknown`, 'GET', undefined, headers);
    expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([429, 'https://shop.example']);
  });

  it('allows no other origin', async () => {
    for (const origin of ['https://evil.example', 'null', 'https://shop.example.evil.example', 'http://shop.example']) {
      const { headers } = await send(`${served.url}/books`, 'OPTIONS', undefined, {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
      });
      expect([origin, headers.get('Access-Control-Allow-Origin')]).not.toEqual([origin, origin]);
      expect(headers.get('Access-Control-Allow-Origin')).not.toBe('*');
    }
  });

  it('refuses long addresses of accounts', async () => {
    const long = `${'a'.repeat(900_000)}@shop.example`;
    expect(await signIn('/session', '192.0.2.4', long)).toBe(400);
  });
});

/** A Redis that stops responding when its first client is ready. */
async function startSilentRedis(): Promise<{ url: string; isSilent(): boolean }> {
  const sockets: Socket[] = [];
  let isSilent = false;
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (isSilent) return;
      // ioredis is ready once it has read INFO.
      isSilent = /\r\ninfo\r\n/i.test(String(data));
      const { length } = String(data).match(/^\*\d+\r$/gm) ?? [];
      socket.write(isSilent ? '$0\r\n\r\n' : '+OK\r\n'.repeat(length ?? 1));
    });
  }).listen(0);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return { url: `redis://localhost:${(server.address() as AddressInfo).port}`, isSilent: () => isSilent };
}

it.skipIf(!hasPackages)(`${page} responds in time if Redis doesn't, and allows no guesses meanwhile`, async () => {
  const redis = await startSilentRedis();
  const { url } = await serve(page, { env: { REDIS_URL: redis.url }, change: withRedis });
  expect(redis.isSilent()).toBe(true);
  // By default, ioredis waits for minutes.
  const signal = AbortSignal.timeout(20_000);
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ email: 'ada@shop.example', password: 'guess' });
  const guesses = Array.from({ length: 5 }, () => fetch(`${url}/session`, { method: 'POST', headers, body, signal }));
  expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(5).fill(503));
});
