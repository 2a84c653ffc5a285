/** Figures by round, then by contestant. */
type Rounds = readonly (readonly number[])[];

/**
 * Prints a line for each contestant: the median of each figure, and the median of its ratios to the first contestant and to the last one in the
 * same round, with the least and the greatest.
 *
 * @param compared What is printed with ratios.
 * @param plain What is printed as it is.
 */
export function printTable(
  contestants: readonly { readonly name: string }[],
  compared: Readonly<Record<string, Rounds>>,
  plain: Readonly<Record<string, Rounds>> = {},
): void {
  const last = contestants.length - 1;
  const rows = contestants.map(({ name }, index) => {
    const fields: [string, string | number][] = [['name', name]];
    for (const [unit, rounds] of Object.entries(compared)) {
      fields.push([unit, Number(median(rounds.map((round) => round[index]!)).toPrecision(3))]);
      fields.push([`${unit}: to first`, ratio(rounds, index, 0)], [`${unit}: to last`, ratio(rounds, index, last)]);
    }
    for (const [unit, rounds] of Object.entries(plain))
      fields.push([unit, Number(median(rounds.map((round) => round[index]!)).toFixed(2))]);
    return Object.fromEntries(fields);
  });
  console.table(rows);
}

function ratio(rounds: Rounds, index: number, to: number): string {
  const ratios = rounds.map((round) => round[index]! / round[to]!);
  return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
