import { listedValues, typesOf } from '../../../shared/schema/json-types.ts';
import type { AnySchema, JsonType, Keywords, Resolve } from '../../../shared/schema/json-types.ts';

/** The facts about references. */
export interface Known {
  readonly resolve: Resolve;
  /** Whether the schema that a reference names has a finite value. */
  hasValue(reference: string): boolean;
}

/**
 * Lists the references without a finite value that every value of a schema needs; empty if some value does without them.
 *
 * It is empty if the schema doesn't show this.
 */
export function missing(schema: AnySchema, known: Known): readonly string[] {
  return missingInAll([schema], known, true);
}

interface RequiringSchema extends Keywords {
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly minItems?: number;
  readonly minContains?: number;
}

/** How many schemas a schema can consist of. Longer chains are not followed, so that the time grows with the schemas alone. */
const MAX_PARTS = 30;

/**
 * The references that every value needs that matches all of some schemas.
 *
 * @param follows Whether to combine the targets of references with the keywords next to them. Done once, because schemas can refer to each other in circles.
 */
function missingInAll(schemas: readonly AnySchema[], known: Known, follows: boolean): readonly string[] {
  const parts: RequiringSchema[] = [];
  const references: string[] = [];
  for (const schema of schemas) collectRequiring(schema, parts, references);
  const endless = references.filter((reference) => !known.hasValue(reference));
  if (endless.length > 0) return endless;
  const isCombined = references.length > 0 && follows && hasRest(parts);
  if (isCombined)
    for (let i = 0; i < references.length && parts.length < MAX_PARTS; i++)
      collectRequiring(known.resolve(references[i]!) ?? true, parts, references);
  const look = (values: readonly AnySchema[]): readonly string[] => missingInAll(values, known, follows && !isCombined);
  const inUnions = parts
    .flatMap(({ anyOf, oneOf }) => [anyOf, oneOf])
    .flatMap((branches = []) => inEach(branches, (branch) => look([...parts.map(withoutUnions), branch])));
  return inUnions.length > 0 ? inUnions : missingByType(parts, known, look);
}

/** Collects a schema and those of its `allOf`, and their references. */
function collectRequiring(schema: AnySchema, parts: RequiringSchema[], references: string[]): void {
  if (typeof schema === 'boolean') return;
  const { $ref, allOf = [] } = schema as RequiringSchema;
  parts.push(schema as RequiringSchema);
  if ($ref !== undefined && !references.includes($ref)) references.push($ref);
  for (const part of allOf) collectRequiring(part, parts, references);
}

/** Whether schemas have more than references. */
function hasRest(parts: readonly RequiringSchema[]): boolean {
  return parts.length > 1 || parts.some((part) => Object.keys(part).length > 1);
}

function withoutUnions({
  anyOf: _anyOf,
  oneOf: _oneOf,
  allOf: _allOf,
  $ref: _ref,
  ...rest
}: RequiringSchema): RequiringSchema {
  return rest;
}

type Look = (values: readonly AnySchema[]) => readonly string[];

/** The needs of the first choice, if each of them needs something. */
function inEach<T>(choices: readonly T[], look: (choice: T) => readonly string[]): readonly string[] {
  const each = choices.map(look);
  return each.every((references) => references.length > 0) ? (each[0] ?? []) : [];
}

function missingByType(parts: readonly RequiringSchema[], { resolve }: Known, look: Look): readonly string[] {
  const byType: { readonly [Type in JsonType]?: readonly string[] } = {
    object: missingInObject(parts, look),
    array: missingInArray(parts, look),
  };
  if (byType.object!.length === 0 && byType.array!.length === 0) return [];
  if (parts.some((part) => listedValues(part) !== undefined)) return [];
  return inEach([...typesOf({ allOf: parts }, resolve)], (type) => byType[type] ?? []);
}

function missingInObject(parts: readonly RequiringSchema[], look: Look): readonly string[] {
  const inRequired = parts
    .flatMap(({ required = [] }) => required)
    .flatMap((name) => look(propertySchemas(parts, name)));
  if (inRequired.length > 0 || parts.some((part) => part.patternProperties !== undefined)) return inRequired;
  const minimum = Math.max(0, ...parts.map(({ minProperties = 0 }) => minProperties));
  const names = new Set(parts.flatMap(({ properties = {} }) => Object.keys(properties)));
  if (minimum === 0) return [];
  const others = parts.flatMap(({ additionalProperties = true }) => [additionalProperties]);
  const needs = [...[...names].map((name) => propertySchemas(parts, name)), others].filter(
    (values) => !values.includes(false),
  );
  const each = needs.map(look);
  const hasOthers = !others.includes(false) && each.at(-1)!.length === 0;
  return !hasOthers && each.filter((references) => references.length === 0).length < minimum ? each.flat() : [];
}

/** The schemas of a property, in each part. */
function propertySchemas(parts: readonly RequiringSchema[], name: string): readonly AnySchema[] {
  return parts.map(({ properties = {}, patternProperties, additionalProperties = true }) => {
    if (Object.hasOwn(properties, name)) return properties[name]!;
    return patternProperties === undefined ? additionalProperties : true;
  });
}

function missingInArray(parts: readonly RequiringSchema[], look: Look): readonly string[] {
  const contained = parts.flatMap(({ contains, minContains = 1 }) =>
    contains === undefined || minContains === 0 ? [] : look([contains]),
  );
  const minimum = Math.max(0, ...parts.map(({ minItems = 0 }) => minItems));
  // The items after the listed ones are alike.
  const listed = Math.max(0, ...parts.map(({ prefixItems = [] }) => prefixItems.length));
  const items = Array.from({ length: Math.min(minimum, listed + 1) }, (_, index) =>
    look(parts.map(({ prefixItems = [], items: rest = true }) => prefixItems[index] ?? rest)),
  );
  return [...contained, ...items.flat()];
}
