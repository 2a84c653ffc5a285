import { explainMissing } from '../state/missing-table.ts';
import type { Row, RunSql } from '../state/run-sql.ts';
import type { Sql } from '../state/sql-text.ts';
import { writeSql } from '../state/sql-text.ts';
import { SQLITE } from '../sqlite/sqlite-dialect.ts';

/** A prepared statement of D1. */
interface D1Statement {
  // eslint-disable-next-line typescript/no-explicit-any -- the binding has its own types of values
  bind(...values: any[]): D1Statement;
  // eslint-disable-next-line typescript/no-explicit-any -- the binding has its own types of rows
  all(): Promise<{ readonly results: any[] }>;
}

/** The binding of a D1 database, such as `env.DB`. */
export interface D1Database {
  prepare(text: string): D1Statement;
  // eslint-disable-next-line typescript/no-explicit-any -- the binding has its own types of statements and rows
  batch(statements: any[]): Promise<{ readonly results: any[] }[]>;
}

/** Runs a statement in D1. */
export function runInD1(database: D1Database): RunSql {
  return async (text, values) =>
    (
      await database
        .prepare(text)
        .bind(...values)
        .all()
    ).results as Row[];
}

/** Prepares a statement. */
export function prepareIn(database: D1Database, statement: Sql): D1Statement {
  const { text, values } = writeSql(statement, SQLITE.placeholder);
  return database.prepare(text).bind(...values);
}

/**
 * Runs statements in one transaction and one round trip.
 *
 * @returns The rows of each.
 * @throws {Error} The error of D1, or one that explains that a table is missing. All statements are rolled back.
 */
export async function runTogether(database: D1Database, statements: readonly Sql[]): Promise<Row[][]> {
  try {
    const results = await database.batch(statements.map((statement) => prepareIn(database, statement)));
    return results.map(({ results: rows }) => rows as Row[]);
  } catch (error) {
    throw explainMissing(error);
  }
}
