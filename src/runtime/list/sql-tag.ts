/**
 * A template tag for SQL: values become parameters, and results of the tag are parts of the statement. Kysely's and Drizzle's `sql` are such tags.
 *
 * @typeParam Sql The result of the tag.
 */
// eslint-disable-next-line typescript/no-explicit-any -- a tag that takes fewer kinds of values is a tag, too
export type SqlTag<Sql> = (strings: TemplateStringsArray, ...values: any[]) => Sql;

/** Writes a statement from texts and the values between them. */
function write<Sql>(sql: SqlTag<Sql>, texts: readonly string[], values: readonly unknown[] = []): Sql {
  const strings = Object.assign([...texts], { raw: texts });
  return sql(strings, ...values);
}

/** Writes parts with a text between them. */
export function joinSql<Sql>(sql: SqlTag<Sql>, parts: readonly Sql[], separator: string): Sql {
  return write(sql, ['', ...parts.slice(1).map(() => separator), ''], parts);
}

/**
 * Writes the name of a column.
 *
 * @throws {TypeError} If it has no table.
 */
export function nameColumn<Sql>(sql: SqlTag<Sql>, name: string): Sql {
  checkColumn(name);
  return write(sql, [name.split('.').map(quotedName).join('.')]);
}

/** @throws {TypeError} If the name of a column has no table: it could mean an alias of the select list. */
export function checkColumn(name: string): void {
  if (/^[^.]+(?:\.[^.]+)+$/.test(name)) return;
  throw new TypeError(
    `The column "${name}" must have a table, such as "books.${name}", so that it can't mean an alias`,
  );
}

function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Writes a name after `as`. */
export function nameAlias<Sql>(sql: SqlTag<Sql>, name: string): Sql {
  return write(sql, [quotedName(name)]);
}
