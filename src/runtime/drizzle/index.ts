import type { AnyColumn, InferSelectModel, SQL, Table } from 'drizzle-orm';
import { and, entityKind, getTableColumns, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { Keyset } from '../../shared/contract/cursor-position.ts';
import type { ListRequest } from '../../shared/contract/list-request.ts';
import type { ColumnsIn } from '../list/column-names.ts';
import { columnsOf } from '../list/column-names.ts';
import type { DialectName, FoldedSearch, NamesOf } from '../list/index.ts';
import type { OptionTable } from '../koa/option-table.ts';
import { checkOptions, FUNCTION, OBJECT } from '../koa/option-table.ts';
import { isObject } from '../../shared/validation/values.ts';
import { findList as findRows, SEARCH } from '../list/index.ts';

/** The methods of a database that {@link findList} calls. */
export interface DrizzleDatabase {
  // eslint-disable-next-line typescript/no-explicit-any -- databases differ in the types of tables and fields
  select(fields: any): { from(table: any): any };
}

/** The methods of a query that `join` can call. */
export interface DrizzleQuery {
  innerJoin(table: unknown, on: SQL | undefined): DrizzleQuery;
  leftJoin(table: unknown, on: SQL | undefined): DrizzleQuery;
}

/** The options of {@link findList}. */
export type DrizzleList<From extends Table, Fields, Name extends string> = {
  readonly table: From;
  /** The fields of a row; by default, all columns of the table. */
  readonly fields?: Fields;
  /** Your condition. `and()` and `or()` of nothing are undefined, which would mean all rows, so that is an error. */
  readonly where?: SQL;
  /** Adds joins to a query. */
  readonly join?: (query: DrizzleQuery) => DrizzleQuery;
  readonly search?: FoldedSearch<Name, AnyColumn | SQL>;
} & ColumnsIn<Name, keyof From['_']['columns'], AnyColumn | SQL>;

/** A row with the given fields, or with all columns of a table. */
type RowOf<From extends Table, Fields> = [Fields] extends [never]
  ? InferSelectModel<From>
  : Fields extends Record<string, unknown>
    ? SelectResultFields<Fields>
    : never;

interface Query extends DrizzleQuery, PromiseLike<unknown> {
  readonly config?: { readonly where?: unknown };
  where(condition: SQL | undefined): Query;
  orderBy(order: SQL): Query;
  limit(limit: number): Query;
  offset(offset: number): Query;
}

const OPTIONS: OptionTable<DrizzleList<Table, unknown, string>> = {
  table: OBJECT,
  fields: OBJECT,
  where: { expected: 'a condition', isValid: isObject, isGuard: true },
  join: FUNCTION,
  columns: OBJECT,
  search: SEARCH,
};

/**
 * Finds the rows of a list with Drizzle.
 *
 * @param db Your database, or a transaction in it.
 * @returns The result of your handler.
 * @throws {TypeError} If an option is unknown or invalid.
 * @example findList(db, ctx.list, { table: books, where: eq(books.shop, 1) })
 */
export function findList<From extends Table, List extends ListRequest, Fields extends Record<string, unknown> = never>(
  db: DrizzleDatabase,
  list: List,
  options: DrizzleList<From, Fields, NamesOf<List>>,
): Promise<Keyset<RowOf<From, Fields>>> {
  checkOptions('findList of unplugin-operations/drizzle', options, OPTIONS);
  const { table, fields, where: own, join = (query: DrizzleQuery) => query, columns, search } = options;
  const known = getTableColumns(table) as Readonly<Record<string, AnyColumn>>;
  const select = (selected: object, where: SQL): Query => {
    const query = join(db.select(selected).from(table) as Query) as Query;
    if (query.config?.where !== undefined)
      throw new TypeError(
        'The option join has called where, which would get lost. Pass your condition as the option where.',
      );
    return query.where(and(own, where));
  };
  return findRows<SQL, RowOf<From, Fields> & object, ListRequest>(list, {
    sql,
    dialect: dialectOf(table),
    ...columnsOf(list, {
      columns,
      search,
      toSql,
      column: (name) => (Object.hasOwn(known, name) ? toSql(known[name]) : undefined),
    }),
    rows({ where, orderBy, limit, offset, keys }) {
      const added = Object.fromEntries(keys.map(({ name, value }) => [name, value.as(name)]));
      const query = select({ ...(fields ?? known), ...added }, where);
      return query.orderBy(orderBy).limit(limit).offset(offset) as never;
    },
    count: async (where) => ((await select({ count: sql`count(*)` }, where)) as [{ count: number }])[0].count,
  });
}

function toSql(column: unknown): SQL {
  return sql`${column}`;
}

function dialectOf(table: Table): DialectName {
  const kind = (table.constructor as unknown as { readonly [entityKind]: string })[entityKind];
  if (kind === 'PgTable') return 'postgres';
  if (kind === 'SQLiteTable') return 'sqlite';
  throw new TypeError(`findList supports PostgreSQL and SQLite, not a ${kind}`);
}
