import type { Operation } from './operation.ts';

/** The first URL in the reason of a deprecation, as a header can have it: the page of the link relation `deprecation` (RFC 9745, 3). */
export function deprecationPage({ deprecated }: Operation): string | undefined {
  const [found] = /https?:\/\/[^\s<>|{}"]+/.exec(deprecated === true ? '' : (deprecated ?? '')) ?? [];
  const url = found?.replace(/[.,;:!?)\]'`]+$/, '');
  return url !== undefined && URL.canParse(url) ? new URL(url).href : undefined;
}

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
