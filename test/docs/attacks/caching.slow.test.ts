import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { RedisServer } from '../../restarts/redis.ts';
import { scratch } from '../../support/build.ts';
import { hasPackages } from '../packages.ts';
import { send, serve, writePage } from './server.ts';

/** The part of the client that the test uses itself. */
interface Redis {
  set(key: string, value: string): Promise<unknown>;
  disconnect(): void;
}

interface CacheModule {
  cached<T>(redis: Redis, key: readonly (string | number)[], seconds: number, compute: () => Promise<T>): Promise<T>;
}

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

it.skipIf(!hasPackages || !hasRedis)(
  "caching.md gives no user the value of another one, nor that of another part of the app's Redis",
  async () => {
    const root = await writePage('caching.md');
    const directory = join(scratch(), 'redis');
    mkdirSync(directory);
    const server = await RedisServer.start(directory);
    onTestFinished(() => server.stop('SIGKILL'));
    const { Redis: Client } = createRequire(join(root, 'server.ts'))('ioredis') as {
      Redis: new (url: string) => Redis;
    };
    const redis = new Client(server.url);
    onTestFinished(() => redis.disconnect());
    const { cached } = (await import(/* @vite-ignore */ join(root, 'app/cache.ts'))) as CacheModule;
    for (const key of ['session:1', 'cache:session:1']) await redis.set(key, '"a secret"');
    const keys = [
      ['orders', 'ada', 'bo:x'],
      ['orders', 'ada:bo', 'x'],
      ['orders', 'ada","bo', 'x'],
      ['orders', 'ada', 'bo', 'x'],
      ['orders', 1],
      ['orders', '1'],
      ['session:1'],
    ];
    for (const key of keys) {
      const own = key.join('|') + typeof key[1];
      expect(await cached(redis, key, 60, async () => own)).toBe(own);
      expect(await cached(redis, key, 60, async () => 'computed again')).toBe(own);
    }
  },
);

it.skipIf(!hasPackages)('caching.md keeps no failure', async () => {
  const change = (files: Record<string, string>): Record<string, string> => ({
    ...files,
    'app/operations/books/bestsellers.ts': files['app/operations/books/bestsellers.ts']!.replace(
      "return ['Dust', 'North'];",
      "if ((globalThis.count = (globalThis.count ?? 0) + 1) === 1) throw new Error('down');\n  return ['Dust', 'North'];",
    ),
  });
  const { url } = await serve('caching.md', { change });
  const ask = async (): Promise<number> => (await send(`${url}/books/bestsellers`)).status;
  expect([await ask(), await ask()]).toEqual([500, 200]);
});
