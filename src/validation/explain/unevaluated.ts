import { matches } from '../formats.ts';
import { own } from '../values.ts';
import type { Inspection, SchemaData } from './inspection.ts';
import { listOf, resolveReference, schemasOf } from './inspection.ts';

// JSON Schema 2020-12, Core, 11: what a schema and those it applies to the same value have looked at.

/** The properties of a value that a schema has looked at, without its own `unevaluatedProperties`. */
export function evaluatedProperties(
  schema: SchemaData,
  value: { readonly [name: string]: unknown },
  inspection: Inspection,
): Set<string> {
  const names = Object.keys(value);
  const patterns = schemasOf(schema, 'patternProperties');
  const declared = new Set(schemasOf(schema, 'properties').map(([name]) => name));
  if (has(schema, 'additionalProperties')) return new Set(names);
  const known = new Set(
    names.filter((name) => declared.has(name) || patterns.some(([pattern]) => matches(pattern, name))),
  );
  for (const part of partsOf(schema, value, inspection)) {
    if (has(part, 'unevaluatedProperties')) return new Set(names);
    for (const name of evaluatedProperties(part, value, inspection)) known.add(name);
  }
  return known;
}

/** The places of a value's items that a schema has looked at, without its own `unevaluatedItems`. */
export function evaluatedItems(schema: SchemaData, value: readonly unknown[], inspection: Inspection): Set<number> {
  const all = value.map((_, i) => i);
  if (has(schema, 'items')) return new Set(all);
  const known = new Set(all.slice(0, listOf(schema, 'prefixItems').length));
  if (has(schema, 'contains')) {
    const contained = (schema as { contains: SchemaData }).contains;
    for (const i of all) if (inspection.probe(contained, value[i]).length === 0) known.add(i);
  }
  for (const part of partsOf(schema, value, inspection)) {
    if (has(part, 'unevaluatedItems')) return new Set(all);
    for (const i of evaluatedItems(part, value, inspection)) known.add(i);
  }
  return known;
}

function has(schema: SchemaData, keyword: string): boolean {
  return typeof schema === 'object' && Object.hasOwn(schema, keyword);
}

/** The schemas that a schema applies to the same value, and that allow it. */
function partsOf(schema: SchemaData, value: unknown, inspection: Inspection): SchemaData[] {
  if (typeof schema !== 'object') return [];
  const allows = (part: SchemaData): boolean => inspection.probe(part, value).length === 0;
  const { $ref, if: condition } = schema as { $ref?: string; if?: SchemaData };
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const dependent = isObject
    ? schemasOf(schema, 'dependentSchemas').filter(([name]) => own(value, name) !== undefined)
    : [];
  const branch = condition !== undefined && (allows(condition) ? 'then' : 'else');
  return [
    ...($ref === undefined ? [] : [resolveReference($ref, inspection.components)]),
    ...listOf(schema, 'allOf'),
    ...[...listOf(schema, 'anyOf'), ...listOf(schema, 'oneOf')].filter(allows),
    ...dependent.map(([, part]) => part),
    ...(branch === 'then' ? [condition as SchemaData] : []),
    ...(branch !== false && has(schema, branch) ? [schema[branch] as SchemaData] : []),
  ];
}
