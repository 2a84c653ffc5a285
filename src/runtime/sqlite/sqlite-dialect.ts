import { sql } from '../state/sql-text.ts';
import type { StateDialect } from '../state/state-dialect.ts';
import { NOW } from './sqlite-clock.ts';

/** The SQL of SQLite and D1. */
export const SQLITE: StateDialect = {
  placeholder: () => '?',
  after: (milliseconds) => (milliseconds === 0 ? NOW : sql`${NOW} + ${Math.ceil(milliseconds)}`),
  at: (milliseconds) => sql`${Math.ceil(milliseconds)}`,
  millisecondsOf: (time) => time,
  // A database has one writer at a time.
  skipLocked: sql``,
  writesInWith: false,
  isFree: () => sql`1`,
};
