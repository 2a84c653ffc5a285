import type { RateLimit } from '../../../shared/contract/rate-limit.ts';
import type { LimitRequest, LimitState } from './limit-store.ts';

/** A limit of a request. */
export interface Counted {
  readonly limit: RateLimit;
  readonly request: LimitRequest;
  state: LimitState | undefined;
}

/** In milliseconds. */
export const SECOND = 1000;

/** Whole seconds, rounded up. */
export function secondsOf(milliseconds: number): number {
  return Math.ceil(milliseconds / SECOND);
}

/**
 * The fields of the limits of a request: draft-ietf-httpapi-ratelimit-headers-11, 3 and 4. Names need no escapes in strings.
 *
 * @param all Those without a bound are undefined.
 */
export function limitFields(all: Iterable<Counted | undefined>): Readonly<Record<string, string>> {
  const policies: string[] = [];
  const limits: string[] = [];
  for (const counted of all) {
    if (counted === undefined) continue;
    const { limit, request, state } = counted;
    policies.push(`"${limit.name}";q=${request.quota};w=${limit.window}`);
    // The rest is unknown if the store failed.
    if (state !== undefined) limits.push(`"${limit.name}";r=${state.remaining};t=${secondsOf(state.resetAfter)}`);
  }
  return {
    ...(policies.length > 0 && { 'RateLimit-Policy': policies.join(', ') }),
    ...(limits.length > 0 && { RateLimit: limits.join(', ') }),
  };
}
