import type { RunSql } from './run-sql.ts';
import type { SqlState } from './sql-state.ts';

/**
 * A database for the events of an app: the option `store` of `createEvents`, whose entry has the statements.
 *
 * @typeParam Transaction A transaction in the database, or the database itself.
 */
export interface SqlEvents<Transaction> {
  readonly state: SqlState;
  /** @throws {TypeError} If a transaction runs no SQL. */
  readonly runIn: (transaction: Transaction) => RunSql;
}
