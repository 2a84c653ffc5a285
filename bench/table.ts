/** Prints a table in Markdown. The first cell of a row is its name. */
export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(tableLines(columns, rows).join('\n'));
}

/** The lines of a table in Markdown. */
export function tableLines(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)];
}

/** The median of the ratios of two figures that are measured in the same rounds. */
export function medianRatio(figures: readonly number[], base: readonly number[]): number {
  return median(figures.map((figure, round) => figure / base[round]!));
}

/** The median, with the least and the greatest in brackets: `0.93 (0.90 to 0.97)`. */
export function withSpread(values: readonly number[], digits = 2): string {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)} to ${greatest.toFixed(digits)})`;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Runs a function for one item after the other. */
export async function inTurn<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}

/** Packages with their versions: `koa 3.3.0, ajv 8.20.0`. */
export function printVersions(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map((entry) => entry.join(' '))
    .join(', ');
}
