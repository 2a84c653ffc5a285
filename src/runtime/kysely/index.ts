import type { AnyColumnWithTable, Expression, RawBuilder, SelectQueryBuilder, SelectQueryNode, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Keyset } from '../../shared/contract/cursor-position.ts';
import type { ListRequest } from '../../shared/contract/list-request.ts';
import type { ColumnsIn } from '../list/column-names.ts';
import { columnsOf } from '../list/column-names.ts';
import type { DialectName, FoldedSearch, NamesOf } from '../list/index.ts';
import type { OptionTable } from '../koa/option-table.ts';
import { checkOptions, OBJECT, TEXT } from '../koa/option-table.ts';
import { findList as findRows, SEARCH } from '../list/index.ts';
import { checkColumn } from '../list/sql-tag.ts';

/** A column with its table, or an expression. */
type KyselyColumn<DB, TB extends keyof DB> = AnyColumnWithTable<DB, TB> | Expression<unknown>;

/** The options of {@link findList}. */
export type KyselyList<DB, TB extends keyof DB, Table extends TB, Name extends string> = {
  /** The table, or its alias, with the columns of properties that `columns` doesn't have. */
  readonly table: Table & string;
  readonly search?: FoldedSearch<Name, KyselyColumn<DB, TB>>;
} & ColumnsIn<Name, keyof DB[Table], KyselyColumn<DB, TB>>;

const OPTIONS: OptionTable<KyselyList<never, never, never, string>> = { table: TEXT, columns: OBJECT, search: SEARCH };

/**
 * Finds the rows of a list with Kysely.
 *
 * @param query Your query, with your joins and conditions, but without `limit`, `groupBy` and the like. It also has no order if `list` has one.
 * @returns The result of your handler.
 * @throws {TypeError} If an option is unknown or invalid, or the query has a clause that the list has, too.
 * @example findList(db.selectFrom('books').selectAll(), ctx.list, { table: 'books' })
 */
export function findList<DB, TB extends keyof DB, Row extends object, List extends ListRequest, Table extends TB>(
  query: SelectQueryBuilder<DB, TB, Row>,
  list: List,
  options: KyselyList<DB, TB, Table, NamesOf<List>>,
): Promise<Keyset<Row>> {
  checkOptions('findList of unplugin-operations/kysely', options, OPTIONS);
  const { table, columns, search } = options;
  checkClauses(query.toOperationNode(), list);
  return findRows<RawBuilder<unknown>, Row, ListRequest>(list, {
    sql,
    dialect: dialectOf(query),
    ...columnsOf(list, { columns, search, toSql, column: (name) => sql.ref(`${table}.${name}`) }),
    rows({ where, orderBy, limit, offset, keys }) {
      const selected = query.select(keys.map(({ name, value }) => value.as(name))).where(isTrue(where));
      const ordered = list.order.length === 0 ? selected : selected.orderBy(orderBy);
      return ordered.limit(limit).offset(offset).execute() as Promise<Row[]>;
    },
    async count(where) {
      const all = query
        .clearSelect()
        .clearOrderBy()
        .where(isTrue(where))
        .select(sql<number>`count(*)`.as('count'));
      return ((await all.executeTakeFirstOrThrow()) as { readonly count: number }).count;
    },
  });
}

/** @throws {TypeError} If a name has no table. */
function toSql(column: unknown): RawBuilder<unknown> {
  if (typeof column !== 'string') return sql`${withTables(column as Expression<unknown>)}`;
  checkColumn(column);
  return sql.ref(column);
}

function withTables(expression: Expression<unknown>): Expression<unknown> {
  const text = JSON.stringify(expression.toOperationNode(), (_, value: unknown) =>
    typeof value === 'bigint' ? '' : value,
  );
  const [, name] = /"kind":"ReferenceNode","column":.*?"name":"(.*?)"/.exec(text) ?? [];
  if (name !== undefined) checkColumn(name);
  return expression;
}

function isTrue(condition: Expression<unknown>): Expression<SqlBool> {
  return condition as Expression<SqlBool>;
}

/** Clauses of a query that would change the rows of a page, or the count. */
const CLAUSES = [
  'limit',
  'offset',
  'fetch',
  'top',
  'groupBy',
  'distinctOn',
  'frontModifiers',
  'setOperations',
] as const;

/** @throws {TypeError} If the query has a clause that the list has, too. */
function checkClauses(node: SelectQueryNode, { order }: ListRequest): void {
  const found = [...CLAUSES, ...(order.length === 0 ? [] : ['orderBy' as const])].filter(
    (name) => node[name] !== undefined,
  );
  if (found.length === 0) return;
  throw new TypeError(`findList adds order, limit and offset itself: remove ${found.join(', ')}, or use a subquery`);
}

/** The dialect of a query, by its placeholders. */
function dialectOf<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): DialectName {
  const text = query.limit(1).compile().sql;
  if (text.includes('`') || text.includes('@1')) throw new TypeError('findList supports PostgreSQL and SQLite');
  return text.includes('$1') ? 'postgres' : 'sqlite';
}
