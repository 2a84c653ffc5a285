import type { Fact } from './schema-facts.ts';

/** The facts of one description in another. */
export interface Comparison {
  readonly kept: readonly Fact[];
  readonly lost: readonly Fact[];
  readonly added: readonly Fact[];
}

/** Compares descriptions by their facts. */
export function compareFacts(original: readonly Fact[], emitted: readonly Fact[]): Comparison {
  const [before, after] = [new Set(original.map(printFact)), new Set(emitted.map(printFact))];
  return {
    kept: original.filter((fact) => after.has(printFact(fact))),
    lost: original.filter((fact) => !after.has(printFact(fact))),
    added: emitted.filter((fact) => !before.has(printFact(fact))),
  };
}

/** A fact as one line: `tag · GET /meta · meta`. */
export function printFact({ kind, where, value }: Fact): string {
  return `${kind} · ${where} · ${value}`;
}

/** The number of facts of each kind, by kind. */
export function countKinds(facts: readonly Fact[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of facts) counts[kind] = (counts[kind] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
