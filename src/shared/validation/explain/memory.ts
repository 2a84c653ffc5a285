import type { Violation } from '../../contract/enforcement.ts';
import type { Check } from './inspection-types.ts';

/** The probes that may be open inside each other, so that a deep value does not overflow the stack. */
const MAX_DEPTH = 100;

/** The pass of a result that is not there yet. */
const RUNNING = -1;

/** A question to validate: whether a value passes a check, with up to a number of reasons. */
export interface Probe {
  /** The check of a schema. */
  readonly check: Check;
  readonly value: unknown;
  readonly limit: number;
}

interface Result {
  readonly limit: number;
  readonly violations: readonly Violation[];
  /** The pass in which the result holds, if it depends on a postponed probe. */
  readonly pass: number | undefined;
}

/** The results of a validation, by check and value. Without them, each level of a recursive schema would double the time. */
export interface Memory {
  readonly results: Map<Check, Map<unknown, Result>>;
  /** The probes that were too deep in this pass. */
  postponed: Probe[];
  /** The texts that a cheap keyword refused in this pass. */
  refused: Set<unknown>;
  pass: number;
  depth: number;
  /** The uses of results that hold in this pass only. */
  gaps: number;
  /** The steps of all passes: a check is one. */
  steps: number;
  /** How many steps may find more than one reason. */
  readonly maxSteps: number;
}

/** The steps that a probe takes besides its checks, for its pass and its result. */
const PROBE_STEPS = 10;

/** A validation ends after this many times the steps that may find more than one reason. */
const LAST = 5;

/** Ends a validation that has taken too many steps. */
export class TooManySteps extends Error {}

/** Creates an empty memory. */
export function createMemory(maxSteps: number): Memory {
  return { results: new Map(), postponed: [], refused: new Set(), pass: 0, depth: 0, gaps: 0, steps: 0, maxSteps };
}

/**
 * Counts steps.
 *
 * @throws {TooManySteps} If a result would take too long.
 */
export function countSteps(memory: Memory, steps: number): void {
  memory.steps += steps;
  if (memory.steps > LAST * memory.maxSteps) throw new TooManySteps();
}

/**
 * Returns the violations of a probe, from memory if they are known.
 *
 * A probe that is too deep is postponed: it counts as valid for the rest of the pass, and {@link settleProbe} repeats the checks that depend on it.
 */
export function recall(memory: Memory, probe: Probe, run: () => readonly Violation[]): readonly Violation[] {
  const { check, value, limit } = probe;
  let results = memory.results.get(check);
  if (results === undefined) memory.results.set(check, (results = new Map<unknown, Result>()));
  const known = results.get(value);
  if (known?.pass === RUNNING) refuseLoop();
  const isOfPass = known !== undefined && (known.pass === undefined || known.pass === memory.pass);
  if (isOfPass && (known.violations.length === 0 || known.limit >= limit)) {
    if (known.pass !== undefined) memory.gaps++;
    return known.violations;
  }
  countSteps(memory, PROBE_STEPS);
  const { gaps } = memory;
  let violations: readonly Violation[] = [];
  if (memory.depth === MAX_DEPTH) {
    memory.postponed.push(probe);
    memory.gaps++;
  } else {
    memory.depth++;
    results.set(value, { limit, violations, pass: RUNNING });
    violations = run();
    memory.depth--;
  }
  results.set(value, { limit, violations, pass: memory.gaps === gaps ? undefined : memory.pass });
  return violations;
}

/**
 * Runs a probe until its result depends on nothing postponed. Postponed probes run first, from a stack that is empty again.
 *
 * @param run Runs a probe by {@link recall}; `isFirst` is whether it is the first one.
 */
export function settleProbe<T>(memory: Memory, first: Probe, run: (probe: Probe, isFirst: boolean) => T): T {
  const open: Probe[] = [first];
  // The probes that postponed others, whose results they need.
  const waiting = new Map<Check, Set<unknown>>();
  for (;;) {
    memory.pass++;
    memory.postponed = [];
    memory.refused = new Set();
    const probe = open.at(-1)!;
    const result = run(probe, open.length === 1);
    if (memory.postponed.length > 0) {
      waiting.set(probe.check, (waiting.get(probe.check) ?? new Set()).add(probe.value));
      for (const postponed of memory.postponed) {
        // Such a loop can be too long to run into itself.
        if (waiting.get(postponed.check)?.has(postponed.value) === true) refuseLoop();
        // A spread would overflow the stack with 130,000 probes.
        open.push(postponed);
      }
    } else if (open.length === 1) return result;
    else {
      open.pop();
      waiting.get(probe.check)?.delete(probe.value);
    }
  }
}

function refuseLoop(): never {
  throw new RangeError('a schema refers to itself without consuming any input');
}
