import type { Keyset } from '../../shared/contract/cursor-position.ts';
import type { KeyValue, ListRequest } from '../../shared/contract/list-request.ts';
import type { OptionRule, OptionTable } from '../koa/option-table.ts';
import { ANY, checkOptions, FUNCTION, OBJECT, objectOf } from '../koa/option-table.ts';
import { keyset } from '../koa/response/keyset.ts';
import { filterCondition, wordCondition } from './conditions.ts';
import type { Dialect, DialectName } from './sql-dialect.ts';
import { dialectOf } from './sql-dialect.ts';
import type { Key, Part } from './list-parts.ts';
import { ListParts, orderOf } from './list-parts.ts';
import type { SqlTag } from './sql-tag.ts';
import { joinSql, nameAlias, nameColumn } from './sql-tag.ts';

export type { DialectName, ListRequest, SqlTag };

/** The names of the properties that a list filters, sorts and searches by. */
export type NamesOf<List extends ListRequest> =
  List extends ListRequest<infer Filter, infer Sorted, infer Searched> ? Filter['name'] | Sorted | Searched : never;

/** A column with its table, or an expression. Its names need their tables, too: alone, they could mean an alias of the select list. */
export type Column<Sql> = `${string}.${string}` | Sql;

/** The columns of properties. */
export type Columns<Name extends string, Sql> = { readonly [name in Name]: Column<Sql> };

/** How words are searched in texts without letter case and, optionally, without accents. */
export interface FoldedSearch<Name extends string, Sql> {
  /** The columns of those texts, for properties whose own column has others. */
  readonly columns?: { readonly [name in Name]?: Column<Sql> };
  /** Removes letter case from a word in the same way. */
  readonly fold: (word: string) => string;
}

/** A query for rows of a list. */
export interface ListQuery<Sql> {
  /** The condition. Combine it with yours: it's in parentheses. */
  readonly where: Sql;
  /** The order, after `order by`. */
  readonly orderBy: Sql;
  readonly limit: number;
  readonly offset: number;
  /** Columns to select besides yours. They're for the cursor, and removed from the rows. */
  readonly keys: readonly { readonly name: string; readonly value: Sql }[];
  /** The same after your select list, with a comma before each. */
  readonly selectKeys: Sql;
}

/** The options of {@link findList}. */
export interface ListOptions<Sql, Row, Name extends string> {
  /** Your tag. */
  readonly sql: SqlTag<Sql>;
  readonly dialect: DialectName;
  readonly columns: Columns<Name, Sql>;
  /** Without it, words are found by `lower(column)`. */
  readonly search?: FoldedSearch<Name, Sql> | undefined;
  /** Runs a query. */
  readonly rows: (query: ListQuery<Sql>) => Promise<readonly Row[]> | readonly Row[];
  /** Counts the rows that meet a condition. It's called only if the request needs the total. */
  readonly count: (where: Sql) => Promise<number | bigint | string> | number | bigint | string;
}

/** The rule of {@link FoldedSearch}. */
export const SEARCH: OptionRule = objectOf<FoldedSearch<string, unknown>>({ columns: OBJECT, fold: FUNCTION });

const OPTIONS: OptionTable<ListOptions<unknown, unknown, string>> = {
  sql: FUNCTION,
  dialect: ANY,
  columns: OBJECT,
  search: SEARCH,
  rows: FUNCTION,
  count: FUNCTION,
};

/**
 * Finds the rows of a list in a database, with `ctx.list`. There's one query, or a few if a key can be null, because one for all would not use an index.
 *
 * @returns The result of your handler.
 * @throws {TypeError} If an option is unknown or invalid, `columns` lacks a property, or a name has no table.
 * @example
 * findList(ctx.list, {
 *   sql,
 *   dialect: 'sqlite',
 *   columns: { year: 'books.year', id: 'books.id' },
 *   rows: ({ where, orderBy, limit, offset, selectKeys }) =>
 *     all(sql`select books.*${selectKeys} from books where ${where} order by ${orderBy} limit ${limit} offset ${offset}`),
 *   count: (where) => get(sql`select count(*) from books where ${where}`),
 * });
 */
export async function findList<Sql, Row extends object, List extends ListRequest>(
  list: List,
  options: ListOptions<Sql, Row, NamesOf<List>>,
): Promise<Keyset<Row>> {
  checkOptions('findList', options, OPTIONS);
  const { sql } = options;
  const { limit, offset } = list;
  const query = new QueryWriter<Sql>(list, options);
  const keys = offset > 0 ? [] : query.selectedKeys();
  const found: Row[] = [];
  for (const part of limit === 0 ? [] : query.parts()) {
    if (found.length > limit) break;
    const rest = { limit: limit + 1 - found.length, offset, keys, selectKeys: listKeys(sql, keys) };
    found.push(...(await options.rows({ ...rest, where: query.where(part), orderBy: query.orderBy(part) })));
  }
  const after = keys.length > 0 && found.length > limit ? cursorValues(found[limit - 1]!, keys, list) : undefined;
  const rows = keys.length === 0 ? found : found.map((row) => withoutKeys(row, keys));
  if (!list.total) return keyset(rows, undefined, after);
  const isLast = list.cursor === undefined && rows.length <= limit && (rows.length > 0 || offset === 0) && limit > 0;
  return keyset(rows, isLast ? offset + rows.length : Number(await options.count(query.where())), after);
}

type SelectedKeys<Sql> = ListQuery<Sql>['keys'];

/** Writes the queries of a list. */
class QueryWriter<Sql> {
  readonly #dialect: Dialect<Sql>;
  readonly #sql: SqlTag<Sql>;
  readonly #list: ListRequest;
  readonly #columns: Readonly<Record<string, Column<Sql>>>;
  readonly #conditions: readonly Sql[];
  readonly #keys: readonly Key<Sql>[];

  constructor(
    list: ListRequest,
    { sql, dialect, columns, search }: Pick<ListOptions<Sql, object, string>, 'sql' | 'dialect' | 'columns' | 'search'>,
  ) {
    this.#sql = sql;
    this.#list = list;
    this.#columns = columns;
    this.#dialect = dialectOf(dialect, sql);
    const inSearch = list.searched.map((name) => this.#column(name, search?.columns?.[name]));
    this.#conditions = [
      ...list.filters.map((filter) => filterCondition(sql, this.#dialect, this.#column(filter.name), filter)),
      ...list.words.map((word) =>
        wordCondition(sql, this.#dialect, inSearch, search?.fold(word) ?? word, search !== undefined),
      ),
    ];
    this.#keys = list.order.map(({ name, desc, nullable = false }, i) => {
      return { column: this.#column(name), desc, nullable, value: list.cursor?.[i] };
    });
  }

  #column(name: string, found: Column<Sql> | undefined = ownColumn(this.#columns, name)): Sql {
    if (found === undefined) throw new TypeError(`columns must have "${name}", which ctx.list refers to`);
    return typeof found === 'string' ? nameColumn(this.#sql, found) : (found as Sql);
  }

  /** The parts of the list that the request contains. */
  parts(): Part<Sql>[] {
    const { cursor, offset } = this.#list;
    const parts = new ListParts(this.#sql, this.#dialect);
    if (cursor !== undefined) return parts.after(this.#keys);
    // Rows can't be skipped in parts.
    return offset > 0 ? [{ conditions: [], keys: this.#keys }] : parts.all(this.#keys);
  }

  /** The condition of a part, or of the whole list. */
  where(part?: Part<Sql>): Sql {
    const all = [...this.#conditions, ...(part?.conditions ?? [])];
    return all.length === 0 ? this.#sql`1 = 1` : this.#sql`(${joinSql(this.#sql, all, ' and ')})`;
  }

  orderBy({ keys }: Part<Sql>): Sql {
    return keys.length === 0 ? this.#sql`(select 1)` : orderOf(this.#sql, keys);
  }

  selectedKeys(): SelectedKeys<Sql> {
    return this.#keys.map(({ column }, i) => ({ name: `listkey${i}`, value: this.#dialect.key(column) }));
  }
}

function ownColumn<Sql>(columns: Readonly<Record<string, Column<Sql>>>, name: string): Column<Sql> | undefined {
  return Object.hasOwn(columns, name) ? columns[name] : undefined;
}

function listKeys<Sql>(sql: SqlTag<Sql>, keys: SelectedKeys<Sql>): Sql {
  return joinSql(sql, [sql``, ...keys.map(({ name, value }) => sql`${value} as ${nameAlias(sql, name)}`)], ', ');
}

/** @throws {TypeError} If a value can't be in a cursor. */
function cursorValues(row: object, keys: SelectedKeys<unknown>, { order }: ListRequest): KeyValue[] {
  return keys.map(({ name }, i) => {
    const value = (row as Readonly<Record<string, unknown>>)[name];
    const key = order[i]!;
    if (value === undefined) throw new TypeError('Rows must have the columns of keys: select them in each query');
    // The next page would not have the rows with null.
    if (value === null && key.nullable !== true) throw new TypeError(`"${key.name}" is null, but not in the contract`);
    if (value === null || typeof value === 'string' || Number.isFinite(value)) return value as KeyValue;
    if (typeof value === 'bigint') return Number(value);
    throw new TypeError(`A list can't be ordered by "${key.name}", which is a value of type ${typeof value}`);
  });
}

function withoutKeys<Row extends object>(row: Row, keys: SelectedKeys<unknown>): Row {
  const rest = { ...row } as Record<string, unknown>;
  for (const { name } of keys) delete rest[name];
  return rest as Row;
}
