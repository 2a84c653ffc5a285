import { droppedOf, isDropped, keptOf } from '../../../shared/schema/faces.ts';
import { isFast } from '../../compiler/user-schemas/patterns.ts';
import { matches } from '../../../shared/validation/format-checks.ts';
import type { AnySchema, Keywords } from '../../../shared/schema/json-types.ts';
import { keepsOthers, listsProperties, requiredNames } from './properties.ts';

/** The properties that the schemas of one value declare. */
export interface ObjectPlan {
  /** The schemas of each named property. */
  readonly properties: ReadonlyMap<string, readonly AnySchema[]>;
  readonly patterns: ReadonlyMap<string, readonly AnySchema[]>;
  /** The schemas of properties without a name or pattern. */
  readonly others: readonly AnySchema[];
  /** Whether properties without a name or pattern are declared. */
  readonly isOpen: boolean;
  /** The names of properties that are left out although others are declared. */
  readonly dropped: readonly string[];
  /** The names of properties that do not travel, whatever another type of a union declares. */
  readonly hidden: readonly string[];
  /** The patterns of properties that are left out, even if another schema declares them. */
  readonly droppedPatterns: readonly string[];
  /** Whether properties without a name or pattern do not travel, whatever another type of a union declares. */
  readonly hidesOthers: boolean;
}

/**
 * Collects the properties that schemas declare together, as `unevaluatedProperties` would count them: JSON Schema 2020-12, Core, 11.3.
 *
 * @param isForbidden Whether no value is valid for a property with some schemas.
 */
export function objectPlan(
  members: readonly Keywords[],
  isForbidden: (schemas: readonly AnySchema[]) => boolean,
): ObjectPlan {
  const names = new Set(members.flatMap(({ properties = {} }) => Object.keys(properties)));
  for (const name of members.flatMap(requiredNames)) names.add(name);
  const hidden = new Set(members.flatMap(droppedOf));
  for (const name of hidden) names.delete(name);
  const forbidden = new Set<string>();
  const properties = new Map([...names].map((name) => [name, schemasOf(name, members)]));
  const kept = new Set(members.flatMap(keptOf));
  for (const [name, schemas] of properties) {
    if (isForbidden(schemas) && properties.delete(name)) forbidden.add(name);
    if (!schemas.some(isDropped)) continue;
    if (kept.has(name))
      properties.set(
        name,
        schemas.filter((schema) => !isDropped(schema)),
      );
    else if (properties.delete(name)) hidden.add(name);
  }
  const patterns = members.flatMap(({ patternProperties = {} }) => Object.keys(patternProperties));
  const byPattern = new Map(patterns.map((pattern) => [pattern, matchedBy(pattern, members)]));
  const others = othersOf(members);
  const hidesOthers = others.some(isDropped);
  const isOpen = members.some(keepsOthers) || !members.some(listsProperties);
  return {
    properties,
    patterns: byPattern,
    others,
    isOpen: isOpen && !hidesOthers,
    dropped: [...hidden, ...forbidden].sort(),
    hidden: [...hidden].sort(),
    droppedPatterns: [...byPattern].filter(([, schemas]) => schemas.some(isDropped)).map(([pattern]) => pattern),
    hidesOthers,
  };
}

/** The schemas of a property by its name. */
function schemasOf(name: string, members: readonly Keywords[]): AnySchema[] {
  const evaluated = members.flatMap(({ properties = {}, patternProperties = {}, additionalProperties }) => {
    const own = Object.hasOwn(properties, name) ? [properties[name]!] : [];
    const matching = Object.entries(patternProperties).filter(([pattern, schema]) =>
      // A pattern that could take very long cannot keep a property from being left out.
      isFast(pattern, name.length) ? matches(pattern, name) : isDropped(schema),
    );
    const listed = [...own, ...matching.map(([, schema]) => schema)];
    return listed.length > 0 ? listed : present([additionalProperties]);
  });
  return evaluated.length > 0 ? evaluated : unevaluated(members);
}

/** The schemas of a property that matches a pattern. */
function matchedBy(pattern: string, members: readonly Keywords[]): AnySchema[] {
  return members.flatMap(({ patternProperties = {}, additionalProperties }) =>
    Object.hasOwn(patternProperties, pattern) ? [patternProperties[pattern]!] : present([additionalProperties]),
  );
}

function othersOf(members: readonly Keywords[]): AnySchema[] {
  const additional = present(members.map(({ additionalProperties }) => additionalProperties));
  return additional.length > 0 ? additional : unevaluated(members);
}

function unevaluated(members: readonly Keywords[]): AnySchema[] {
  return present(members.map(({ unevaluatedProperties }) => unevaluatedProperties));
}

/** The schemas that declare something: a keyword that is absent or false only leaves others undeclared. */
function present(schemas: readonly (AnySchema | undefined)[]): AnySchema[] {
  return schemas.filter((schema) => schema !== undefined && schema !== false);
}

/** Whether a schema allows no further items, as its type has them. */
function isClosedList(schema: Keywords): boolean {
  const { prefixItems = [], items, unevaluatedItems } = schema;
  const { maxItems = Infinity } = schema as { readonly maxItems?: number };
  return items === false || unevaluatedItems === false || maxItems <= prefixItems.length;
}

/** The schemas of a list's items: of the first ones by their index, and of the rest. */
export interface ListPlan {
  readonly first: readonly (readonly AnySchema[])[];
  readonly rest: readonly AnySchema[];
  /** Whether a list has no items after the first ones. */
  readonly isClosed: boolean;
}

/** Collects the items that schemas declare together: JSON Schema 2020-12, Core, 10.3.1 and 11.2. */
export function listPlan(members: readonly Keywords[]): ListPlan {
  const count = Math.max(0, ...members.map(({ prefixItems = [] }) => prefixItems.length));
  const at = (index: number): AnySchema[] => {
    const evaluated = present(members.map(({ prefixItems = [], items }) => prefixItems[index] ?? items));
    return evaluated.length > 0 ? evaluated : present(members.map(({ unevaluatedItems }) => unevaluatedItems));
  };
  const rest = at(count);
  const isClosed = rest.length === 0 && members.some(isClosedList);
  return { first: Array.from({ length: count }, (_, index) => at(index)), rest, isClosed };
}
