import type { Violation } from '../../contract/enforcement.ts';
import { unescapeKey } from '../../contract/json-pointer.ts';
import { isObject, own } from '../values.ts';

/** A JSON Schema 2020-12 as plain data, without its annotations. */
export type SchemaData = boolean | { readonly [keyword: string]: unknown };

/** Named schemas, each made when it is first needed. */
export type Components = { readonly [name: string]: () => SchemaData };

/** Looks for what is wrong with a value, and reports it. */
export type Inspect = (schema: SchemaData, value: unknown, pointer: string, inspection: Inspection) => void;

/** What is found while a value is looked at. */
export interface Inspection {
  readonly violations: Violation[];
  /** So many are enough. */
  readonly most: number;
  readonly components: Components;
  readonly inspect: Inspect;
  report(pointer: string, message: string): void;
  /** What is wrong with a value by itself, the first only where `most` is 1. */
  probe(schema: SchemaData, value: unknown, pointer?: string, most?: number): Violation[];
}

/** What probes have found, by schema and value: the alternatives of a recursive schema would be probed twice as often at each level. */
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
 * What `#/components/schemas/Name` stands for, or a place in it.
 *
 * @throws {TypeError} Where there is no such schema.
 */
export function resolveReference(reference: string, components: Components): SchemaData {
  const [name = '', ...path] = reference
    .replace('#/components/schemas/', '')
    .split('/')
    .map((part) => unescapeKey(decode(part)));
  let schema: unknown = Object.hasOwn(components, name) ? components[name]!() : undefined;
  for (const part of path) schema = typeof schema === 'object' && schema !== null ? own(schema, part) : undefined;
  if (typeof schema === 'boolean' || isObject(schema)) return schema;
  throw new TypeError(`there is no schema ${reference}`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Schemas that a keyword has by name; none where the keyword is not there. */
export function schemasOf(schema: SchemaData, keyword: string): [string, SchemaData][] {
  const value = typeof schema === 'object' ? schema[keyword] : undefined;
  return isObject(value) ? (Object.entries(value) as [string, SchemaData][]) : [];
}

/** Schemas that a keyword has in a list; none where the keyword is not there. */
export function listOf(schema: SchemaData, keyword: string): readonly SchemaData[] {
  const value = typeof schema === 'object' ? schema[keyword] : undefined;
  return Array.isArray(value) ? (value as SchemaData[]) : [];
}
