import type { Dialect } from './sql-dialect.ts';
import type { KeyValue } from '../../shared/contract/list-request.ts';
import type { SqlTag } from './sql-tag.ts';
import { joinSql } from './sql-tag.ts';

/** A key that orders rows. */
export interface Key<Sql> {
  readonly column: Sql;
  readonly desc: boolean;
  readonly nullable: boolean;
  /** Its value for the row that the page comes after; undefined on the first page. */
  readonly value: KeyValue | undefined;
}

/** A part of a list. In a query for all of it, `or ... is null` would read the whole table. */
export interface Part<Sql> {
  readonly conditions: readonly Sql[];
  readonly keys: readonly Key<Sql>[];
}

/**
 * Splits a list, or the rest of it after a row, into parts that an index finds and orders. Each part comes after the one before, and nulls come last.
 */
export class ListParts<Sql> {
  readonly #sql: SqlTag<Sql>;
  readonly #dialect: Dialect<Sql>;

  constructor(sql: SqlTag<Sql>, dialect: Dialect<Sql>) {
    this.#sql = sql;
    this.#dialect = dialect;
  }

  /** All rows. */
  all(keys: readonly Key<Sql>[]): Part<Sql>[] {
    const [first, ...rest] = keys;
    if (first?.nullable !== true) return [{ conditions: [], keys }];
    const present = this.#sql`${first.column} is not null`;
    return [{ conditions: [present], keys: withPresent(keys) }, ...this.#nulls(first, this.all(rest))];
  }

  /** The rows after the values of the keys. */
  after(keys: readonly Key<Sql>[]): Part<Sql>[] {
    const [first, ...rest] = keys;
    if (first === undefined) return [];
    if (first.value === null) return this.#nulls(first, this.after(rest));
    const nulls = first.nullable ? this.#nulls(first, this.all(rest)) : [];
    if (!rest.some(({ nullable }) => nullable))
      return [{ conditions: [this.#beyond(keys)], keys: withPresent(keys) }, ...nulls];
    const same = this.#sql`${first.column} = ${this.#position(first)}`;
    const other = this.#compare(first, '');
    return [...within(same, this.after(rest)), { conditions: [other], keys: withPresent(keys) }, ...nulls];
  }

  #nulls(key: Key<Sql>, parts: readonly Part<Sql>[]): Part<Sql>[] {
    return within(this.#sql`${key.column} is null`, parts);
  }

  /** The condition for rows after the values of keys without nulls. An index finds the first of them. */
  #beyond(keys: readonly Key<Sql>[]): Sql {
    const sql = this.#sql;
    const [first, ...rest] = keys;
    if (rest.length === 0) return this.#compare(first!, '');
    if (rest.every(({ desc }) => desc === first!.desc)) {
      const columns = joinSql(
        sql,
        keys.map(({ column }) => column),
        ', ',
      );
      const values = joinSql(
        sql,
        keys.map((key) => this.#position(key)),
        ', ',
      );
      return first!.desc ? sql`(${columns}) < (${values})` : sql`(${columns}) > (${values})`;
    }
    // The first condition lets the index skip to the page.
    return sql`${this.#compare(first!, '=')} and (${this.#compare(first!, '')} or ${this.#beyond(rest)})`;
  }

  #compare({ column, desc, ...key }: Key<Sql>, orEqual: '' | '='): Sql {
    const sql = this.#sql;
    const value = this.#position(key);
    if (orEqual === '=') return desc ? sql`${column} <= ${value}` : sql`${column} >= ${value}`;
    return desc ? sql`${column} < ${value}` : sql`${column} > ${value}`;
  }

  #position({ value }: Pick<Key<Sql>, 'value'>): Sql {
    if (value == null) throw new TypeError('ctx.list.cursor must have a value for each key of ctx.list.order');
    return this.#dialect.position(value);
  }
}

/** Writes the order of keys. */
export function orderOf<Sql>(sql: SqlTag<Sql>, keys: readonly Key<Sql>[]): Sql {
  const parts = keys.map(({ column, desc, nullable }) => {
    if (nullable) return desc ? sql`${column} desc nulls last` : sql`${column} asc nulls last`;
    return desc ? sql`${column} desc` : sql`${column} asc`;
  });
  return joinSql(sql, parts, ', ');
}

function within<Sql>(condition: Sql, parts: readonly Part<Sql>[]): Part<Sql>[] {
  return parts.map(({ conditions, keys }) => ({ conditions: [condition, ...conditions], keys }));
}

/** The keys where the first one is not null: an index has no order of nulls to agree with. */
function withPresent<Sql>([first, ...rest]: readonly Key<Sql>[]): Key<Sql>[] {
  return [{ ...first!, nullable: false }, ...rest];
}
