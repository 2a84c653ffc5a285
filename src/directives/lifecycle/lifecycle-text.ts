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

const TEXT =
  /^(?:As of (\d{4}-\d\d-\d\d)\.(?: |$))?([^]*?)(?:(?<=^| )It may be removed on (\d{4}-\d\d-\d\d) or later\.)?$/;

/** Reads a text of {@link lifecycleText} of a deprecated operation. */
export function readLifecycleText(text: string): Pick<Operation, 'deprecated' | 'deprecatedOn' | 'sunset'> {
  const [, date, reason = '', sunset] = TEXT.exec(text) ?? [];
  return {
    deprecated: reason.trimEnd() || true,
    ...(date !== undefined && { deprecatedOn: date }),
    ...(sunset !== undefined && { sunset }),
  };
}
