/** A part of a statement: texts, and the values between them. A value can be a part, too. */
export interface Sql {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
}

/** Writes a part of a statement: values become parameters. */
export function sql(texts: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  return { texts, values };
}

/** Lists parts of a statement, with commas between them. */
export function listSql(parts: readonly Sql[]): Sql {
  return { texts: ['', ...Array<string>(parts.length - 1).fill(', '), ''], values: parts };
}

/** Whether a value is a part of a statement. */
function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && 'texts' in value;
}

/**
 * Writes the text of a statement.
 *
 * @param placeholder The placeholder of a parameter, by its number from 1.
 * @returns The text, and the values of its parameters.
 */
export function writeSql(part: Sql, placeholder: (index: number) => string): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const write = ({ texts, values: inner }: Sql): string =>
    texts.reduce((before, text, i) => {
      const value = inner[i - 1];
      if (isSql(value)) return before + write(value) + text;
      values.push(value);
      return before + placeholder(values.length) + text;
    });
  const text = write(part);
  return { text: text.replaceAll(/\s+/g, ' ').trim(), values };
}
