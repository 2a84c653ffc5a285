import type { Manifest } from '../../../shared/contract/manifest.ts';
import type { StoreErrorRule } from '../../../shared/contract/rate-limit.ts';
import { isClusterWorker } from '../../../runtime/koa/cluster-worker.ts';
import type { OptionTable } from '../../../runtime/koa/option-table.ts';
import { checkOptions, FLAG, FUNCTION, OBJECT } from '../../../runtime/koa/option-table.ts';
import type { RateLimitOptions } from '../../../runtime/koa/options.ts';
import { shortLivedPlatform } from '../../../runtime/koa/short-lived-platform.ts';
import { usageError } from '../../../runtime/koa/usage-error.ts';
import { printWarning } from '../../../runtime/koa/warning.ts';
import { GuardedStore } from './guarded-store.ts';
import { memoryLimits } from './memory-limits.ts';
import type { RateLimitStore } from './limit-store.ts';

/** The rules of {@link RateLimitOptions}. */
const OPTIONS: OptionTable<RateLimitOptions> = {
  store: {
    expected: 'an object with a function take',
    isValid: (store) => typeof (store as Partial<RateLimitStore> | null)?.take === 'function',
  },
  userOf: FUNCTION,
  keyOf: FUNCTION,
  quotaOf: FUNCTION,
  onStoreError: {
    expected: "'open' or 'closed'",
    isValid: (rule) => rule === 'open' || rule === 'closed',
    isGuard: true,
  },
  timeout: {
    expected: 'a number of milliseconds from 1 to 60,000',
    isValid: (time) => typeof time === 'number' && time >= 1 && time <= 60_000,
  },
  refuseInDev: FLAG,
};

/** How long a request waits for a store without its own timeout, in milliseconds. */
const TIMEOUT = 50;

/** The resolved option `rateLimits`. */
export interface Limiting extends Pick<RateLimitOptions, 'userOf' | 'keyOf' | 'quotaOf'> {
  readonly store: GuardedStore;
  /** Counts in this process while the store fails. */
  readonly alone: RateLimitStore;
  readonly onStoreError: StoreErrorRule;
  readonly timeout: number;
  /** Whether requests above a limit are refused. In the dev server, they are only counted. */
  readonly refuses: boolean;
}

/**
 * Resolves the option `rateLimits`.
 *
 * @throws {TypeError} If it is invalid.
 */
export function resolveLimiting(manifest: Manifest, own: RateLimitStore | RateLimitOptions = {}): Limiting {
  const options = toOptions(own);
  const { store, onStoreError = 'open', refuseInDev = false, userOf, keyOf, quotaOf } = options;
  const { timeout = store?.timeout ?? TIMEOUT } = options;
  if (store === undefined) warnOfMemory();
  return {
    ...(userOf && { userOf }),
    ...(keyOf && { keyOf }),
    ...(quotaOf && { quotaOf }),
    store: new GuardedStore(store ?? memoryLimits()),
    alone: memoryLimits(),
    onStoreError,
    timeout,
    refuses: manifest.isDev !== true || refuseInDev,
  };
}

function toOptions(own: unknown): RateLimitOptions {
  if (!OBJECT.isValid(own))
    throw usageError('The option rateLimits must be a store, or an object with store, userOf, keyOf or quotaOf.');
  if (typeof (own as Partial<RateLimitStore>).take === 'function') return { store: own as RateLimitStore };
  checkOptions('createApp or createRouter', own, OPTIONS, 'rateLimits.');
  return own as RateLimitOptions;
}

/** Warns at start if requests are counted in the memory of one of several processes. */
function warnOfMemory(): void {
  const platform = shortLivedPlatform();
  if (platform === undefined && !isClusterWorker()) return;
  const reason =
    platform === undefined
      ? 'node:cluster runs several processes, and each one counts the requests of @rate-limit by itself.'
      : `${platform} runs several processes and stops them, and each one counts the requests of @rate-limit by itself.`;
  printWarning(
    [
      reason,
      'Clients can therefore send more requests than the limits allow.',
      `Set a shared store, such as ${platform === 'Cloudflare Workers' ? 'a Rate Limiting binding' : 'that of unplugin-operations/redis'}: { rateLimits: { store } }.`,
      'If you accept that: { rateLimits: { store: memoryLimits() } }.',
    ].join(' '),
  );
}
