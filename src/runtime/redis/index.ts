import type { IdempotencyStore } from '../../directives/idempotent/runtime/store.ts';
import type { RateLimitStore } from '../../directives/rate-limit/runtime/limit-store.ts';
import type { OptionTable } from '../koa/option-table.ts';
import { checkOptions, TEXT } from '../koa/option-table.ts';
import { usageError } from '../koa/usage-error.ts';
import { DAY, DURATION } from '../state/state-options.ts';
import { keysIn } from './keys-in-redis.ts';
import { rateLimitsIn } from './rate-limits-in-redis.ts';
import { commandsOf, type RedisClient } from './redis-commands.ts';

export type { RedisClient } from './redis-commands.ts';

/** Options of {@link redis}. */
export interface RedisOptions {
  /** The start of all keys, for several apps in one database (default: `operations:`). */
  readonly prefix?: string;
  /** How long responses of `@idempotent` are kept, in milliseconds (default: 24 hours). */
  readonly ttl?: number;
}

/** The stores of an app in Redis, by the names of its options. */
export interface RedisStores {
  /** Keeps the responses of `@idempotent`. */
  readonly idempotency: IdempotencyStore;
  /** Counts the requests of `@rate-limit`. */
  readonly rateLimits: RateLimitStore;
}

const OPTIONS: OptionTable<RedisOptions> = { prefix: TEXT, ttl: DURATION };

/**
 * Creates the stores of an app in Redis 6 or later, or in a compatible database, for one server without a cluster.
 *
 * @param client Your client of the package `ioredis` or `redis`. It is not closed.
 * @throws {TypeError} If the client or an option is invalid.
 * @example createApp(operations, { ...redis(new Redis(process.env.REDIS_URL)) })
 */
export function redis(client: RedisClient, options: RedisOptions = {}): RedisStores {
  checkOptions('redis', options, OPTIONS);
  const { call, sendCommand } = Object(client) as { readonly call?: unknown; readonly sendCommand?: unknown };
  if (typeof call !== 'function' && typeof sendCommand !== 'function')
    throw usageError('The client of redis must be a client of the package "ioredis" or "redis".');
  const { prefix = 'operations:', ttl = DAY } = options;
  surviveLostConnection(client);
  const send = commandsOf(client);
  return { idempotency: keysIn(send, prefix, ttl), rateLimits: rateLimitsIn(send, prefix) };
}

/** The package `redis` ends the process if an error of the connection has no listener. Its commands fail with the error, too. */
function surviveLostConnection(client: RedisClient): void {
  const { call, on } = client as {
    readonly call?: unknown;
    readonly on?: (name: string, listener: () => void) => unknown;
  };
  if (call === undefined) on?.call(client, 'error', () => {});
}
