import type { OptionRule, OptionTable } from '../koa/option-table.ts';
import { checkOptions } from '../koa/option-table.ts';

/** Options of `postgres` and `sqlite`. */
export interface StateOptions {
  /** How long responses of `@idempotent` are kept, in milliseconds (default: 24 hours). */
  readonly ttl?: number;
  /** How long a statement may wait, in milliseconds (default: 2,000). In PostgreSQL, it is for a pool of `pg`. */
  readonly timeout?: number;
}

/** The rule of a duration in milliseconds. */
export const DURATION: OptionRule = {
  expected: 'at least 1 millisecond',
  isValid: (value) => typeof value === 'number' && value >= 1 && value < 2 ** 53,
};

/** How long responses are kept by default, in milliseconds. */
export const DAY: number = 24 * 60 * 60 * 1000;

const OPTIONS: OptionTable<StateOptions> = { ttl: DURATION, timeout: DURATION };

/** @throws {TypeError} If an option is invalid. */
export function resolveState(owner: string, options: StateOptions): Required<StateOptions> {
  checkOptions(owner, options, OPTIONS);
  const { ttl = DAY, timeout = 2_000 } = options;
  return { ttl, timeout };
}
