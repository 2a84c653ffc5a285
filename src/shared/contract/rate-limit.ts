/** A limit of requests, as `@rate-limit` declares it. */
export interface RateLimit {
  /** The name of its policy in responses, unique among the limits of an operation. */
  readonly name: string;
  /** How much a client can take at once. */
  readonly quota: number;
  /** The time in which the whole quota is refilled, in seconds. */
  readonly window: number;
  /** Whose requests count together: `address`, `user`, `all`, or a name that the app resolves. */
  readonly per: string;
  /** The path of the directory whose operations share the counter; absent if the operation has its own. */
  readonly directory?: string;
  /** The amount that a request takes; absent if it is 1. */
  readonly cost?: number;
  /** The handling of requests if the store fails; absent if the app decides. */
  readonly onStoreError?: StoreErrorRule;
}

/** Whether requests pass if the store of a limit fails. */
export type StoreErrorRule = 'open' | 'closed';

/** Whose requests count together, for limits that need nothing of the app. */
export const COUNTED_PER = ['address', 'user', 'all'] as const;

/** Whether a limit counts before `_middleware` files and security, because it needs no caller. */
export function countsEarly({ per }: Pick<RateLimit, 'per'>): boolean {
  return per === 'address' || per === 'all';
}

/** Whether a limit counts after `authorize`: whose requests count together can depend on what the caller may do. */
export function countsLast({ per }: Pick<RateLimit, 'per'>): boolean {
  return !(COUNTED_PER as readonly string[]).includes(per);
}

/** The type of the problem of a request above a limit: draft-ietf-httpapi-ratelimit-headers-11, 5.1. */
export const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';
