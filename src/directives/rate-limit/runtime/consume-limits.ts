import type { LimitRequest, LimitState, RateLimitStore } from './limit-store.ts';

/** A counter with one quota, such as a limiter of rate-limiter-flexible. */
export interface ConsumingLimiter {
  /**
   * Takes points from a key. It passes a request by `true`, or by a result with `success: true` or `remainingPoints`, and refuses it by `false`, `success: false`, negative `remainingPoints`, or by throwing an object with `msBeforeNext` that isn't an `Error`. Its
   * result may have `msBeforeNext` too. Any other result is a failure of the store. A function without a second parameter is called once for each point.
   */
  consume(key: string, points: number): unknown;
  /** Gives points back. */
  reward?(key: string, points: number): unknown;
}

/** The fields that results of limiters have. */
interface Consumed {
  readonly success?: unknown;
  readonly remainingPoints?: unknown;
  readonly msBeforeNext?: unknown;
}

/**
 * Creates a store from limiters that have a function `consume(key, points)`.
 *
 * All limits of a request are checked at once. A request that one of them refuses counts for the others too, unless the limiters have a function `reward`.
 *
 * @param create Creates the limiter of a quota. It is called once for each quota and window.
 * @example consumeLimits(({ quota, window }) => new RateLimiterRedis({ storeClient, points: quota, duration: window / 1000 }))
 * @example consumeLimits(() => ({ consume: (key) => env.LIMITER.limit({ key }) }))
 */
export function consumeLimits(
  create: (limit: Pick<LimitRequest, 'quota' | 'window'>) => ConsumingLimiter,
): RateLimitStore {
  const limiters = new Map<string, ConsumingLimiter>();
  const limiterOf = ({ quota, window }: LimitRequest): ConsumingLimiter => {
    const name = `${quota} ${window}`;
    const limiter = limiters.get(name) ?? create({ quota, window });
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    async take(requests) {
      const states = await Promise.all(requests.map((request) => consume(limiterOf(request), request)));
      if (states.some(({ passes }) => !passes))
        await giveBack(
          requests.filter((_, i) => states[i]!.passes),
          limiterOf,
        );
      return states;
    },
  };
}

/** Gives back the points that a refused request has taken from its other limits. */
async function giveBack(
  requests: readonly LimitRequest[],
  limiterOf: (request: LimitRequest) => ConsumingLimiter,
): Promise<void> {
  await Promise.all(requests.map((request) => limiterOf(request).reward?.(request.key, request.cost)));
}

/** A function without the parameter for points, such as that of a binding of Workers, takes one at a time. */
async function consumeAll(limiter: ConsumingLimiter, { key, cost }: LimitRequest): Promise<unknown> {
  if (limiter.consume.length !== 1) return limiter.consume(key, cost);
  let result: unknown;
  // oxlint-disable-next-line no-await-in-loop -- a refusal ends it
  for (let i = 0; i < cost && !isRefused(result); i++) result = await limiter.consume(key, 1);
  return result;
}

function isRefused(result: unknown): boolean {
  const { success, remainingPoints } = Object(result) as Consumed;
  return result === false || success === false || (typeof remainingPoints === 'number' && remainingPoints < 0);
}

/** @throws {TypeError} If a result may be a refusal that is not known, such as `{ allowed: false }`. */
function checkConsumed(result: unknown): void {
  const { success, remainingPoints } = Object(result) as Consumed;
  if (typeof result === 'boolean' || typeof success === 'boolean' || typeof remainingPoints === 'number') return;
  throw new TypeError(
    'The limiter of consumeLimits returned neither a boolean nor an object with success or remainingPoints. Return one of these from consume(key, points).',
  );
}

async function consume(limiter: ConsumingLimiter, request: LimitRequest): Promise<LimitState> {
  try {
    const result = await consumeAll(limiter, request);
    checkConsumed(result);
    return stateOf(result, !isRefused(result), request);
  } catch (error) {
    const isRefusal = !(error instanceof Error) && typeof (Object(error) as Consumed).msBeforeNext === 'number';
    if (!isRefusal) throw error;
    return stateOf(error, false, request);
  }
}

function stateOf(result: unknown, passes: boolean, { quota, window }: LimitRequest): LimitState {
  const { remainingPoints: rest, msBeforeNext: wait } = Object(result) as Consumed;
  const remaining = typeof rest === 'number' ? Math.min(Math.max(Math.floor(rest), 0), quota) : passes ? quota : 0;
  return {
    passes,
    remaining: passes ? remaining : 0,
    resetAfter: typeof wait === 'number' ? Math.max(wait, 0) : window,
  };
}
