import type { Validator, Violation } from '../../contract/enforcement.ts';
import { isObject } from '../values.ts';
import { ALTERNATIVES } from './alternatives.ts';
import { ARRAY } from './array.ts';
import type { Components, ExplainKeyword, Inspection, SchemaData, Site } from './inspection.ts';
import { createInspection, resolveReference } from './inspection.ts';
import { NUMBER, STRING, VALUE } from './scalar.ts';
import { OBJECT } from './object.ts';

export type { Components, SchemaData };

/** The most violations that are listed for one value, so that a small request never gets a huge response. */
const MAX_VIOLATIONS = 100;

/**
 * Everything that is wrong with a value, by a JSON Schema 2020-12 as plain data; empty if the value is valid.
 *
 * It runs when a generated condition has refused a value, and interprets the schema.
 *
 * @param components The named schemas that `#/components/schemas/Name` leads to.
 * @returns At most 100 violations.
 * @throws {RangeError} For a value that is nested deeper than the stack.
 * @example explain({ type: 'integer', maximum: 9 }, 12) // [{ pointer: '', message: 'must be at most 9' }]
 */
export function explain(schema: SchemaData, value: unknown, components: Components = {}): Violation[] {
  const inspection = createInspection(components, MAX_VIOLATIONS, inspect);
  inspect(schema, value, '', inspection);
  return inspection.violations;
}

/** Whether a schema allows a value. */
export function isValid(schema: SchemaData, value: unknown, components: Components = {}): boolean {
  const inspection = createInspection(components, 1, inspect);
  inspect(schema, value, '', inspection);
  return inspection.violations.length === 0;
}

/** A validator that interprets its schema for each value: small code for rare checks. */
export function interpret(schema: () => SchemaData, components: Components = {}): Validator {
  return {
    check: (value) => isValid(schema(), value, components),
    explain: (value) => explain(schema(), value, components),
  };
}

type Entries = readonly (readonly [keyword: string, explain: ExplainKeyword])[];

const VALUE_KEYWORDS = Object.entries(VALUE);
const STRING_KEYWORDS: Entries = Object.entries(STRING);
const NUMBER_KEYWORDS: Entries = Object.entries(NUMBER);
const ARRAY_KEYWORDS: Entries = Object.entries(ARRAY);
const OBJECT_KEYWORDS: Entries = Object.entries(OBJECT);
const ALTERNATIVE_KEYWORDS: Entries = Object.entries(ALTERNATIVES);

function inspect(schema: SchemaData, value: unknown, pointer: string, inspection: Inspection): void {
  if (inspection.violations.length >= inspection.most || schema === true) return;
  if (schema === false) {
    inspection.report(pointer, 'is not allowed');
    return;
  }
  const site: Site = { schema, value, pointer, inspection };
  const { $ref } = schema;
  if (typeof $ref === 'string') inspect(resolveReference($ref, inspection.components), value, pointer, inspection);
  // A value of another type breaks most other keywords too; one message is enough.
  for (const [keyword, holds] of VALUE_KEYWORDS)
    if (keyword in schema && !holds(schema[keyword] as never, site)) return;
  for (const [keyword, report] of [...keywordsOf(value), ...ALTERNATIVE_KEYWORDS])
    if (keyword in schema) report(schema[keyword] as never, site);
}

/** The keywords that apply to the type of a value. */
function keywordsOf(value: unknown): Entries {
  if (typeof value === 'string') return STRING_KEYWORDS;
  if (typeof value === 'number') return NUMBER_KEYWORDS;
  if (Array.isArray(value)) return ARRAY_KEYWORDS;
  return isObject(value) ? OBJECT_KEYWORDS : [];
}
