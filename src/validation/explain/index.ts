import type { Validator, Violation } from '../../contract/enforcement.ts';
import { isObject } from '../values.ts';
import { ALTERNATIVES } from './alternatives.ts';
import { ARRAY } from './array.ts';
import type { Components, ExplainKeyword, Inspection, SchemaData, Site } from './inspection.ts';
import { createInspection, resolveReference } from './inspection.ts';
import { createMemory, recall, settle } from './memory.ts';
import { NUMBER, STRING, VALUE } from './scalar.ts';
import { OBJECT } from './object.ts';
import { NOT_ALLOWED } from './words.ts';

export type { Components, SchemaData };

/** The limit of violations per value, so that a small request never gets a huge response. */
const MAX_VIOLATIONS = 100;

/**
 * Lists the violations of a value by a JSON Schema 2020-12, which it interprets; none if the value is valid.
 *
 * @param components The schemas that `#/components/schemas/Name` refers to.
 * @returns At most 100 violations.
 * @throws {RangeError} If the value is nested deeper than the stack, or the schema refers to itself endlessly.
 * @example explain({ type: 'integer', maximum: 9 }, 12) // [{ pointer: '', message: 'must be at most 9', keyword: 'maximum', ... }]
 */
export function explain(schema: SchemaData, value: unknown, components: Components = {}): Violation[] {
  return [...violationsOf(schema, value, components, MAX_VIOLATIONS)];
}

/** Whether a schema allows a value. */
export function isValid(schema: SchemaData, value: unknown, components: Components = {}): boolean {
  return violationsOf(schema, value, components, 1).length === 0;
}

/** Makes a validator that interprets its schema for each value: small code for rare checks. */
export function interpret(schema: () => SchemaData, components: Components = {}): Validator {
  return {
    check: (value) => isValid(schema(), value, components),
    explain: (value) => explain(schema(), value, components),
  };
}

function violationsOf(schema: SchemaData, value: unknown, components: Components, limit: number): readonly Violation[] {
  const memory = createMemory();
  return settle(memory, { schema, value, limit }, (probe, isFirst) =>
    recall(memory, probe, () =>
      createInspection(components, probe.limit, inspect, memory, isFirst).run(probe.schema, probe.value),
    ),
  );
}

type Entries = readonly (readonly [keyword: string, explain: ExplainKeyword<never>])[];

const VALUE_KEYWORDS = Object.entries(VALUE);
const STRING_KEYWORDS: Entries = Object.entries(STRING);
const NUMBER_KEYWORDS: Entries = Object.entries(NUMBER);
const ARRAY_KEYWORDS: Entries = Object.entries(ARRAY);
const OBJECT_KEYWORDS: Entries = Object.entries(OBJECT);
const ALTERNATIVE_KEYWORDS: Entries = Object.entries(ALTERNATIVES);

function inspect(schema: SchemaData, value: unknown, pointer: string, inspection: Inspection): void {
  if (inspection.isFull() || schema === true) return;
  if (schema === false) {
    inspection.report({ pointer, message: NOT_ALLOWED, keyword: 'false schema', params: {} });
    inspection.refuse(value);
    return;
  }
  const site: Site = { schema, value, pointer, inspection };
  const { $ref } = schema;
  if (typeof $ref === 'string') inspectReference($ref, site);
  // A value of the wrong type violates most other keywords too; one message is enough.
  for (const [keyword, holds] of VALUE_KEYWORDS)
    if (keyword in schema && !holds(schema[keyword] as never, site)) return;
  for (const [keyword, report] of [...keywordsOf(value), ...ALTERNATIVE_KEYWORDS])
    if (keyword in schema) report(schema[keyword] as never, site as Site<never>);
}

/** Inspects by a referenced schema. All recursion passes here, so what was found for an object or a list is remembered. */
function inspectReference(reference: string, { value, pointer, inspection }: Site): void {
  const schema = resolveReference(reference, inspection.components);
  if (typeof value !== 'object' || value === null) {
    inspect(schema, value, pointer, inspection);
    return;
  }
  const violations = inspection.probe(schema, value, pointer, inspection.limit);
  for (const violation of violations) inspection.report(violation);
}

/** The keywords that apply to the type of a value. */
function keywordsOf(value: unknown): Entries {
  if (typeof value === 'string') return STRING_KEYWORDS;
  if (typeof value === 'number') return NUMBER_KEYWORDS;
  if (Array.isArray(value)) return ARRAY_KEYWORDS;
  return isObject(value) ? OBJECT_KEYWORDS : [];
}
