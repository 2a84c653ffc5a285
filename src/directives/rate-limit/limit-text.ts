import type { RateLimit } from '../../shared/contract/rate-limit.ts';
import { durationText } from './units.ts';

/**
 * A limit as a comment has it, without its options.
 *
 * @example limitText({ quota: 5, window: 900, per: 'address' }) // '5 per 15 minutes per address'
 */
export function limitText({ quota, window, per }: Pick<RateLimit, 'quota' | 'window' | 'per'>): string {
  return `${quota} per ${durationText(window)} per ${per}`;
}
