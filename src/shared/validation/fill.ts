import type { Keywords, Resolve } from '../schema/json-types.ts';
import { besideNull, defaultOf } from '../schema/json-types.ts';
import type { Components, SchemaData } from './explain/inspection-types.ts';
import { resolveReference } from './explain/inspection.ts';
import { matches } from './format-checks.ts';
import type { Record } from './record.ts';
import { copyOf, isBinary, isObject, own, setOwn } from './values.ts';

/**
 * Fills the defaults of absent properties into a copy of a value. It follows `properties`, `patternProperties`, `additionalProperties`, `items`,
 * `prefixItems`, `$ref`, `allOf`, and of `anyOf` and `oneOf` the branch that the value matches. If it matches several, it has the defaults of none.
 *
 * @param value A valid value of the schema.
 * @param branches The conditions of all branches that can have defaults, unless they are the only one except `null`.
 * @example fill({ properties: { size: { default: 20 } } }, {}) // { size: 20 }
 */
export function fill(
  schema: SchemaData,
  value: unknown,
  components: Components = {},
  branches: Branches = {},
): unknown {
  const filling: Filling = { components, branches, filled: new Map(), postponed: [], depth: 0 };
  const filled = fillValue(schema, value, filling);
  // The list grows during the loop.
  for (const run of filling.postponed) run();
  return filled;
}

/** The conditions of schemas, by their JSON. */
export type Branches = { readonly [schema: string]: (value: unknown) => boolean };

/** The references that may be open inside each other, so that a deep value does not overflow the stack. */
const MAX_DEPTH = 100;

/** The state of filling one value. */
interface Filling {
  readonly components: Components;
  readonly branches: Branches;
  /** The filled values of referenced schemas, by value. Without them, a schema that applies twice doubles the time with each level. */
  readonly filled: Map<SchemaData, Map<object, unknown>>;
  /** The references that were too deep. */
  readonly postponed: (() => void)[];
  depth: number;
}

function fillValue(schema: SchemaData, value: unknown, filling: Filling): unknown {
  if (typeof schema !== 'object' || typeof value !== 'object' || value === null) return value;
  let filled: unknown = value;
  const { $ref, allOf, anyOf, oneOf } = schema as Keywords;
  if ($ref !== undefined) filled = fillReference(resolveReference($ref, filling.components), value, filling);
  if (allOf !== undefined) for (const part of allOf) filled = fillValue(part, filled, filling);
  for (const branches of [anyOf, oneOf]) {
    const only = branches && matchedBranch(branches, value, filling);
    if (only !== undefined) filled = fillValue(only, filled, filling);
  }
  if (Array.isArray(filled)) return fillList(schema, filled, filling);
  return isObject(filled) && !isBinary(filled) ? fillObject(fillShape(schema), filled, filling) : filled;
}

function fillReference(schema: SchemaData, value: object, filling: Filling): unknown {
  let known = filling.filled.get(schema);
  if (known === undefined) filling.filled.set(schema, (known = new Map()));
  let result = known.get(value);
  if (result === undefined) {
    result = filling.depth < MAX_DEPTH ? fillDeeper(schema, value, filling) : postpone(schema, value, filling);
    known.set(value, result).set(result as object, result);
  }
  return result;
}

function fillDeeper(schema: SchemaData, value: object, filling: Filling): unknown {
  filling.depth++;
  const result = fillValue(schema, value, filling);
  filling.depth--;
  return result;
}

/** Copies a value, and fills the copy later. */
function postpone(schema: SchemaData, value: object, filling: Filling): object {
  if (isBinary(value)) return value;
  const copy: object = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  filling.postponed.push(() => {
    const filled = fillDeeper(schema, value, filling) as object;
    for (const [name, item] of Object.entries(filled)) setOwn(copy as Record, name, item);
  });
  return copy;
}

function fillList({ items, prefixItems = [] }: Keywords, list: readonly unknown[], filling: Filling): unknown {
  if (items === undefined && prefixItems.length === 0) return list;
  return list.map((item, i) => fillValue(prefixItems[i] ?? items ?? true, item, filling));
}

/** The properties of an object schema, prepared once. */
interface FillShape {
  readonly properties: ReadonlyMap<string, SchemaData>;
  readonly patternProperties: readonly (readonly [pattern: string, schema: SchemaData])[];
  readonly additionalProperties: SchemaData | undefined;
}

const shapes = new WeakMap<object, FillShape>();

function fillShape(schema: Keywords): FillShape {
  let shape = shapes.get(schema);
  if (shape === undefined) {
    const { properties = {}, patternProperties = {}, additionalProperties } = schema;
    shape = {
      properties: new Map(Object.entries(properties)),
      patternProperties: Object.entries(patternProperties),
      additionalProperties,
    };
    shapes.set(schema, shape);
  }
  return shape;
}

function fillObject(shape: FillShape, value: { readonly [name: string]: unknown }, filling: Filling): unknown {
  const { properties, patternProperties, additionalProperties } = shape;
  const hasOthers = patternProperties.length > 0 || typeof additionalProperties === 'object';
  if (properties.size === 0 && !hasOthers) return value;
  const copy = { ...value };
  const resolve: Resolve = (reference) => resolveReference(reference, filling.components);
  for (const [name, property] of properties) {
    const item = own(value, name);
    const filled = item === undefined ? copyOf(defaultOf(property, resolve)) : fillValue(property, item, filling);
    if (filled !== undefined) setOwn(copy, name, filled);
  }
  if (hasOthers) {
    for (const name of Object.keys(value))
      for (const schema of otherSchemas(shape, name)) setOwn(copy, name, fillValue(schema, copy[name], filling));
  }
  return copy;
}

/** The schemas that apply to a given property besides its own. */
function otherSchemas({ properties, patternProperties, additionalProperties }: FillShape, name: string): SchemaData[] {
  const matching = patternProperties.filter(([pattern]) => matches(pattern, name)).map(([, schema]) => schema);
  const isAdditional = matching.length === 0 && !properties.has(name) && additionalProperties !== undefined;
  return isAdditional ? [additionalProperties] : matching;
}

/** The branch of a union that a value matches; undefined if none has defaults or several match. */
function matchedBranch(union: readonly SchemaData[], value: object, { branches }: Filling): SchemaData | undefined {
  let choices = unions.get(union);
  if (choices === undefined) unions.set(union, (choices = choicesOf(union, branches)));
  if (choices.length < 2) return choices[0]?.branch;
  let found: SchemaData | undefined;
  for (const { branch, accepts } of choices) {
    if (!accepts(value)) continue;
    if (found !== undefined) return undefined;
    found = branch;
  }
  return found;
}

interface Choice {
  readonly branch: SchemaData;
  readonly accepts: (value: unknown) => boolean;
}

const unions = new WeakMap<object, readonly Choice[]>();

/** The branches except `null`, if they can have defaults. */
function choicesOf(union: readonly SchemaData[], branches: Branches): readonly Choice[] {
  const others = besideNull(union);
  if (others.length === 1) return [{ branch: others[0]!, accepts: () => true }];
  return others.flatMap((branch) => {
    const accepts = branches[JSON.stringify(branch)];
    return accepts === undefined ? [] : [{ branch, accepts }];
  });
}
