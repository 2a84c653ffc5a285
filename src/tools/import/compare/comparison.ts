import type { Fact } from './schema-facts.ts';

/** The facts of one description in another. */
export interface Comparison {
  readonly kept: readonly Fact[];
  readonly lost: readonly Fact[];
  readonly added: readonly Fact[];
}

/** Compares descriptions by their facts. */
export function compareFacts(original: readonly Fact[], emitted: readonly Fact[]): Comparison {
  const [described, made] = [original.map(printFact), emitted.map(printFact)];
  const [before, after] = [new Set(described), new Set(made)];
  return {
    kept: original.filter((_, i) => after.has(described[i]!)),
    lost: original.filter((_, i) => !after.has(described[i]!)),
    added: emitted.filter((_, i) => !before.has(made[i]!)),
  };
}

/** A fact as one line: `tag · GET /meta · meta`. */
export function printFact({ kind, where, value }: Fact): string {
  return `${kind} · ${where} · ${value}`;
}
