import type { FilterValue, ListFilter } from '../../shared/contract/list-request.ts';
import type { Dialect } from './sql-dialect.ts';
import type { SqlTag } from './sql-tag.ts';
import { joinSql } from './sql-tag.ts';

/** Writes the condition of a filter. */
export function filterCondition<Sql>(sql: SqlTag<Sql>, dialect: Dialect<Sql>, column: Sql, filter: ListFilter): Sql {
  const { op } = filter;
  const given = filter.value;
  if (Array.isArray(given)) return oneOf(sql, dialect, column, given);
  const value = given as FilterValue;
  // The database would refuse the whole query, although no row has such a text.
  if (!isStorable(dialect, value)) return op === 'ne' ? sql`1 = 1` : sql`1 = 0`;
  switch (op) {
    case 'null':
      return value === true ? sql`${column} is null` : sql`${column} is not null`;
    case 'starts':
      return value === '' ? sql`${column} is not null` : dialect.starts(column, String(value));
    case 'contains':
      return dialect.contains(column, String(value));
    case 'ne':
      // In SQL, null is neither equal nor unequal to a value.
      return sql`(${column} <> ${dialect.value(value)} or ${column} is null)`;
    case 'gt':
      return sql`${column} > ${dialect.value(value)}`;
    case 'gte':
      return sql`${column} >= ${dialect.value(value)}`;
    case 'lt':
      return sql`${column} < ${dialect.value(value)}`;
    case 'lte':
      return sql`${column} <= ${dialect.value(value)}`;
    default:
      return sql`${column} = ${dialect.value(value)}`;
  }
}

function oneOf<Sql>(sql: SqlTag<Sql>, dialect: Dialect<Sql>, column: Sql, given: readonly FilterValue[]): Sql {
  const values = given.filter((value) => isStorable(dialect, value)).map((value) => dialect.value(value));
  return values.length === 0 ? sql`1 = 0` : sql`${column} in (${joinSql(sql, values, ', ')})`;
}

/**
 * Writes the condition that a word is in one of some columns.
 *
 * @param isFolded Whether columns and words have no letter case.
 */
export function wordCondition<Sql>(
  sql: SqlTag<Sql>,
  dialect: Dialect<Sql>,
  columns: readonly Sql[],
  word: string,
  isFolded: boolean,
): Sql {
  if (!isStorable(dialect, word) || columns.length === 0) return sql`1 = 0`;
  const found = columns.map((column) => (isFolded ? dialect.contains(column, word) : dialect.mentions(column, word)));
  return sql`(${joinSql(sql, found, ' or ')})`;
}

function isStorable({ hasNul }: Dialect<unknown>, value: FilterValue): boolean {
  return hasNul || typeof value !== 'string' || !value.includes('\0');
}
