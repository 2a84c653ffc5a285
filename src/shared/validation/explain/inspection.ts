import type { Violation } from '../../contract/enforcement.ts';
import { splitReference } from '../../schema/references.ts';
import { isObject, own } from '../values.ts';
import type { Check, CheckOf, Components, Inspection, SchemaData } from './inspection-types.ts';
import type { Memory } from './memory.ts';
import { countSteps, recall } from './memory.ts';

/**
 * Starts a validation.
 *
 * @param isFirst Whether it isn't a probe of another.
 */
export function createInspection(
  components: Components,
  limit: number,
  checkOf: CheckOf,
  memory: Memory,
  isFirst: boolean,
): Inspection {
  return new Pass(components, limit, checkOf, memory, isFirst);
}

/** The steps that it takes to give a violation a longer pointer. */
const MOVE_STEPS = 5;

/** A check that runs after the others. Its violations keep its position. */
interface Deferred {
  readonly position: number;
  readonly check: Check;
  readonly value: unknown;
  readonly pointer: string;
}

/** One validation: its findings so far, and the checks that it has postponed. */
class Pass implements Inspection {
  /** The violations in the order of their positions, which are paired with them. */
  readonly #found: Violation[] = [];
  readonly #positions: number[] = [];
  readonly #deferred: Deferred[] = [];
  #refused: Set<unknown> | undefined;
  readonly #memory: Memory;
  readonly #isFirst: boolean;
  #next = 0;
  /** The position of the deferred check that is running. */
  #current: number | undefined;

  constructor(
    readonly components: Components,
    readonly limit: number,
    readonly checkOf: CheckOf,
    memory: Memory,
    isFirst: boolean,
  ) {
    this.#memory = memory;
    this.#isFirst = isFirst;
  }

  run(check: Check, value: unknown): readonly Violation[] {
    check(value, '', this);
    // The list grows while it is processed.
    for (const { position, check: inspect, value: part, pointer } of this.#deferred) {
      if (this.#isFull()) break;
      this.#current = position;
      if (!this.#isRefused(part)) inspect(part, pointer, this);
    }
    return this.#found;
  }

  begin(): boolean {
    countSteps(this.#memory, 1);
    return !this.#isFull();
  }

  /** Whether there are enough reasons: one, if to find it has taken long. */
  #isFull(): boolean {
    const { steps, maxSteps } = this.#memory;
    return this.#found.length >= (steps > maxSteps ? 1 : this.limit);
  }

  report(violation: Violation): void {
    const { pointer, message } = violation;
    if (this.#isFull()) return;
    for (const other of this.#found) if (other.message === message && other.pointer === pointer) return;
    const position = this.#position();
    const positions = this.#positions;
    let i = positions.length;
    // Only a deferred check reports out of order.
    while (i > 0 && positions[i - 1]! > position) i--;
    if (i === positions.length) {
      positions.push(position);
      this.#found.push(violation);
      return;
    }
    positions.splice(i, 0, position);
    this.#found.splice(i, 0, violation);
  }

  refuse(value: unknown): void {
    if (typeof value !== 'string') return;
    (this.#refused ??= new Set()).add(value);
    if (this.#isFirst) this.#memory.refused.add(value);
  }

  /** Whether a cheap keyword refused a text, so that no pattern or format needs to run on it. */
  #isRefused(value: unknown): boolean {
    if (this.#refused?.has(value) === true) return true;
    if (!this.#memory.refused.has(value)) return false;
    // Another pass may not refuse it.
    this.#memory.gaps++;
    return true;
  }

  defer<T>(check: Check<T>, value: T, pointer: string): void {
    this.#deferred.push({ position: this.#position(), check: check as Check, value, pointer });
  }

  probe(check: Check, value: unknown, pointer = '', limit = 1): readonly Violation[] {
    const violations = recall(this.#memory, { check, value, limit }, () =>
      createInspection(this.components, limit, this.checkOf, this.#memory, false).run(check, value),
    );
    if (pointer === '') return violations;
    countSteps(this.#memory, violations.length * MOVE_STEPS);
    return violations.map((violation) => ({ ...violation, pointer: `${pointer}${violation.pointer}` }));
  }

  #position(): number {
    return this.#current ?? this.#next++;
  }
}

/**
 * Resolves a reference to a component, or by a pointer into one.
 *
 * @throws {TypeError} If the target does not exist, which the build rules out.
 * @example resolveReference('#/components/schemas/Pet', { Pet: () => ({ type: 'object' }) }) // { type: 'object' }
 */
export function resolveReference(reference: string, components: Components): SchemaData {
  const { name = '', keys = [] } = splitReference(reference) ?? {};
  let schema: unknown = Object.hasOwn(components, name) ? components[name]!() : undefined;
  for (const key of keys) schema = typeof schema === 'object' && schema !== null ? own(schema, key) : undefined;
  if (typeof schema === 'boolean' || isObject(schema)) return schema;
  throw new TypeError(`unresolved reference ${reference}`);
}
