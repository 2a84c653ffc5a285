import type { Sql } from './sql-text.ts';

/** The SQL that differs between databases. */
export interface StateDialect {
  /** The placeholder of a parameter, by its number from 1. */
  readonly placeholder: (index: number) => string;
  /** The time in some milliseconds, by the clock of the database. */
  after(milliseconds: number): Sql;
  /** A time, from milliseconds since 1970. */
  at(milliseconds: number): Sql;
  /** A time in milliseconds since 1970. */
  millisecondsOf(time: Sql): Sql;
  /** The end of a query for rows to change: rows that a transaction holds are left out. */
  readonly skipLocked: Sql;
  /** Whether `with` can contain statements that write. */
  readonly writesInWith: boolean;
  /** Whether this process may delete expired rows: others may be at it. The number identifies the table. */
  isFree(table: number): Sql;
}
