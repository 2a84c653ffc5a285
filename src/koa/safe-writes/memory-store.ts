import { usageError } from '../usage-error.ts';
import type { IdempotencyRecord, IdempotencyStore } from './store.ts';

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** How long a response is kept, in milliseconds (default: 24 hours). */
  readonly ttl?: number;
  /** Maximum size of all responses, in characters (default: 32 Mi). The oldest ones are dropped first. */
  readonly maxSize?: number;
  /** The current time, in milliseconds (default: `Date.now`). */
  readonly now?: () => number;
}

interface Entry extends IdempotencyRecord {
  readonly expires: number;
}

/** The size of a key, a fingerprint and what holds them, in characters. */
const ENTRY_SIZE = 200;

/**
 * Creates a store in the memory of this process, for `createApp(operations, { idempotency: memoryStore() })`.
 *
 * @throws {TypeError} If an option is invalid.
 * @example memoryStore({ ttl: 60 * 60 * 1000 })
 */
export function memoryStore({
  ttl = 24 * 60 * 60 * 1000,
  maxSize = 32 * 2 ** 20,
  now = Date.now,
}: MemoryStoreOptions = {}): IdempotencyStore {
  if (typeof ttl !== 'number' || !(ttl > 0))
    throw usageError(`The ttl of a store must be above 0, not ${String(ttl)}.`);
  if (typeof maxSize !== 'number' || !(maxSize >= 0))
    throw usageError(`The maxSize of a store must not be negative, as ${String(maxSize)} is.`);
  // In the order of their expiry.
  const entries = new Map<string, Entry>();
  let size = 0;
  const sizeOf = ({ answer = '' }: Entry): number => answer.length + ENTRY_SIZE;
  const remove = (key: string): void => {
    const entry = entries.get(key);
    if (entry !== undefined) size -= sizeOf(entry);
    entries.delete(key);
  };
  const put = (key: string, record: IdempotencyRecord): void => {
    remove(key);
    const entry = { ...record, expires: now() + ttl };
    entries.set(key, entry);
    size += sizeOf(entry);
  };
  const shrink = (): void => {
    for (const [key, entry] of entries) {
      if (entry.expires <= now()) remove(key);
      else if (size <= maxSize) return;
      else if (entry.answer !== undefined) remove(key);
    }
  };
  return {
    async reserve(key, fingerprint) {
      shrink();
      const entry = entries.get(key);
      if (entry === undefined) return void put(key, { fingerprint });
      const { answer } = entry;
      return { fingerprint: entry.fingerprint, ...(answer !== undefined && { answer }) };
    },
    async complete(key, answer) {
      const entry = entries.get(key);
      if (entry !== undefined) put(key, { fingerprint: entry.fingerprint, answer });
      shrink();
    },
    async release(key) {
      remove(key);
    },
  };
}
