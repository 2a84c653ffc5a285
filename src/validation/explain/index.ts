import type { Validator, Violation } from '../../contract/enforcement.ts';
import { explainAlternatives } from './alternatives.ts';
import { explainArray } from './array.ts';
import type { Components, Inspection, SchemaData } from './inspection.ts';
import { createInspection, resolveReference } from './inspection.ts';
import { explainObject } from './object.ts';
import { explainNumber, explainString, explainType, explainValues } from './scalar.ts';
import { isObject } from '../values.ts';

export type { Components, SchemaData };

/** The most violations that are listed of one value, so that a small request has no huge answer. */
const MOST = 100;

/**
 * All that is wrong with a value, by a JSON Schema 2020-12 as plain data: at least one violation where it is wrong, none where it is right.
 *
 * This is the slow way, for what a generated condition has refused.
 *
 * @param components The named schemas that `#/components/schemas/Name` stands for.
 * @returns In the order of the schema, at most 100.
 * @throws {RangeError} For a value that is nested deeper than the stack.
 * @example explain({ type: 'integer', maximum: 9 }, 12) // [{ pointer: '', message: 'must be at most 9' }]
 */
export function explain(schema: SchemaData, value: unknown, components: Components = {}): Violation[] {
  const inspection = createInspection(components, MOST, inspect);
  inspect(schema, value, '', inspection);
  return inspection.violations;
}

/** Whether a value is what a schema allows. */
export function isValid(schema: SchemaData, value: unknown, components: Components = {}): boolean {
  const inspection = createInspection(components, 1, inspect);
  inspect(schema, value, '', inspection);
  return inspection.violations.length === 0;
}

/** A validator that reads its schema at every value: small, for what is seldom checked. */
export function interpret(schema: () => SchemaData, components: Components = {}): Validator {
  return {
    check: (value) => isValid(schema(), value, components),
    explain: (value) => explain(schema(), value, components),
  };
}

function inspect(schema: SchemaData, value: unknown, pointer: string, inspection: Inspection): void {
  if (inspection.violations.length >= inspection.most || schema === true) return;
  if (schema === false) {
    inspection.report(pointer, 'is not allowed');
    return;
  }
  const { $ref } = schema;
  if (typeof $ref === 'string') inspect(resolveReference($ref, inspection.components), value, pointer, inspection);
  // What is another value or has another type breaks most other keywords too; one message says it all.
  if (!explainValues(schema, value, pointer, inspection)) return;
  if (!explainType(schema, value, pointer, inspection)) return;
  if (typeof value === 'string') explainString(schema, value, pointer, inspection);
  if (typeof value === 'number') explainNumber(schema, value, pointer, inspection);
  if (Array.isArray(value)) explainArray(schema, value, pointer, inspection);
  if (isObject(value)) explainObject(schema, value, pointer, inspection);
  explainAlternatives(schema, value, pointer, inspection);
}
