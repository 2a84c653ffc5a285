import type { InputValidator } from '../contract/enforcement.ts';
import type { Keywords } from '../schema/json-types.ts';
import { listedValues } from '../schema/json-types.ts';
import type { Components, SchemaData } from './explain/inspection-types.ts';
import { resolveReference } from './explain/inspection.ts';
import type { Record } from './record.ts';
import { isBinary, isObject, own, setOwn } from './values.ts';

/**
 * Makes a validator that first changes texts by `x-trim` and `x-lowercase`. Only contracts with these keywords have one.
 *
 * It follows `properties`, `patternProperties`, `additionalProperties`, `items`, `prefixItems`, `$ref`, `allOf`, and the branches of `anyOf` and
 * `oneOf` whose literals the value does not contradict.
 */
export function prepared(
  schema: () => SchemaData,
  { check, explain, fill }: InputValidator,
  components: Components = {},
): InputValidator {
  const prepare = (value: unknown): unknown => prepareValue(schema(), value, { components, known: new Map() });
  return {
    check: (value) => check(prepare(value)),
    explain: (value) => explain(prepare(value)),
    fill: (value) => (fill === undefined ? prepare(value) : fill(prepare(value))),
  };
}

interface Preparing {
  readonly components: Components;
  /** The results of referenced schemas, by value. Without them, a schema that applies twice doubles the time with each level. */
  readonly known: Map<SchemaData, Map<object, unknown>>;
}

function prepareValue(schema: SchemaData, given: unknown, preparing: Preparing): unknown {
  if (typeof schema !== 'object') return given;
  const { $ref, allOf = [] } = schema as Keywords;
  let value = given;
  if ($ref !== undefined) value = prepareReference(resolveReference($ref, preparing.components), value, preparing);
  for (const part of [...allOf, ...branchesOf(schema, value, preparing)]) value = prepareValue(part, value, preparing);
  if (typeof value === 'string') return changeText(schema, value);
  if (Array.isArray(value)) return prepareList(schema, value, preparing);
  return isObject(value) && !isBinary(value) ? prepareObject(schema, value, preparing) : value;
}

function changeText(schema: Keywords, text: string): string {
  const trimmed = schema['x-trim'] === true ? text.trim() : text;
  return schema['x-lowercase'] === true ? trimmed.toLowerCase() : trimmed;
}

function prepareReference(schema: SchemaData, value: unknown, preparing: Preparing): unknown {
  if (typeof value !== 'object' || value === null) return prepareValue(schema, value, preparing);
  let known = preparing.known.get(schema);
  if (known === undefined) preparing.known.set(schema, (known = new Map()));
  if (!known.has(value)) {
    const result = prepareValue(schema, value, preparing);
    known.set(value, result).set(result as object, result);
  }
  return known.get(value);
}

/** The branches of unions that a value can match by its literals. */
function branchesOf({ anyOf = [], oneOf = [] }: Keywords, value: unknown, preparing: Preparing): SchemaData[] {
  return [...anyOf, ...oneOf].filter((branch) => !contradicts(branch, value, preparing.components));
}

/** Whether a property of a value differs from the literals of a schema. */
function contradicts(
  schema: SchemaData,
  value: unknown,
  components: Components,
  open: readonly string[] = [],
): boolean {
  if (typeof schema !== 'object' || !isObject(value)) return false;
  const { $ref, allOf = [], properties = {} } = schema as Keywords;
  const differs = Object.entries(properties).some(([name, property]) => {
    const literals = typeof property === 'object' ? listedValues(property) : undefined;
    const actual = own(value, name);
    return literals !== undefined && actual !== undefined && !literals.includes(actual);
  });
  if (differs || allOf.some((part) => contradicts(part, value, components, open))) return true;
  if ($ref === undefined || open.includes($ref)) return false;
  return contradicts(resolveReference($ref, components), value, components, [...open, $ref]);
}

function prepareList({ items, prefixItems = [] }: Keywords, list: readonly unknown[], preparing: Preparing): unknown {
  if (items === undefined && prefixItems.length === 0) return list;
  return list.map((item, i) => prepareValue(prefixItems[i] ?? items ?? true, item, preparing));
}

function prepareObject(
  { properties = {}, patternProperties = {}, additionalProperties }: Keywords,
  value: Readonly<Record>,
  preparing: Preparing,
): unknown {
  const patterns = Object.entries(patternProperties).map(
    ([pattern, part]) => [new RegExp(pattern, 'u'), part] as const,
  );
  let copy: Record | undefined;
  for (const [name, item] of Object.entries(value)) {
    const parts = patterns.filter(([pattern]) => pattern.test(name)).map(([, part]) => part);
    if (Object.hasOwn(properties, name)) parts.push(properties[name]!);
    else if (parts.length === 0 && additionalProperties !== undefined) parts.push(additionalProperties);
    let changed = item;
    for (const part of parts) changed = prepareValue(part, changed, preparing);
    if (changed !== item) setOwn((copy ??= { ...value }), name, changed);
  }
  return copy ?? value;
}
