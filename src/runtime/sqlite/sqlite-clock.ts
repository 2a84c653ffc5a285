import type { Sql } from '../state/sql-text.ts';
import { sql } from '../state/sql-text.ts';

/** The clock of SQLite, in milliseconds. */
export const NOW: Sql = sql`cast((julianday('now') - 2440587.5) * 86400000 as integer)`;
