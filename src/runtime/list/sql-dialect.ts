import type { FilterValue, KeyValue } from '../../shared/contract/list-request.ts';
import type { SqlTag } from './sql-tag.ts';

/** A database whose SQL a list can be written in. */
export type DialectName = 'postgres' | 'sqlite';

/** The SQL that differs between databases. */
export interface Dialect<Sql> {
  /** Whether a text can have the character U+0000. */
  readonly hasNul: boolean;
  /** A value that a column is compared with. */
  value(value: FilterValue): Sql;
  /** Whether a column contains a text. */
  contains(column: Sql, text: string): Sql;
  /** Whether a column contains a text, in any letter case. */
  mentions(column: Sql, text: string): Sql;
  /** Whether a column starts with a text, which is not empty. */
  starts(column: Sql, text: string): Sql;
  /** Selects the value of a key, so that {@link position} returns to exactly that value. */
  key(column: Sql): Sql;
  /** The value of a key in a cursor. */
  position(value: Exclude<KeyValue, null>): Sql;
}

/** The SQL of a database, written with a tag. */
export function dialectOf<Sql>(name: DialectName, sql: SqlTag<Sql>): Dialect<Sql> {
  return name === 'postgres' ? postgres(sql) : sqlite(sql);
}

function postgres<Sql>(sql: SqlTag<Sql>): Dialect<Sql> {
  return {
    hasNul: false,
    value(value) {
      // The type of a column would be too small for some numbers, and would refuse others, with an error.
      if (typeof value === 'number')
        return Number.isSafeInteger(value) ? sql`${value}::bigint` : sql`${value}::numeric`;
      return sql`${value}`;
    },
    contains: (column, text) => sql`${column}::text like ${`%${like(text)}%`} escape '~'`,
    mentions: (column, text) => sql`lower(${column}::text) like lower(${`%${like(text)}%`}) escape '~'`,
    starts: (column, text) => sql`${column}::text like ${`${like(text)}%`} escape '~'`,
    // Drivers read times without their microseconds, and numbers without their last digits. The column determines the type of the parameter.
    key: (column) => sql`(${column})::text`,
    position: (value) => sql`${value}`,
  };
}

/** A text in a pattern of `like`. "~" has no meaning in strings of SQL or JavaScript, as a backslash has. */
function like(text: string): string {
  return text.replaceAll(/[~%_]/g, '~$&');
}

function sqlite<Sql>(sql: SqlTag<Sql>): Dialect<Sql> {
  // Drivers can't bind booleans.
  const value = (given: FilterValue): Sql => sql`${typeof given === 'boolean' ? Number(given) : given}`;
  return {
    hasNul: true,
    value,
    // `like` ignores the case of ASCII letters, and uses no index.
    contains: (column, text) => sql`instr(${column}, ${text}) > 0`,
    mentions: (column, text) => sql`instr(lower(${column}), lower(${text})) > 0`,
    starts(column, text) {
      const from = sql`${column} collate binary >= ${text}`;
      const end = textAfter(text);
      return end === undefined ? from : sql`${from} and ${column} collate binary < ${end}`;
    },
    // The quote distinguishes a text from an integer beyond 2^53: a number never equals a text.
    key: (column) =>
      sql`case typeof(${column}) when 'text' then '''' || ${column} when 'integer' then case when ${column} between -9007199254740991 and 9007199254740991 then ${column} else cast(${column} as text) end else ${column} end`,
    position(given) {
      if (typeof given !== 'string') return value(given);
      return given.startsWith("'") ? sql`${given.slice(1)}` : sql`cast(${given} as integer)`;
    },
  };
}

/** The first text after all that start with a text, in the order of UTF-8; undefined if there is none. */
function textAfter(text: string): string | undefined {
  const points = Array.from(text, (character) => character.codePointAt(0)!);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  // Surrogates aren't characters.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}
