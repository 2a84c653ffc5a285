import type { Manifest } from '../../../shared/contract/manifest.ts';
import type { OptionTable } from '../../../runtime/koa/option-table.ts';
import { ANY, checkOptions } from '../../../runtime/koa/option-table.ts';
import type { IdempotencyOptions } from '../../../runtime/koa/options.ts';
import { usageError } from '../../../runtime/koa/usage-error.ts';
import { type ClientOf, type ReadClient, resolveClient } from './key-client.ts';
import { memoryStore } from './memory-store.ts';
import { warnOfPassingCredentials } from './passing-credentials.ts';
import { warnOfShortLivedStore } from './short-lived.ts';
import type { IdempotencyStore } from './store.ts';

/** The resolved option `idempotency`. */
export interface Keys {
  readonly store: IdempotencyStore;
  readonly clientOf: ReadClient;
  readonly lease: number;
  readonly timeout: number;
}

const FUNCTIONS = ['reserve', 'complete', 'release'] as const;
/** The rules of {@link IdempotencyOptions}. The rest is checked by the code that needs it. */
const OPTIONS: OptionTable<IdempotencyOptions> = { store: ANY, clientOf: ANY, lease: ANY, timeout: ANY };

/**
 * Resolves the option `idempotency`.
 *
 * @throws {TypeError} If it is invalid, or the clients of an operation are unknown.
 */
export function resolveKeys(manifest: Manifest, own: IdempotencyStore | IdempotencyOptions = {}): Keys {
  const { store = memoryStore(), clientOf, lease = 30_000, timeout = 3000 } = toOptions(own);
  for (const name of FUNCTIONS)
    if (typeof store?.[name] !== 'function')
      throw usageError(`The option idempotency must have a store with a function ${name}.`);
  checkDuration('lease', lease);
  checkDuration('timeout', timeout);
  // A method of a class needs its store.
  const ofStore: ClientOf | undefined = store.clientOf && ((ctx, credentials) => store.clientOf!(ctx, credentials));
  const readClient = resolveClient(manifest, clientOf ?? ofStore);
  if (toOptions(own).store === undefined) warnOfShortLivedStore(manifest);
  if (clientOf === undefined && ofStore === undefined) warnOfPassingCredentials(manifest);
  return { store, lease, timeout, clientOf: readClient };
}

/** @throws {TypeError} If it is not a duration that timers know. */
function checkDuration(name: string, duration: unknown): void {
  if (typeof duration === 'number' && duration >= 1 && duration < 2 ** 31) return;
  throw usageError(`The option idempotency.${name} must be at least 1 millisecond, not ${String(duration)}.`);
}

function toOptions(own: unknown): IdempotencyOptions {
  if (typeof own !== 'object' || own === null)
    throw usageError('The option idempotency must be a store, or an object with store, clientOf, lease or timeout.');
  if (FUNCTIONS.some((name) => name in own)) return { store: own as IdempotencyStore };
  checkOptions('createApp or createRouter', own, OPTIONS, 'idempotency.');
  return own;
}
