import type { Violation } from '../../contract/enforcement.ts';
import type { Schema } from '../../contract/operation.ts';
import { splitReference } from '../../schema/references.ts';
import type { AnySchema } from '../../schema/types.ts';
import { isObject, own } from '../values.ts';

/** A JSON Schema 2020-12 as plain data, without its annotations. */
export type SchemaData = AnySchema;

/** Named schemas, each made when it is first needed. */
export type Components = { readonly [name: string]: () => SchemaData };

/** Finds what is wrong with a value, and reports it. */
export type Inspect = (schema: SchemaData, value: unknown, pointer: string, inspection: Inspection) => void;

/** The state of one inspection. */
export interface Inspection {
  readonly violations: Violation[];
  /** The inspection ends after this many violations. */
  readonly most: number;
  readonly components: Components;
  readonly inspect: Inspect;
  report(pointer: string, message: string): void;
  /** Inspects a value without reporting: its violations, only the first if `most` is 1. */
  probe(schema: SchemaData, value: unknown, pointer?: string, most?: number): Violation[];
}

/** The value that a keyword is checked against, and where it is. */
export interface Site {
  /** The schema that has the keyword. */
  readonly schema: Schema;
  readonly value: unknown;
  readonly pointer: string;
  readonly inspection: Inspection;
}

/** Reports what is wrong with a value by one keyword. */
export type ExplainKeyword = (operand: never, site: Site) => void;

/** The violations that probes have found, by schema and value: without it the branches of a recursive schema would be probed twice as often at each level. */
type Memory = Map<SchemaData, MemoryOf>;
type MemoryOf = Map<unknown, { readonly limit: number; readonly violations: readonly Violation[] }>;

/** An inspection that has found nothing yet. */
export function createInspection(
  components: Components,
  most: number,
  inspect: Inspect,
  memory: Memory = new Map(),
): Inspection {
  const violations: Violation[] = [];
  return {
    violations,
    most,
    components,
    inspect,
    report(pointer, message) {
      const isKnown = violations.some((other) => other.pointer === pointer && other.message === message);
      if (!isKnown && violations.length < most) violations.push({ pointer, message });
    },
    probe(schema, value, pointer = '', limit = 1) {
      const values: MemoryOf = memory.get(schema) ?? new Map();
      memory.set(schema, values);
      let known = values.get(value);
      if (known === undefined || (known.violations.length > 0 && known.limit < limit)) {
        const probing = createInspection(components, limit, inspect, memory);
        inspect(schema, value, '', probing);
        values.set(value, (known = { limit, violations: probing.violations }));
      }
      return known.violations.map((found: Violation) => ({ ...found, pointer: `${pointer}${found.pointer}` }));
    },
  };
}

/**
 * The schema that `#/components/schemas/Name`, or a pointer into it, leads to.
 *
 * @throws {TypeError} If there is no such schema, which the build has ruled out.
 */
export function resolveReference(reference: string, components: Components): SchemaData {
  const { name = '', keys = [] } = splitReference(reference) ?? {};
  let schema: unknown = Object.hasOwn(components, name) ? components[name]!() : undefined;
  for (const key of keys) schema = typeof schema === 'object' && schema !== null ? own(schema, key) : undefined;
  if (typeof schema === 'boolean' || isObject(schema)) return schema;
  throw new TypeError(`unresolved reference ${reference}`);
}

/** The schemas that a keyword holds by name; none if the keyword is absent. */
export function schemasOf(schema: SchemaData, keyword: string): [string, SchemaData][] {
  const value = typeof schema === 'object' ? schema[keyword] : undefined;
  return isObject(value) ? (Object.entries(value) as [string, SchemaData][]) : [];
}

/** The schemas that a keyword holds in a list; none if the keyword is absent. */
export function listOf(schema: SchemaData, keyword: string): readonly SchemaData[] {
  const value = typeof schema === 'object' ? schema[keyword] : undefined;
  return Array.isArray(value) ? (value as SchemaData[]) : [];
}
