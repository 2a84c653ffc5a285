import type { Violation } from '../../contract/enforcement.ts';
import type { Schema } from '../../contract/operation.ts';
import { splitReference } from '../../schema/references.ts';
import type { AnySchema } from '../../schema/json-types.ts';
import { isObject, own } from '../values.ts';
import type { Memory } from './memory.ts';
import { recall } from './memory.ts';

/** A JSON Schema 2020-12 as plain data, without annotations. */
export type SchemaData = AnySchema;

/** Named schemas, each made at first use. */
export type Components = { readonly [name: string]: () => SchemaData };

/** Validates a value and reports its violations. */
export type Inspect = (schema: SchemaData, value: unknown, pointer: string, inspection: Inspection) => void;

/** The state of one validation. */
export interface Inspection {
  /** The validation ends after this many violations. */
  readonly limit: number;
  readonly components: Components;
  readonly inspect: Inspect;
  /** Validates a value, and lists its violations in the order of the schema's keywords. */
  run(schema: SchemaData, value: unknown): Violation[];
  isFull(): boolean;
  report(violation: Violation): void;
  /** Marks a text as refused: a probe for itself, otherwise for the probes too. */
  refuse(value: unknown): void;
  /** Whether a cheap keyword refused a text, so that no pattern or format needs to run on it. */
  isRefused(value: unknown): boolean;
  /** Postpones a check until the cheaper ones are done. Its violations keep their position. */
  defer(check: () => void): void;
  /** Validates without reporting: returns the violations, only the first one by default. */
  probe(schema: SchemaData, value: unknown, pointer?: string, limit?: number): Violation[];
}

/** The value that a keyword is checked against, and its location. */
export interface Site<T = unknown> {
  /** The schema that has the keyword. */
  readonly schema: Schema;
  readonly value: T;
  readonly pointer: string;
  readonly inspection: Inspection;
}

/** Reports the violations of one keyword, by the keyword's value. */
export type ExplainKeyword<T = unknown> = (operand: never, site: Site<T>) => void;

/**
 * Starts a validation.
 *
 * @param isFirst Whether it is no probe of another.
 */
export function createInspection(
  components: Components,
  limit: number,
  inspect: Inspect,
  memory: Memory,
  isFirst: boolean,
): Inspection {
  return new Pass(components, limit, inspect, memory, isFirst);
}

/** One validation: what it has found so far, and the checks that it has postponed. */
class Pass implements Inspection {
  readonly #found: { readonly position: number; readonly violation: Violation }[] = [];
  readonly #deferred: { readonly position: number; readonly check: () => void }[] = [];
  readonly #refused = new Set<unknown>();
  readonly #memory: Memory;
  readonly #isFirst: boolean;
  #positions = 0;
  /** The position of the deferred check that is running. */
  #current: number | undefined;

  constructor(
    readonly components: Components,
    readonly limit: number,
    readonly inspect: Inspect,
    memory: Memory,
    isFirst: boolean,
  ) {
    this.#memory = memory;
    this.#isFirst = isFirst;
  }

  run(schema: SchemaData, value: unknown): Violation[] {
    this.inspect(schema, value, '', this);
    // The list grows while it is processed.
    for (const { position, check } of this.#deferred) {
      if (this.isFull()) break;
      this.#current = position;
      check();
    }
    return this.#found.sort((a, b) => a.position - b.position).map(({ violation }) => violation);
  }

  isFull(): boolean {
    return this.#found.length >= this.limit;
  }

  report(violation: Violation): void {
    const { pointer, message } = violation;
    const isKnown = this.#found.some(
      (other) => other.violation.pointer === pointer && other.violation.message === message,
    );
    if (!isKnown && !this.isFull()) this.#found.push({ position: this.#position(), violation });
  }

  refuse(value: unknown): void {
    if (typeof value !== 'string') return;
    this.#refused.add(value);
    if (this.#isFirst) this.#memory.refused.add(value);
  }

  isRefused(value: unknown): boolean {
    if (this.#refused.has(value)) return true;
    if (!this.#memory.refused.has(value)) return false;
    // Another pass may not refuse it.
    this.#memory.gaps++;
    return true;
  }

  defer(check: () => void): void {
    this.#deferred.push({ position: this.#position(), check });
  }

  probe(schema: SchemaData, value: unknown, pointer = '', limit = 1): Violation[] {
    const violations = recall(this.#memory, { schema, value, limit }, () =>
      createInspection(this.components, limit, this.inspect, this.#memory, false).run(schema, value),
    );
    return violations.map((violation) => ({ ...violation, pointer: `${pointer}${violation.pointer}` }));
  }

  #position(): number {
    return this.#current ?? this.#positions++;
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
