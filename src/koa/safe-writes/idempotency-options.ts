import type { Manifest } from '../../contract/manifest.ts';
import type { IdempotencyOptions } from '../options.ts';
import { usageError } from '../usage-error.ts';
import { type ClientOf, type ReadClient, resolveClient } from './key-client.ts';
import { memoryStore } from './memory-store.ts';
import type { IdempotencyStore } from './store.ts';

/** The resolved option `idempotency`. */
export interface Keys {
  readonly store: IdempotencyStore;
  readonly clientOf: ReadClient;
  readonly lease: number;
}

const FUNCTIONS = ['reserve', 'complete', 'release'] as const;
const OPTIONS = ['store', 'clientOf', 'lease'];

/**
 * Resolves the option `idempotency`.
 *
 * @throws {TypeError} If it is invalid, or the clients of an operation are unknown.
 */
export function resolveKeys(manifest: Manifest, own: IdempotencyStore | IdempotencyOptions = {}): Keys {
  const { store = memoryStore(), clientOf, lease = 30_000 } = toOptions(own);
  for (const name of FUNCTIONS)
    if (typeof store?.[name] !== 'function')
      throw usageError(`The option idempotency must have a store with a function ${name}.`);
  if (typeof lease !== 'number' || !(lease >= 1 && lease < 2 ** 31))
    throw usageError(`The option idempotency.lease must be at least 1 millisecond, not ${String(lease)}.`);
  // A method of a class needs its store.
  const ofStore: ClientOf | undefined = store.clientOf && ((ctx) => store.clientOf!(ctx));
  return { store, lease, clientOf: resolveClient(manifest, clientOf ?? ofStore) };
}

function toOptions(own: unknown): IdempotencyOptions {
  if (typeof own !== 'object' || own === null)
    throw usageError('The option idempotency must be a store, or an object with store, clientOf or lease.');
  if (FUNCTIONS.some((name) => name in own)) return { store: own as IdempotencyStore };
  const unknown = Object.keys(own).find((name) => !OPTIONS.includes(name));
  if (unknown === undefined) return own;
  throw usageError(
    `The option idempotency must be a store, or an object with store, clientOf or lease, not "${unknown}".`,
  );
}
