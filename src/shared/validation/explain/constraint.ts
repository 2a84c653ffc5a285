import type { ViolationParams } from '../../contract/enforcement.ts';
import type { Check } from './inspection-types.ts';

/** Runs a check that may take long after the cheaper ones, and only if none of those refused the same text. */
export function afterOthers<T>(check: Check<T> | undefined): Check<T> | undefined {
  return check && ((value, pointer, inspection) => inspection.defer(check, value, pointer));
}

/**
 * Makes the check that a constraint holds.
 *
 * @param message The words of a violation, or how to find them. A text that is made once serializes faster than one that is made each time.
 * @param params Creates the parameters of a violation, because a listener of errors can change its arguments.
 */
export function requireThat<T>(
  keyword: string,
  holds: (value: T) => boolean,
  message: string | ((value: T) => string),
  params: () => ViolationParams,
): Check<T> {
  const isCheap = keyword !== 'pattern' && keyword !== 'format';
  return (value, pointer, inspection) => {
    if (holds(value)) return true;
    const words = typeof message === 'string' ? message : message(value);
    inspection.report({ pointer, message: words, keyword, params: params() });
    if (isCheap) inspection.refuse(value);
    return false;
  };
}
