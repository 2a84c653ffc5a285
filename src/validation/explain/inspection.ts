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
  readonly violations: Violation[];
  /** The validation ends after this many violations. */
  readonly limit: number;
  readonly components: Components;
  readonly inspect: Inspect;
  report(pointer: string, message: string): void;
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

/** Starts a validation. */
export function createInspection(components: Components, limit: number, inspect: Inspect, memory: Memory): Inspection {
  const violations: Violation[] = [];
  return {
    violations,
    limit,
    components,
    inspect,
    report(pointer, message) {
      const isKnown = violations.some((other) => other.pointer === pointer && other.message === message);
      if (!isKnown && violations.length < limit) violations.push({ pointer, message });
    },
    probe(schema, value, pointer = '', probeLimit = 1) {
      const found = recall(memory, { schema, value, limit: probeLimit }, () => {
        const probing = createInspection(components, probeLimit, inspect, memory);
        inspect(schema, value, '', probing);
        return probing.violations;
      });
      return found.map((violation) => ({ ...violation, pointer: `${pointer}${violation.pointer}` }));
    },
  };
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
