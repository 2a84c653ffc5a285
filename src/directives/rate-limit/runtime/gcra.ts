import type { LimitRequest, LimitState } from './limit-store.ts';

/**
 * A counter: how much has been taken and not refilled. It is the quota's part times the window, so that all numbers are integers.
 *
 * @see ITU-T I.371, the leaky bucket form of the generic cell rate algorithm (GCRA)
 */
export interface Bucket {
  readonly level: number;
  /** When the level was computed, in milliseconds. */
  readonly at: number;
}

/** The level of a counter now. A clock that goes back refills nothing. */
export function levelAt(bucket: Bucket | undefined, { quota }: Pick<LimitRequest, 'quota'>, now: number): number {
  if (bucket === undefined) return 0;
  const elapsed = Math.max(now - bucket.at, 0);
  return Math.max(bucket.level - elapsed * quota, 0);
}

/** Whether a request with this level before it passes. */
export function passes(level: number, { cost, quota, window }: LimitRequest): boolean {
  return level + cost * window <= quota * window;
}

/** The state of a counter, from its level: after the request if it passes. */
export function stateOf(level: number, doesPass: boolean, { cost, quota, window }: LimitRequest): LimitState {
  const remaining = Math.max(Math.floor((quota * window - level) / window), 0);
  // The level that it has to fall to.
  const target = doesPass ? (quota - remaining - 1) * window : (quota - cost) * window;
  const resetAfter = cost > quota ? window : Math.max(Math.ceil((level - target) / quota), 0);
  return { passes: doesPass, remaining, resetAfter };
}
