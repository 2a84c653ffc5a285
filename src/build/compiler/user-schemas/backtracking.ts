import { compilePattern } from '../../../shared/schema/formats.ts';
import { Automaton, TEXT_LENGTH } from './automaton.ts';

// Backtracking is exponential where an automaton can go from a state back to it in two ways for one text (EDA: Weideman et al., 2016).
// Of the libraries, redos-detector cannot tell it from quadratic backtracking, which most ordinary patterns have, scslre misses ambiguous
// alternatives, such as `(a|a)*`, and recheck installs 50 MB of native code.

/** The characters to compare classes by, besides those in the pattern. */
const COMMON = ['a', 'f', 'z', 'A', 'F', 'Z', '0', '9', '_', '-', '.', ' ', '\n', '/', '@', 'é', '漢', '😀'];

/** How a pattern backtracks. */
interface Backtracking {
  /** Whether each character more can double the time. */
  readonly isExponential: boolean;
  /** The number of repetitions, one in another counted once: the time grows at most with this power of the text's length. */
  readonly loops: number;
  /** The most steps that were found for a text of {@link TEXT_LENGTH} characters. */
  readonly steps: number;
}

/** The largest automaton whose loops are searched, which takes quadratic time. */
const MAX_SEARCHED = 100;

/** The longest pattern that is analyzed, and its deepest group: parsers and engines of regular expressions recurse. */
const MAX_PATTERN = 2000;
const MAX_GROUPS = 100;

const analyses = new Map<string, Backtracking | undefined>();

/**
 * Finds how a pattern backtracks; undefined if it is invalid or too large.
 *
 * @example backtracking('^(a+)+$') // { isExponential: true, loops: 1 }
 * @example backtracking('^.+@.+$') // { isExponential: false, loops: 2 }
 */
export function backtracking(pattern: string): Backtracking | undefined {
  if (!analyses.has(pattern)) analyses.set(pattern, analyze(pattern));
  return analyses.get(pattern);
}

function analyze(pattern: string): Backtracking | undefined {
  if (pattern.length > MAX_PATTERN || hasDeepGroups(pattern)) return undefined;
  if (!/[*+?}]/.test(pattern)) return { isExponential: false, loops: 0, steps: 0 };
  try {
    const { flags } = compilePattern(pattern);
    const automaton = new Automaton(pattern, flags);
    const letters = lettersOf(automaton.texts, pattern, flags);
    const steps = stepsOf(automaton, letters);
    if (automaton.texts.length > MAX_SEARCHED) return { isExponential: false, loops: Infinity, steps };
    return { ...backtrackingOf(automaton, letters), steps };
  } catch {
    return undefined;
  }
}

/** Whether the groups of a pattern may nest too deep. Escapes and classes count too. */
function hasDeepGroups(pattern: string): boolean {
  let depth = 0;
  for (const letter of pattern) {
    if (letter === '(') depth++;
    else if (letter === ')') depth--;
    if (depth > MAX_GROUPS) return true;
  }
  return false;
}

/** The characters that each position matches. */
function lettersOf(texts: readonly string[], pattern: string, flags: string): ReadonlySet<string>[] {
  const letters = [...new Set([...COMMON, ...pattern])];
  const known = new Map<string, ReadonlySet<string>>();
  return texts.map((text) => {
    const regex = new RegExp(`^(?:${text})$`, flags);
    const matched = known.get(text) ?? new Set(letters.filter((letter) => regex.test(letter)));
    known.set(text, matched);
    return matched;
  });
}

/** Follows two different ways from a position back to it for one text, after which the match can fail. */
function backtrackingOf(
  { next, hasEnd }: Automaton,
  letters: readonly ReadonlySet<string>[],
): Pick<Backtracking, 'isExponential' | 'loops'> {
  const reach = next.map((_, position) => reachable([position], (at) => next[at]!));
  const checked = new Set<number>();
  let loops = 0;
  let isExponential = false;
  for (const [position, around] of reach.entries()) {
    if (!around.has(position) || checked.has(position)) continue;
    loops += 1;
    const cycle = [...around].filter((at) => reach[at]!.has(position));
    for (const at of cycle) checked.add(at);
    // A match that always succeeds never backtracks.
    if (!hasEnd && cycle.length === around.size) continue;
    const isTwice = cycle.some((at) => next[at]!.some((to, i) => cycle.includes(to) && next[at]!.indexOf(to) !== i));
    isExponential ||= isTwice || returnsApart(position, next, letters);
  }
  return { isExponential, loops };
}

/**
 * Counts the ways through an automaton for a text that does not match. The text grows by the letter with the most ways.
 *
 * It finds what the search for loops does not: `^(?:a?){28}a{28}$` has none, and 2^28 ways.
 */
function stepsOf({ next, hasEnd, root }: Automaton, letters: readonly ReadonlySet<string>[]): number {
  if (!hasEnd && root.isNullable) return 0;
  const ends = new Set(hasEnd ? [] : root.last);
  const alphabet = [
    ...new Map(
      [...new Set(letters.flatMap((set) => [...set]))].map((letter) => [
        letters.map((set) => (set.has(letter) ? 1 : 0)).join(''),
        letter,
      ]),
    ).values(),
  ];
  let ways = new Map(root.first.map((position) => [position, 1]));
  let steps = 0;
  for (let length = 0; length < TEXT_LENGTH && ways.size > 0; length++) {
    let best = new Map<number, number>();
    let most = 0;
    for (const letter of alphabet) {
      const read = [...ways].filter(([position]) => letters[position]!.has(letter));
      // Without a `$`, the text matches as soon as one way is at its end.
      if (read.some(([position]) => ends.has(position))) continue;
      const after = follow(read, next);
      const count = sum(after);
      if (count > most) [best, most] = [after, count];
    }
    ways = best;
    steps += most;
  }
  return steps;
}

function follow(
  ways: readonly (readonly [position: number, count: number])[],
  next: Automaton['next'],
): Map<number, number> {
  const after = new Map<number, number>();
  for (const [position, count] of ways) for (const to of next[position]!) after.set(to, (after.get(to) ?? 0) + count);
  return after;
}

function sum(ways: ReadonlyMap<number, number>): number {
  return [...ways.values()].reduce((total, count) => total + count, 0);
}

/** Whether two walks from a position for one text can part, and meet at the position again. */
function returnsApart(start: number, next: readonly number[][], letters: readonly ReadonlySet<string>[]): boolean {
  const size = next.length;
  const share = next.map((_, a) => next.map((__, b) => [...letters[a]!].some((letter) => letters[b]!.has(letter))));
  const before = new Map<number, number[]>();
  const step = (pair: number): number[] => {
    const [a, b] = [Math.floor(pair / size), pair % size];
    const pairs = next[a]!.flatMap((x) => next[b]!.flatMap((y) => (x === y || share[x]![y]! ? [x * size + y] : [])));
    for (const other of pairs) pushTo(before, other, pair);
    return pairs;
  };
  const origin = start * size + start;
  const forward = reachable([origin], step);
  const backward = reachable([origin], (pair) => before.get(pair) ?? []);
  return [...forward].some((pair) => Math.floor(pair / size) !== pair % size && backward.has(pair));
}

/** Finds what can be reached in one step or more. */
function reachable(from: readonly number[], step: (at: number) => readonly number[]): Set<number> {
  const found = new Set(from.flatMap((at) => [...step(at)]));
  for (const at of found) for (const other of step(at)) found.add(other);
  return found;
}

function pushTo(map: Map<number, number[]>, key: number, value: number): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
