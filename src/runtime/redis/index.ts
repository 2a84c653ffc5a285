import type { RateLimitStore } from '../../directives/rate-limit/runtime/limit-store.ts';
import type { OptionTable } from '../koa/option-table.ts';
import { checkOptions, TEXT } from '../koa/option-table.ts';
import { usageError } from '../koa/usage-error.ts';
import { commandsOf, type RedisClient } from './redis-commands.ts';
import { rateLimitsIn } from './rate-limits-in-redis.ts';

export type { RedisClient } from './redis-commands.ts';

/** Options of {@link redis}. */
export interface RedisOptions {
  /** The start of all keys, for several apps in one database (default: `operations:`). */
  readonly prefix?: string;
}

/** What an app keeps in Redis, by the names of its options. */
export interface RedisStores {
  /** Counts the requests of `@rate-limit`. */
  readonly rateLimits: RateLimitStore;
}

const OPTIONS: OptionTable<RedisOptions> = { prefix: TEXT };

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
  const { prefix = 'operations:' } = options;
  return { rateLimits: rateLimitsIn(commandsOf(client), prefix) };
}
