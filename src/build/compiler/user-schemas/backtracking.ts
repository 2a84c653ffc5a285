import { compilePattern } from '../../../shared/schema/formats.ts';
import { depthsOf } from '../../../shared/schema/depths.ts';
import { Automaton, TEXT_LENGTH } from './automaton.ts';
import { Pairs } from './pairs.ts';

// Backtracking is exponential where an automaton can go from a state back to it in two ways for one text (EDA: Weideman et al., 2016).
// Of the libraries, redos-detector cannot distinguish it from quadratic backtracking, which most ordinary patterns have, scslre misses ambiguous
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
  /** The steps that a text of a length takes at most. */
  readonly most: (length: number) => number;
}

/** The largest automaton whose loops are searched, which takes quadratic time. */
const MAX_SEARCHED = 100;
const MAX_SEARCHED_LINKS = 1000;

/** How much work the search for a slow text takes at most. With more, any number of steps is possible. */
const MAX_WORK = 3_000_000;

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
  if (!/[*+?}\\|]/.test(pattern))
    return { isExponential: false, loops: 0, steps: 0, most: (length) => length * pattern.length };
  try {
    const { flags } = compilePattern(pattern);
    const automaton = new Automaton(pattern, flags);
    const isSmall = automaton.texts.length <= MAX_SEARCHED && automaton.links <= MAX_SEARCHED_LINKS;
    const letters = lettersOf(automaton.texts, isSmall ? alphabetOf(pattern) : [...COMMON, ...pattern], flags);
    const steps = stepsOf(automaton, letters);
    if (!isSmall) return { isExponential: false, loops: Infinity, steps, most: () => Infinity };
    const pairs = new Pairs(automaton.next, sharing(letters));
    const found = backtrackingOf(automaton, pairs);
    return { ...found, steps, most: boundOf(automaton, pairs, found) };
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

/** The characters to compare the classes of a pattern by: two that overlap have one of the ends of their ranges in common. */
function alphabetOf(pattern: string): string[] {
  const escapes = [...pattern.matchAll(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))/gi)];
  const codes = escapes.map((groups) => Number.parseInt(groups.slice(1).join(''), 16));
  const written = [...COMMON, ...pattern].map((letter) => letter.codePointAt(0)!);
  // The characters of a Unicode property can be anywhere.
  const blocks = /\\p/i.test(pattern) ? Array.from({ length: 0x2000 }, (_, i) => i * 32 + 5) : [];
  const around = [...written, ...codes].flatMap((code) => [code - 1, code, code + 1]);
  const valid = [...around, ...blocks].filter((code) => code >= 0 && code <= 0x10_ff_ff);
  return valid.map((code) => String.fromCodePoint(code));
}

/** The characters that each position matches. */
function lettersOf(texts: readonly string[], alphabet: readonly string[], flags: string): ReadonlySet<string>[] {
  const letters = [...new Set(alphabet)];
  const known = new Map<string, ReadonlySet<string>>();
  return texts.map((text) => {
    const regex = new RegExp(`^(?:${text})$`, flags);
    const matched = known.get(text) ?? new Set(letters.filter((letter) => regex.test(letter)));
    known.set(text, matched);
    return matched;
  });
}

/** Whether each two positions match the same character. True if one of them matches none of the letters, because its characters are unknown. */
function sharing(letters: readonly ReadonlySet<string>[]): boolean[][] {
  return letters.map((a) =>
    letters.map((b) => a === b || a.size === 0 || b.size === 0 || [...a].some((letter) => b.has(letter))),
  );
}

/** Follows two different ways from a position back to it for one text, after which the match can fail. */
function backtrackingOf({ next, hasEnd }: Automaton, pairs: Pairs): Pick<Backtracking, 'isExponential' | 'loops'> {
  const size = next.length;
  const reach = next.map((_, position) => reachable([position], (at) => next[at]!));
  const checked = new Set<number>();
  /** The pairs of one position with itself. */
  const loop = new Set<number>();
  let loops = 0;
  let isExponential = false;
  for (const [position, around] of reach.entries()) {
    if (!around.has(position) || checked.has(position)) continue;
    loops += 1;
    const cycle = [...around].filter((at) => reach[at]!.has(position));
    for (const at of cycle) checked.add(at);
    // A match that always succeeds never backtracks.
    if (!hasEnd && cycle.length === around.size) continue;
    for (const at of cycle) loop.add(at * size + at);
    isExponential ||= cycle.some((at) => next[at]!.some((to, i) => cycle.includes(to) && next[at]!.indexOf(to) !== i));
  }
  if (isExponential) return { isExponential, loops };
  depthsOf(
    loop,
    (pair) => pairs.after(pair),
    (group) => {
      const isApart = group.length > 1 && group.some((pair) => Math.floor(pair / size) !== pair % size);
      isExponential ||= isApart && group.some((pair) => loop.has(pair));
    },
  );
  return { isExponential, loops };
}

/** Bounds the steps by the length of a text. A lookaround can be tried at each character. */
function boundOf(
  { root, lookarounds, isAnchored, hasUnknown, cuts }: Automaton,
  pairs: Pairs,
  { isExponential, loops }: Pick<Backtracking, 'isExponential' | 'loops'>,
): Backtracking['most'] {
  if (isExponential || hasUnknown) return () => Infinity;
  const inside = lookarounds.reduce((total, { first }) => total + TEXT_LENGTH * pairs.most(first), 0);
  const steps = (pairs.most(root.first) + inside) * (isAnchored ? 1 : TEXT_LENGTH);
  const power = loops + cuts + (isAnchored ? 0 : 1);
  return (length) => steps * (Math.max(length, TEXT_LENGTH) / TEXT_LENGTH) ** power;
}

/**
 * Counts the ways through an automaton for a text that does not match. The text grows by the letter with the most ways.
 *
 * It finds patterns that the search for loops doesn't: `^(?:a?){28}a{28}$` has none, and 2^28 ways.
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
  let [steps, work] = [0, 0];
  for (let length = 0; length < TEXT_LENGTH && ways.size > 0; length++) {
    let best = new Map<number, number>();
    let most = 0;
    for (const letter of alphabet) {
      const read = [...ways].filter(([position]) => letters[position]!.has(letter));
      // Without a `$`, the text matches as soon as one way is at its end.
      if (read.some(([position]) => ends.has(position))) continue;
      work += read.reduce((count, [position]) => count + next[position]!.length, read.length);
      if (work > MAX_WORK) return Infinity;
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

/** Finds the states that can be reached in one step or more. */
function reachable(from: readonly number[], step: (at: number) => readonly number[]): Set<number> {
  const found = new Set(from.flatMap((at) => [...step(at)]));
  for (const at of found) for (const other of step(at)) found.add(other);
  return found;
}
