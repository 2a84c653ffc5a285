/**
 * Whether a version is in a range of package.json, of the forms that this package uses: `^1.2.3`, `~1.2.3`, `>=1.2.3`, joined by `||`.
 *
 * @example satisfies('22.1.0', '^20.19.0 || >=22.12.0') // false
 */
export function satisfies(version: string, range: string): boolean {
  const given = numbersOf(version);
  return range.split('||').some((part) => {
    const [, operator = '', wanted = ''] = /^\s*([~^]|>=)?\s*(\S+)\s*$/.exec(part) ?? [];
    const least = numbersOf(wanted);
    if (compareNumbers(given, least) < 0) return false;
    if (operator === '>=') return true;
    // `^0.2.3` allows patches alone, as `~` does.
    const fixed =
      operator === '~' ? 2 : operator === '^' ? Math.max(1, least.findIndex((number) => number > 0) + 1) : 3;
    return least.slice(0, fixed).every((number, i) => number === given[i]);
  });
}

function numbersOf(version: string): readonly number[] {
  return version.split('-')[0]!.split('.').map(Number);
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const i = b.findIndex((number, index) => number !== (a[index] ?? 0));
  return i === -1 ? 0 : (a[i] ?? 0) - b[i]!;
}
