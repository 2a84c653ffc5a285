import type { Violation } from '../../contract/enforcement.ts';
import type { Schema } from '../../contract/operation.ts';
import { splitReference } from '../../schema/references.ts';
import type { AnySchema } from '../../schema/json-types.ts';
import { isObject, own } from '../values.ts';

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
  /** The texts that a cheap keyword refused: no pattern or format runs on them. */
  readonly refused: ReadonlySet<unknown>;
  /** Validates a value, and lists its violations in the order of the schema's keywords. */
  run(schema: SchemaData, value: unknown): Violation[];
  isFull(): boolean;
  report(violation: Violation): void;
  /** Marks a text as refused, unless this is a probe. */
  refuse(value: unknown): void;
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

/** What a validation and its probes share. */
interface Shared {
  /** The results of probes, by schema and value. Without it, each level of a recursive schema would double the time. */
  readonly results: Map<SchemaData, Map<unknown, ProbeResult>>;
  readonly refused: Set<unknown>;
}

interface ProbeResult {
  readonly limit: number;
  readonly violations: readonly Violation[];
}

/** Starts a validation. */
export function createInspection(
  components: Components,
  limit: number,
  inspect: Inspect,
  /** The state of the validation that this one is a probe of. */
  outer?: Shared,
): Inspection {
  const shared: Shared = outer ?? { results: new Map(), refused: new Set() };
  const { results, refused } = shared;
  const found: { readonly position: number; readonly violation: Violation }[] = [];
  const deferred: (() => void)[] = [];
  let positions = 0;
  /** The position of the deferred check that is running. */
  let current: number | undefined;
  const isFull = (): boolean => found.length >= limit;
  const inspection: Inspection = {
    limit,
    components,
    inspect,
    refused,
    isFull,
    run(schema, value) {
      inspect(schema, value, '', inspection);
      // The list grows while it is processed.
      for (const check of deferred) if (!isFull()) check();
      return found.sort((a, b) => a.position - b.position).map(({ violation }) => violation);
    },
    report(violation: Violation) {
      const { pointer, message } = violation;
      const isKnown = found.some((other) => other.violation.pointer === pointer && other.violation.message === message);
      if (!isKnown && !isFull()) found.push({ position: current ?? positions++, violation });
    },
    refuse(value) {
      if (outer === undefined && typeof value === 'string') refused.add(value);
    },
    defer(check) {
      const position = current ?? positions++;
      deferred.push(() => {
        current = position;
        check();
      });
    },
    probe(schema, value, pointer = '', probeLimit = 1) {
      const known = results.get(schema) ?? new Map<unknown, ProbeResult>();
      results.set(schema, known);
      let result = known.get(value);
      if (result === undefined || (result.violations.length > 0 && result.limit < probeLimit)) {
        const violations = createInspection(components, probeLimit, inspect, shared).run(schema, value);
        known.set(value, (result = { limit: probeLimit, violations }));
      }
      return result.violations.map((violation) => ({ ...violation, pointer: `${pointer}${violation.pointer}` }));
    },
  };
  return inspection;
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
