import { explainMissing } from './missing-table.ts';
import type { Rows, RunSql } from './run-sql.ts';
import type { Sql } from './sql-text.ts';
import { writeSql } from './sql-text.ts';
import type { StateDialect } from './state-dialect.ts';

/** A database of this library's tables. */
export class SqlState {
  readonly dialect: StateDialect;
  readonly #run: RunSql;

  constructor(dialect: StateDialect, run: RunSql) {
    this.dialect = dialect;
    this.#run = run;
  }

  /**
   * Runs a statement.
   *
   * @throws {Error} The driver's error, or one that explains that a table is missing.
   */
  readonly rows = async (statement: Sql): Promise<Rows> => {
    const { text, values } = writeSql(statement, this.dialect.placeholder);
    try {
      return await this.#run(text, values);
    } catch (error) {
      throw explainMissing(error);
    }
  };
}
