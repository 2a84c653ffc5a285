import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { RedisClient } from '../../../src/runtime/redis/index.ts';
import { redis } from '../../../src/runtime/redis/index.ts';
import { DOCS } from '../../docs/examples.ts';
import type { Cleanup } from '../../playground/build.ts';
import { RedisServer } from '../../restarts/redis.ts';
import { scratch } from '../../support/build.ts';
import type { DatabaseKind, StateDatabase } from './databases.ts';

const requireDocs = createRequire(join(DOCS, 'package.json'));
const hasServer = spawnSync('redis-server', ['--version']).status === 0;

/** Lets time pass: each lease and each key ends earlier. */
const PASS = `
for _, key in ipairs(redis.call('KEYS', '*')) do
  redis.call('HSET', key, 'until', string.format('%.0f', redis.call('HGET', key, 'until') - ARGV[1]))
  redis.call('PEXPIRE', key, string.format('%.0f', redis.call('PTTL', key) - ARGV[1]))
end`;

/** A connected client, and what its server is told. */
interface Connected {
  readonly client: RedisClient;
  readonly send: (...command: string[]) => Promise<unknown>;
}

async function create(
  connect: (url: string, cleanup: Cleanup) => Promise<Connected>,
  cleanup: Cleanup,
): Promise<StateDatabase> {
  const server = await RedisServer.start(scratch(cleanup));
  cleanup(() => server.stop('SIGKILL'));
  const { client, send } = await connect(server.url, cleanup);
  const noSql = () => Promise.reject(new Error('Redis has no SQL'));
  return {
    open: (options) => redis(client, options),
    clear: () => send('FLUSHALL'),
    pass: (time) => send('EVAL', PASS, '0', String(time)),
    run: noSql,
    effect: noSql,
  };
}

interface IoRedis {
  call(command: string, ...args: string[]): Promise<unknown>;
  disconnect(): void;
}

async function withIoRedis(url: string, cleanup: Cleanup): Promise<Connected> {
  const { Redis } = requireDocs('ioredis') as { Redis: new (url: string) => IoRedis };
  const client = new Redis(url);
  cleanup(async () => client.disconnect());
  return { client, send: (name, ...args) => client.call(name!, ...args) };
}

interface NodeRedis {
  connect(): Promise<unknown>;
  sendCommand(args: string[]): Promise<unknown>;
  destroy(): void;
}

async function withNodeRedis(url: string, cleanup: Cleanup): Promise<Connected> {
  const { createClient } = requireDocs('redis') as { createClient(options: object): NodeRedis };
  const client = createClient({ url });
  await client.connect();
  cleanup(async () => client.destroy());
  return { client, send: (...args) => client.sendCommand(args) };
}

const kind = (name: string, connect: typeof withIoRedis): DatabaseKind => ({
  name: `Redis with ${name} (a package of docs, needs redis-server)`,
  create: (cleanup) => create(connect, cleanup),
  isPresent: hasServer && existsSync(join(DOCS, 'node_modules', name)),
});

/** The ways to use Redis. */
export const REDIS: readonly DatabaseKind[] = [kind('ioredis', withIoRedis), kind('redis', withNodeRedis)];
