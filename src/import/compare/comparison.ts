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
