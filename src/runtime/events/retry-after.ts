/** The longest time that a receiver can request, in milliseconds. */
const LONGEST = 24 * 60 * 60 * 1000;

/**
 * The time of a header `Retry-After`, in milliseconds from now: RFC 9110, 10.2.3. A day at most.
 *
 * @returns Undefined if there is none, or if it is invalid.
 */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  // A date of HTTP has letters: `Date.parse` would also read others.
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : /^[A-Z][a-z]+, /.test(text) ? Date.parse(text) - now : NaN;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST);
}
