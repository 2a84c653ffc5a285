import type { Validator, Violation } from '../../contract/enforcement.ts';
import type { Schema } from '../../contract/operation.ts';
import { isObject, once } from '../values.ts';
import { ALTERNATIVES } from './alternatives.ts';
import { ARRAY } from './array.ts';
import type { Check, CheckOf, Components, ComposeKeyword, SchemaData } from './inspection-types.ts';
import { createInspection, resolveReference } from './inspection.ts';
import { createMemory, recall, settleProbe, TooManySteps } from './memory.ts';
import { FILE, NUMBER, STRING, VALUE } from './scalar.ts';
import { OBJECT } from './object.ts';
import { NOT_ALLOWED } from './words.ts';

export type { Components, SchemaData };

/** The limit of violations per value, so that a small request never gets a huge response. */
const MAX_VIOLATIONS = 100;

/** The limit of steps per explanation, so that a small request never takes long: more find fewer reasons. */
const MAX_STEPS = 200_000;

const NO_COMPONENTS: Components = {};

/**
 * Lists the violations of a value by a JSON Schema 2020-12; none if the value is valid.
 *
 * {@link explainer} keeps the checks that are composed for it.
 *
 * @param components The schemas that `#/components/schemas/Name` refers to.
 * @returns At most 100 violations.
 * @throws {RangeError} If the value is nested deeper than the stack, or the schema refers to itself endlessly.
 * @example explain({ type: 'integer', maximum: 9 }, 12) // [{ pointer: '', message: 'must be at most 9', keyword: 'maximum', ... }]
 */
export function explain(schema: SchemaData, value: unknown, components: Components = NO_COMPONENTS): Violation[] {
  return [...violationsOf(compose(schema, components), value, MAX_VIOLATIONS)];
}

/**
 * Whether a schema allows a value: for the conditions of generated code that leave it to the explanation.
 *
 * @param text The schema as JSON. Its checks are composed once for the components.
 */
export function conforms(text: string, value: unknown, components: Components = NO_COMPONENTS): boolean {
  const { texts } = scopeOf(components);
  let composed = texts.get(text);
  if (composed === undefined) texts.set(text, (composed = compose(JSON.parse(text) as SchemaData, components)));
  return violationsOf(composed, value, 1).length === 0;
}

/** Whether a schema allows a value. */
export function isValid(schema: SchemaData, value: unknown, components: Components = NO_COMPONENTS): boolean {
  return violationsOf(compose(schema, components), value, 1).length === 0;
}

/**
 * Makes the explanation of a schema, which is composed at the first failure. It is for invalid values: one of a large value can be without a reason.
 */
export function explainer(schema: () => SchemaData, components: Components = NO_COMPONENTS): Validator['explain'] {
  const composed = once(() => compose(schema(), components));
  return (value) => reasonsOf(composed(), value);
}

/** Makes a validator that needs no generated condition: small code for rare checks. */
export function interpret(schema: () => SchemaData, components: Components = NO_COMPONENTS): Validator {
  const composed = once(() => compose(schema(), components));
  return {
    check: (value) => violationsOf(composed(), value, 1).length === 0,
    explain: (value) => reasonsOf(composed(), value),
  };
}

/** A schema as a check. */
interface Composition {
  readonly components: Components;
  readonly check: Check;
  /** Composes the check of a schema that is known at run time only, once. */
  readonly checkOf: CheckOf;
}

/** The violations of an invalid value, as far as a bounded number of steps finds them. */
function reasonsOf(composition: Composition, value: unknown): readonly Violation[] {
  try {
    return violationsOf(composition, value, MAX_VIOLATIONS, MAX_STEPS);
  } catch (error) {
    if (error instanceof TooManySteps) return [];
    throw error;
  }
}

function violationsOf(
  { components, check, checkOf }: Composition,
  value: unknown,
  limit: number,
  maxSteps = Infinity,
): readonly Violation[] {
  const memory = createMemory(maxSteps);
  return settleProbe(memory, { check, value, limit }, (probe, isFirst) =>
    recall(memory, probe, () =>
      createInspection(components, probe.limit, checkOf, memory, isFirst).run(probe.check, probe.value),
    ),
  );
}

const scopes = new WeakMap<Components, ComponentChecks>();

function scopeOf(components: Components): ComponentChecks {
  let scope = scopes.get(components);
  if (scope === undefined) scopes.set(components, (scope = { components, references: new Map(), texts: new Map() }));
  return scope;
}

function compose(schema: SchemaData, components: Components): Composition {
  const scope = scopeOf(components);
  // Many of these schemas are made for one violation, and go with it.
  const checks = new WeakMap<object, Check>();
  return {
    components,
    check: composeSchema(schema, scope),
    checkOf: (part) => {
      if (typeof part !== 'object') return composeSchema(part, scope);
      let check = checks.get(part);
      if (check === undefined) checks.set(part, (check = composeSchema(part, scope)));
      return check;
    },
  };
}

/** The data that is kept for components. */
interface ComponentChecks {
  readonly components: Components;
  /** The checks that schemas refer to, by reference. */
  readonly references: Map<string, Check>;
  /** The schemas of {@link conforms}. */
  readonly texts: Map<string, Composition>;
}

type Table = ReadonlyMap<string, TableKeyword>;

/** A keyword of a table. */
interface TableKeyword {
  readonly keyword: string;
  /** The position in the order of reports. */
  readonly position: number;
  readonly composeKeyword: ComposeKeyword<never>;
  /** Whether a value that violates it is not checked any further: a value of the wrong type violates most other keywords too. */
  readonly isDecisive: boolean;
}

/** The keywords of texts, numbers, arrays, objects and other values, by {@link familyOf}. A list is read faster than properties by name. */
const TABLES = [STRING, NUMBER, ARRAY, { ...OBJECT, ...FILE }, {}].map(tableOf);

/** Makes the table of a type: the keywords for every value first, then its own, then those for alternatives. */
function tableOf(own: Readonly<Record<string, ComposeKeyword<never>>>): Table {
  const entries = Object.entries<ComposeKeyword<never>>({ ...VALUE, ...own, ...ALTERNATIVES });
  return new Map(
    entries.map(([keyword, composeKeyword], position) => [
      keyword,
      { keyword, position, composeKeyword, isDecisive: keyword in VALUE },
    ]),
  );
}

/** The type of a value, as far as keywords distinguish: the index of its table. */
function familyOf(value: unknown): number {
  if (typeof value === 'string') return 0;
  if (typeof value === 'number') return 1;
  if (Array.isArray(value)) return 2;
  return isObject(value) ? 3 : 4;
}

function pass(): void {}

function refuseAny(...[value, pointer, inspection]: Parameters<Check>): void {
  inspection.report({ pointer, message: NOT_ALLOWED, keyword: 'false schema', params: {} });
  inspection.refuse(value);
}

/** Makes the check of a schema. Its keywords are composed for each type of value when the first one comes. */
function composeSchema(schema: SchemaData, scope: ComponentChecks): Check {
  if (typeof schema === 'boolean') return schema ? pass : refuseAny;
  const composed: (Composed | undefined)[] = TABLES.map(() => undefined);
  return (value, pointer, inspection) => {
    if (!inspection.begin()) return;
    const family = familyOf(value);
    const { decisive, others } = (composed[family] ??= composeKeywords(schema, TABLES[family]!, scope));
    for (let i = 0; i < decisive.length; i++) if (decisive[i]!(value, pointer, inspection) === false) return;
    for (let i = 0; i < others.length; i++) others[i]!(value, pointer, inspection);
  };
}

/** The checks of a schema's keywords, in the order of reports. */
interface Composed {
  readonly decisive: readonly Check[];
  readonly others: readonly Check[];
}

function composeKeywords(schema: Schema, table: Table, scope: ComponentChecks): Composed {
  const entries = Object.keys(schema).flatMap((keyword) => table.get(keyword) ?? []);
  entries.sort((a, b) => a.position - b.position);
  const { $ref } = schema;
  const decisive: Check[] = typeof $ref === 'string' ? [composeReference($ref, scope)] : [];
  const others: Check[] = [];
  const checkOf: CheckOf = (part) => composeSchema(part, scope);
  for (const { keyword, composeKeyword, isDecisive } of entries) {
    const check = composeKeyword(schema[keyword] as never, schema, checkOf) as Check | undefined;
    if (check !== undefined) (isDecisive ? decisive : others).push(check);
  }
  return { decisive, others };
}

/** Makes the check of a referenced schema. All recursion passes here, so the result for an object or a list is remembered. */
function composeReference(reference: string, scope: ComponentChecks): Check {
  let check = scope.references.get(reference);
  if (check === undefined) {
    check = composeSchema(resolveReference(reference, scope.components), scope);
    scope.references.set(reference, check);
  }
  const target = check;
  return (value, pointer, inspection) => {
    if (typeof value !== 'object' || value === null) return void target(value, pointer, inspection);
    for (const violation of inspection.probe(target, value, pointer, inspection.limit)) inspection.report(violation);
  };
}
