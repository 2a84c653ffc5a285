import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RedisServer } from '../../restarts/redis.ts';
import { scratch } from '../../support/build.ts';
import { hasPackages } from '../packages.ts';
import { writePage } from './server.ts';

/** The part of the client that the test uses itself. */
interface Redis {
  pttl(key: string): Promise<number>;
  flushall(): Promise<unknown>;
  disconnect(): void;
}

interface Session {
  readonly id?: string;
  readonly user?: { readonly name: string };
}

interface StoreModule {
  storeIn(redis: Redis): {
    get(id: string): Promise<Session | null>;
    set(id: string, session: Session, maxAge: number): Promise<void>;
    destroy(id: string): Promise<void>;
  };
  endSessionsIn(redis: Redis, name: string): Promise<void>;
}

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const DAY = 86_400_000;
const ADA = { user: { name: 'ada' } };

describe.skipIf(!hasPackages || !hasRedis)('the sessions in Redis of jwt-and-sessions.md', () => {
  let server: RedisServer;
  let redis: Redis;
  let page: StoreModule;
  let store: ReturnType<StoreModule['storeIn']>;
  beforeAll(async () => {
    const root = await writePage('jwt-and-sessions.md', { cleanup: afterAll });
    const directory = join(scratch(afterAll), 'redis');
    mkdirSync(directory);
    server = await RedisServer.start(directory);
    const { Redis: Client } = createRequire(join(root, 'server.ts'))('ioredis') as {
      Redis: new (url: string) => Redis;
    };
    redis = new Client(server.url);
    page = (await import(/* @vite-ignore */ join(root, 'app/session-store.ts'))) as StoreModule;
    store = page.storeIn(redis);
  });
  afterAll(async () => {
    redis?.disconnect();
    await server?.stop('SIGKILL');
  });
  beforeEach(() => redis.flushall());

  const read = async (id: string): Promise<unknown> => (await store.get(id)) || undefined;

  it('end all, also a long one after a shorter sign-in', async () => {
    await store.set('thief', ADA, 30 * DAY);
    await store.set('owner', ADA, DAY);
    expect(await redis.pttl('sessions-of:ada')).toBeGreaterThan(29 * DAY);
    await page.endSessionsIn(redis, 'ada');
    expect([await read('thief'), await read('owner')]).toEqual([undefined, undefined]);
  });

  it('keep the list of a user for as long as a session that is extended', async () => {
    await store.set('one', ADA, DAY);
    await store.set('one', (await store.get('one'))!, 30 * DAY);
    expect(await redis.pttl('sessions-of:ada')).toBeGreaterThan(29 * DAY);
    expect(await redis.pttl('session:one')).toBeGreaterThan(29 * DAY);
  });

  it('stay ended if a request in flight stores them again', async () => {
    await store.set('one', ADA, DAY);
    const inFlight = (await store.get('one'))!;
    await page.endSessionsIn(redis, 'ada');
    await store.set('one', inFlight, DAY);
    expect(await read('one')).toBeUndefined();
    await store.set('two', ADA, DAY);
    const other = (await store.get('two'))!;
    await store.destroy('two');
    await store.set('two', other, DAY);
    expect(await read('two')).toBeUndefined();
  });

  it('start under a new ID, also from a session that is read', async () => {
    await store.set('anonymous', {}, DAY);
    await store.set('signed-in', { ...(await store.get('anonymous'))!, ...ADA }, DAY);
    expect(await read('signed-in')).toEqual({ ...ADA, id: 'signed-in' });
    await page.endSessionsIn(redis, 'nobody');
    expect(await read('signed-in')).toBeDefined();
  });
});
