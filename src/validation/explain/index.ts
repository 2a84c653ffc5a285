import type { Validator, Violation } from '../../contract/enforcement.ts';
import type { Schema } from '../../contract/operation.ts';
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

/** A keyword of a table. */
interface Entry {
  readonly keyword: string;
  /** The position in the order of reports. */
  readonly position: number;
  readonly explain: (operand: never, site: Site<never>) => unknown;
  /** Whether a value that violates it is not checked any further: a value of the wrong type violates most other keywords too. */
  readonly isDecisive: boolean;
}

type Table = ReadonlyMap<string, Entry>;

const STRING_TABLE = tableOf(STRING);
const NUMBER_TABLE = tableOf(NUMBER);
const ARRAY_TABLE = tableOf(ARRAY);
const OBJECT_TABLE = tableOf(OBJECT);
const OTHER_TABLE = tableOf({});

/** Makes the table of a type: the keywords for every value first, then its own, then those for alternatives. */
function tableOf(own: Readonly<Record<string, ExplainKeyword<never>>>): Table {
  const entries = Object.entries<Entry['explain']>({ ...VALUE, ...own, ...ALTERNATIVES });
  return new Map(
    entries.map(([keyword, inspectKeyword], position) => [
      keyword,
      { keyword, position, explain: inspectKeyword, isDecisive: keyword in VALUE },
    ]),
  );
}

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
  for (const { keyword, explain: report, isDecisive } of entriesIn(schema, tableFor(value)))
    if (report(schema[keyword] as never, site as Site<never>) === false && isDecisive) return;
}

/** The entries of a schema's keywords, in the order of reports. A schema has few keywords, so it is faster to look them up than to try all. */
function entriesIn(schema: Schema, table: Table): Entry[] {
  const found: Entry[] = [];
  let isSorted = true;
  for (const keyword in schema) {
    const entry = table.get(keyword);
    if (entry === undefined) continue;
    if (found.length > 0 && found.at(-1)!.position > entry.position) isSorted = false;
    found.push(entry);
  }
  return isSorted ? found : found.sort((a, b) => a.position - b.position);
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

/** The table of the type of a value. */
function tableFor(value: unknown): Table {
  if (typeof value === 'string') return STRING_TABLE;
  if (typeof value === 'number') return NUMBER_TABLE;
  if (Array.isArray(value)) return ARRAY_TABLE;
  return isObject(value) ? OBJECT_TABLE : OTHER_TABLE;
}
