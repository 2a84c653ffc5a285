import type { Operation } from './operation.ts';

/** The first URL in the reason of a deprecation, as a header can have it: the page of the link relation `deprecation` (RFC 9745, 3). */
export function deprecationPage({ deprecated }: Operation): string | undefined {
  const [found] = /https?:\/\/[^\s<>|{}"]+/.exec(deprecated === true ? '' : (deprecated ?? '')) ?? [];
  const url = found?.replace(/[.,;:!?)\]'`]+$/, '');
  return url !== undefined && URL.canParse(url) ? new URL(url).href : undefined;
}

/**
 * The end of an operation in words.
 *
 * @example lifecycleText({ deprecated: 'Use /v2', deprecatedOn: '2026-11-01', ... }) // ['Since 2026-11-01: Use /v2']
 */
export function lifecycleText({ deprecated, deprecatedOn, sunset }: Operation): string[] {
  const reason = typeof deprecated === 'string' ? deprecated : undefined;
  const since = deprecatedOn === undefined ? reason : [`Since ${deprecatedOn}`, reason ?? []].flat().join(': ');
  const end = sunset === undefined ? [] : [`It will be removed on ${sunset} or later.`];
  return [...(since === undefined ? [] : [end.length > 0 && !/[.!?]$/.test(since) ? `${since}.` : since]), ...end];
}
