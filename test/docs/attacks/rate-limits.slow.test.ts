import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Served } from '../../support/process.ts';
import { hasPackages } from '../packages.ts';
import { withRedis } from './limits-in-redis.ts';
import { send, serve, writePage } from './server.ts';

const page = 'cors-and-rate-limits.md';

describe.skipIf(!hasPackages)('cors-and-rate-limits.md', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(page, { cleanup: afterAll });
  });

  const signIn = async (path: string, address: string, email = 'ada@shop.example'): Promise<number> =>
    (await send(`${served.url}${path}`, 'POST', { email, password: 'guess' }, { 'X-Forwarded-For': address })).status;

  it('limits the sign-in, however its path is written', async () => {
    expect(await signIn('/session', '192.0.2.1')).toBe(401);
    for (const path of ['/session', '/session/', '/%73ession', '/session/?a', '/session?b'])
      expect([path, await signIn(path, '192.0.2.1')]).toEqual([path, 429]);
  });

  it('counts the address that the proxy has added, and all of an IPv6 network as one', async () => {
    expect(await signIn('/session', '192.0.2.2')).toBe(401);
    expect(await signIn('/session', '198.51.100.1, 192.0.2.2')).toBe(429);
    expect(await signIn('/session', '::ffff:192.0.2.2')).toBe(429);
    expect(await signIn('/session', '2001:db8:1:2::1')).toBe(401);
    for (const address of ['2001:db8:1:2::2', '2001:DB8:1:2:3:4:5:6', '2001:db8:1:2:ffff::'])
      expect([address, await signIn('/session', address)]).toEqual([address, 429]);
    expect(await signIn('/session', '2001:db8:1:3::1', 'bo@shop.example')).toBe(401);
  });

  it('limits the guesses for an account from many addresses, however its address is written', async () => {
    const guesses = Array.from({ length: 6 }, (_, i) => i);
    const statuses: number[] = [];
    for (const i of guesses)
      statuses.push(await signIn('/session', `203.0.113.${i}`, i % 2 ? 'Cy@shop.example' : 'cy@SHOP.example'));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('limits the guesses for an API key', async () => {
    const guess = (key: string): Promise<{ status: number }> =>
      send(`${served.url}/reports`, 'GET', undefined, { 'X-Key': key, 'X-Forwarded-For': '192.0.2.3' });
    const statuses: number[] = [];
    for (let i = 0; i < 101; i++) statuses.push((await guess(`key-of-${i}`)).status);
    expect(statuses).toEqual([...Array<number>(100).fill(401), 429]);
    expect((await guess('key-of-bo')).status).toBe(429);
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

  it('keeps short keys, and not too many of them', async () => {
    const long = `${'a'.repeat(900_000)}@shop.example`;
    expect(await signIn('/session', '192.0.2.4', long)).toBe(400);
    const root = await writePage(page);
    const load = (file: string): Promise<any> => import(/* @vite-ignore */ join(root, file));
    const { Counters } = await load('app/counters.ts');
    const counters = new Counters();
    for (let i = 0; i < 150_000; i++) counters.set(`${i}`, i);
    expect([counters.size, counters.has('149999'), counters.has('0')]).toEqual([100_000, true, false]);
    const { networkOf } = await load('app/network.ts');
    for (const ip of ['a'.repeat(10_000), `${'1:'.repeat(5_000)}`, '', 'fe80::1%eth0', '::', '1::2:3:4:5:6:7', ']/#::'])
      expect([ip.length, networkOf(ip).length]).toEqual([ip.length, expect.toSatisfy((n: number) => n > 0 && n <= 45)]);
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

it.skipIf(!hasPackages)(`${page} responds in time if Redis doesn't, and lets nobody guess meanwhile`, async () => {
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
