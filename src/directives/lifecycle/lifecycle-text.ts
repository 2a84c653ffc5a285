import type { Operation } from '../../shared/contract/operation.ts';

/**
 * The end of an operation in words. The date of a deprecation can be in the future.
 *
 * @example lifecycleText({ deprecated: 'Use /v2', deprecatedOn: '2026-11-01', ... }) // ['As of 2026-11-01.', 'Use /v2']
 */
export function lifecycleText({ deprecated, deprecatedOn, sunset }: Operation): string[] {
  const begin = deprecatedOn === undefined ? [] : [`As of ${deprecatedOn}.`];
  const end = sunset === undefined ? [] : [`It may be removed on ${sunset} or later.`];
  if (typeof deprecated !== 'string') return [...begin, ...end];
  return [...begin, end.length > 0 && !/[.!?]$/.test(deprecated) ? `${deprecated}.` : deprecated, ...end];
}
