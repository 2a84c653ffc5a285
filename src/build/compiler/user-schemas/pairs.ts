import { TEXT_LENGTH } from './automaton.ts';

/** The positions that each position leads to, once for each way. */
type Next = readonly (readonly number[])[];

/** The pairs of positions of an automaton, and whether a text can lead to both at once. */
export class Pairs {
  readonly #next: Next;
  readonly #before: Next;
  readonly #share: readonly (readonly boolean[])[];

  /** @param share Whether one character is in both classes. */
  constructor(next: Next, share: readonly (readonly boolean[])[]) {
    this.#next = next.map((targets) => [...new Set(targets)]);
    this.#before = predecessors(next);
    this.#share = share;
  }

  /** The pairs after both positions of a pair have read one character. */
  after(pair: number): number[] {
    const size = this.#next.length;
    const [a, b] = [Math.floor(pair / size), pair % size];
    if (!this.#share[a]![b]!) return [];
    return this.#next[a]!.flatMap((x) => this.#next[b]!.map((y) => x * size + y));
  }

  /** The pairs that one text can lead to from some positions. */
  from(starts: readonly number[]): ReadonlySet<number> {
    const size = this.#next.length;
    const found = new Set(starts.flatMap((a) => starts.map((b) => a * size + b)));
    // The set grows while it is processed.
    for (const pair of found) for (const next of this.after(pair)) found.add(next);
    return found;
  }

  /**
   * Bounds the steps of a search that begins at some positions, for any text of {@link TEXT_LENGTH} characters.
   *
   * For each position it takes the character with the most ways to it. Ways that need different texts do not add up.
   */
  most(starts: readonly number[]): number {
    const size = this.#next.length;
    const together = this.from(starts);
    let ways = this.#next.map(() => 0);
    for (const start of starts) ways[start]!++;
    let steps = 0;
    for (let length = 0; length < TEXT_LENGTH; length++) {
      steps += ways.reduce((sum, count) => sum + count, 0);
      const last = ways;
      ways = this.#before.map((from) => {
        const alive = from.filter((position) => last[position]! > 0);
        const isWith = (a: number, b: number): boolean => this.#share[a]![b]! && together.has(a * size + b);
        const sums = alive.map((a) => alive.reduce((sum, b) => (isWith(a, b) ? sum + last[b]! : sum), 0));
        return Math.max(0, ...sums);
      });
    }
    return steps;
  }
}

function predecessors(next: Next): number[][] {
  const before: number[][] = next.map(() => []);
  for (const [position, targets] of next.entries()) for (const to of targets) before[to]!.push(position);
  return before;
}
