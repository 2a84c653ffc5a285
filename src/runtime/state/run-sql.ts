/** A row of a statement. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of a statement. */
export type Rows = readonly Row[];

/** A column of a row. Some of Drizzle's drivers return rows as lists of values. */
export function columnOf(row: Row, name: string, index: number): unknown {
  return Array.isArray(row) ? (row[index] as unknown) : row[name];
}

/** Runs a statement in a database, or in a transaction: at once, or later. */
export type RunSql = (text: string, values: readonly unknown[]) => Rows | PromiseLike<Rows>;

/** An executor of Kysely: a database or a transaction. */
export interface KyselyDatabase {
  // eslint-disable-next-line typescript/no-explicit-any -- a compiled query, without importing its type
  executeQuery(query: any): Promise<{ readonly rows: readonly any[] }>;
}

/** The function of a value with this name; undefined if it has none. */
export function functionOf(value: unknown, name: string): ((...args: readonly unknown[]) => unknown) | undefined {
  const member = (Object(value) as Readonly<Record<string, unknown>>)[name];
  return typeof member === 'function' ? (member.bind(value) as (...args: readonly unknown[]) => unknown) : undefined;
}

/** Runs statements with Kysely, as its `CompiledQuery.raw` does. */
export function runInKysely(execute: (query: unknown) => unknown): RunSql {
  return async (text, values) => {
    const node = { kind: 'RawNode', sqlFragments: [text], parameters: [] };
    const query = { sql: text, parameters: values, query: node, queryId: { queryId: 'operations' } };
    return ((await execute(query)) as { readonly rows: Rows }).rows;
  };
}

/** A statement for Drizzle, whose parameters are written already. */
export function drizzleQuery(text: string, values: readonly unknown[]): object {
  const query = { sql: text, params: values };
  return { getSQL: () => ({ toQuery: () => query }) };
}
