import type { Keywords } from '../../schema/json-types.ts';
import { matches } from '../format-checks.ts';
import { own } from '../values.ts';
import type { Inspection, SchemaData } from './inspection-types.ts';
import { resolveReference } from './inspection.ts';

// JSON Schema 2020-12, Core, 11: the properties and items that a schema evaluates, itself or by the schemas that it applies to the same value.

/** Finds the properties that a schema evaluates, without its own `unevaluatedProperties`. */
export function evaluatedProperties(
  schema: SchemaData,
  value: { readonly [name: string]: unknown },
  inspection: Inspection,
): Set<string> {
  if (typeof schema === 'boolean') return new Set();
  const names = Object.keys(value);
  if ('additionalProperties' in schema) return new Set(names);
  const evaluated = new Set(names.filter((name) => isListed(name, schema)));
  for (const part of appliedSchemas(schema, value, inspection)) {
    if (typeof part === 'object' && 'unevaluatedProperties' in part) return new Set(names);
    for (const name of evaluatedProperties(part, value, inspection)) evaluated.add(name);
  }
  return evaluated;
}

/** Whether `properties` or `patternProperties` apply to a name. */
export function isListed(name: string, { properties = {}, patternProperties = {} }: Keywords): boolean {
  return Object.hasOwn(properties, name) || Object.keys(patternProperties).some((pattern) => matches(pattern, name));
}

/** Finds the indices of the items that a schema evaluates, without its own `unevaluatedItems`. */
export function evaluatedItems(schema: SchemaData, value: readonly unknown[], inspection: Inspection): Set<number> {
  if (typeof schema === 'boolean') return new Set();
  const indices = [...value.keys()];
  if ('items' in schema) return new Set(indices);
  const { prefixItems = [], contains } = schema as Keywords;
  const check = contains === undefined ? undefined : inspection.checkOf(contains);
  const isContained = (item: unknown): boolean => check !== undefined && inspection.probe(check, item).length === 0;
  const evaluated = new Set(indices.filter((i) => i < prefixItems.length || isContained(value[i])));
  for (const part of appliedSchemas(schema, value, inspection)) {
    if (typeof part === 'object' && 'unevaluatedItems' in part) return new Set(indices);
    for (const i of evaluatedItems(part, value, inspection)) evaluated.add(i);
  }
  return evaluated;
}

/** Lists the schemas that a schema applies to the same value and that allow it. */
function appliedSchemas(schema: Keywords, value: object, inspection: Inspection): SchemaData[] {
  const allows = (part: SchemaData): boolean => inspection.probe(inspection.checkOf(part), value).length === 0;
  const { $ref, allOf = [], anyOf = [], oneOf = [], if: condition, dependentSchemas = {} } = schema;
  const isTrue = condition !== undefined && allows(condition);
  const branch = condition !== undefined && (schema[isTrue ? 'then' : 'else'] as SchemaData | undefined);
  const dependent = Array.isArray(value) ? [] : Object.entries(dependentSchemas);
  return [
    ...($ref === undefined ? [] : [resolveReference($ref, inspection.components)]),
    ...allOf,
    ...[...anyOf, ...oneOf].filter(allows),
    ...dependent.flatMap(([name, part]) => (own(value, name) === undefined ? [] : [part])),
    ...(isTrue ? [condition] : []),
    ...(branch === false || branch === undefined ? [] : [branch]),
  ];
}
