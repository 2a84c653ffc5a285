import { timingSafeEqual } from 'node:crypto';

/** Compares two signatures in a time that does not depend on where they differ. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
