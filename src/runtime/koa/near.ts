/**
 * Finds the name that another one is probably a misspelling of: at most two letters are different, missing or too many.
 *
 * @example nearest('gaurd', ['path', 'guard']) // 'guard'
 */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const ranked = names.map((other) => [distance(name.toLowerCase(), other.toLowerCase()), other] as const);
  return ranked.filter(([far, other]) => far <= 2 && far < other.length / 2).sort(([a], [b]) => a - b)[0]?.[1];
}

/** The Levenshtein distance of two short texts. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}
