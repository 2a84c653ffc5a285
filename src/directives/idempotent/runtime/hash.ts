import { createHash } from 'node:crypto';
import { stableText } from '../../../shared/validation/values.ts';

/** A hash of a value, regardless of the order of properties. */
export function hash(value: unknown): string {
  return createHash('sha256').update(stableText(value)).digest('base64url');
}
