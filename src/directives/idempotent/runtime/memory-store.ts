import type { OptionTable } from '../../../runtime/koa/option-table.ts';
import { checkOptions, FUNCTION } from '../../../runtime/koa/option-table.ts';
import { Shares } from './shares.ts';
import type { IdempotencyRecord, IdempotencyStore, Reservation } from './store.ts';

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** How long a response is kept, in milliseconds (default: 24 hours). */
  readonly ttl?: number;
  /** Maximum size of all responses, in characters (default: 32 Mi). Above it, the oldest ones of the clients with the most are dropped. */
  readonly maxSize?: number;
  /** The current time, in milliseconds (default: `Date.now`). */
  readonly now?: () => number;
}

/** A store in memory. Code that wraps it can leave out who reserves. */
export interface MemoryStore extends IdempotencyStore {
  reserve(key: string, fingerprint: string, reservation?: Reservation): Promise<IdempotencyRecord | undefined>;
  complete(key: string, answer: string, owner?: string): Promise<void>;
  release(key: string, owner?: string, hasRun?: boolean): Promise<void>;
  renew(key: string, owner: string, lease: number): Promise<void>;
}

interface StoredRecord extends IdempotencyRecord {
  readonly expires: number;
  readonly owner: string | undefined;
  readonly client: string;
  /** Set if its owner has given up the key after its handler has run. */
  readonly isGivenUp?: boolean;
  /** When its reservation expires; absent if it isn't renewed. */
  leasedUntil?: number;
}

/** The size of a key, a fingerprint and their container, in characters. */
const ENTRY_SIZE = 200;

const recordSize = ({ answer = '' }: StoredRecord): number => answer.length + ENTRY_SIZE;

/** The rules of {@link MemoryStoreOptions}. */
const OPTIONS: OptionTable<MemoryStoreOptions> = {
  ttl: { expected: 'a number above 0', isValid: (ttl) => typeof ttl === 'number' && ttl > 0 },
  maxSize: { expected: 'a number that is not negative', isValid: (size) => typeof size === 'number' && size >= 0 },
  now: FUNCTION,
};

/**
 * Creates a store in the memory of this process, for `createApp(operations, { idempotency: memoryStore() })`.
 *
 * A reservation lasts until the handler ends, or its lease does: workerd can drop a request without its end. A process that is killed forgets all.
 *
 * @throws {TypeError} If an option is invalid.
 * @example memoryStore({ ttl: 60 * 60 * 1000 })
 */
export function memoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  checkOptions('memoryStore', options, OPTIONS);
  const { ttl = 24 * 60 * 60 * 1000, maxSize = 32 * 2 ** 20, now = Date.now } = options;
  // In the order of their expiry.
  const entries = new Map<string, StoredRecord>();
  const shares = new Shares();
  const remove = (key: string): void => {
    const entry = entries.get(key);
    if (entry !== undefined && entries.delete(key)) shares.remove(entry.client, key, recordSize(entry));
  };
  const put = (key: string, entry: StoredRecord): void => {
    remove(key);
    entries.set(key, entry);
    shares.add(entry.client, key, recordSize(entry), entry.answer !== undefined || entry.isGivenUp === true);
  };
  const shrink = (): void => {
    for (const [key, { expires }] of entries) {
      if (expires > now()) break;
      remove(key);
    }
    while (shares.size > maxSize) {
      const key = shares.oldest();
      if (key === undefined) return;
      remove(key);
    }
  };
  const owned = (key: string, owner: string | undefined): StoredRecord | undefined => ownedBy(entries.get(key), owner);
  return {
    async reserve(key, fingerprint, reservation: Partial<Reservation> = {}) {
      shrink();
      const entry = entries.get(key);
      const isRetry = entry !== undefined && isFree(entry, now()) && entry.fingerprint === fingerprint;
      if (entry === undefined || isRetry) {
        put(key, { fingerprint, expires: now() + ttl, ...heldBy(reservation, now()) });
        return isRetry ? { fingerprint, isRetry } : undefined;
      }
      return recordOf(entry);
    },
    async renew(key, owner, lease) {
      const entry = owned(key, owner);
      if (entry?.leasedUntil !== undefined) entry.leasedUntil = now() + lease;
    },
    async complete(key, answer, owner) {
      const entry = owned(key, owner);
      if (entry !== undefined) put(key, { ...entry, answer, isGivenUp: false, expires: now() + ttl });
      shrink();
    },
    async release(key, owner, hasRun) {
      const entry = owned(key, owner);
      if (entry === undefined || entry.answer !== undefined) return;
      if (hasRun === true) put(key, { ...entry, isGivenUp: true, expires: now() + ttl });
      else remove(key);
      shrink();
    },
  };
}

function ownedBy(entry: StoredRecord | undefined, owner: string | undefined): StoredRecord | undefined {
  return owner === undefined || entry?.owner === owner ? entry : undefined;
}

/** Who has a reservation, and until when if it is renewed. */
function heldBy(
  { owner, client = '', lease, isRenewed }: Partial<Reservation>,
  now: number,
): Pick<StoredRecord, 'owner' | 'client' | 'leasedUntil'> {
  return { owner, client, ...(isRenewed === true && lease !== undefined && { leasedUntil: now + lease }) };
}

function recordOf({ fingerprint, answer }: StoredRecord): IdempotencyRecord {
  return { fingerprint, ...(answer !== undefined && { answer }) };
}

/** Whether a request with the same fingerprint gets the key: its owner has given it up, or no longer renews its lease. */
function isFree({ answer, isGivenUp, leasedUntil = Infinity }: StoredRecord, now: number): boolean {
  return answer === undefined && (isGivenUp === true || leasedUntil <= now);
}
