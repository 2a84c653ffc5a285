import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { discriminatorOf } from '../../../shared/schema/discriminators.ts';
import type { AnySchema, Keywords, Resolve } from '../../../shared/schema/json-types.ts';
import { certainParts, listedValues } from '../../../shared/schema/json-types.ts';

/** A choice between schemas for one value. */
export interface Choice {
  /** The choice's own identity. */
  readonly of: object;
  readonly alternatives: readonly ChoiceAlternative[];
}

/** An alternative of a choice. It counts if its test holds. */
export interface ChoiceAlternative {
  readonly test: Test;
  readonly schemas: readonly AnySchema[];
  /** The values of a property that select it if no alternative fits; undefined if they are not limited. */
  readonly selectors?: Selectors;
}

/** A property, and some of its values. */
export interface Selectors {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Whether a schema allows the value, or whether the value has a property. */
export type Test =
  | { readonly allows: AnySchema; readonly isNegated?: true }
  | { readonly has: string; readonly isNegated?: true };

/** Finds the choices of a schema: JSON Schema 2020-12, Core, 10.2.1 and 10.2.2. */
export function choicesOf(schema: Keywords, resolve: Resolve): Choice[] {
  const { anyOf, oneOf, if: condition, dependentSchemas = {} } = schema;
  const unions = [anyOf, oneOf].filter((branches) => branches !== undefined);
  const choices: Choice[] = unions.map((branches) => {
    const name = discriminatorOf(schema)?.propertyName ?? distinguishingName(branches, resolve);
    const alternatives = branches.map((branch): ChoiceAlternative => {
      const values = name === undefined ? undefined : literalsOf(branch, resolve).get(name);
      return { test: { allows: branch }, schemas: [branch], ...(values && { selectors: { name: name!, values } }) };
    });
    return { of: branches, alternatives };
  });
  if (condition !== undefined) {
    const { then: yes = true, else: no = true } = schema as { readonly [keyword: string]: AnySchema };
    const test = { allows: condition };
    choices.push({
      of: {},
      alternatives: [
        { test, schemas: [condition, yes] },
        { test: { ...test, isNegated: true }, schemas: [no] },
      ],
    });
  }
  for (const [name, part] of Object.entries(dependentSchemas)) {
    const alternatives: ChoiceAlternative[] = [
      { test: { has: name }, schemas: [part] },
      { test: { has: name, isNegated: true }, schemas: [] },
    ];
    choices.push({ of: {}, alternatives });
  }
  return choices;
}

/** The property whose literals differ in all branches with properties, as in `{ kind: 'cat' } | { kind: 'dog' }`. */
function distinguishingName(branches: readonly AnySchema[], resolve: Resolve): string | undefined {
  const objects = branches.filter((branch) => certainParts(branch, resolve).some((part) => 'properties' in part));
  const [first, ...others] = objects.map((branch) => literalsOf(branch, resolve));
  if (first === undefined || others.length === 0) return undefined;
  return [...first.keys()].find((name) => {
    const lists = [first, ...others].map((literals) => literals.get(name));
    const values = lists.flatMap((list) => [...new Set(list)]);
    return lists.every((list) => list !== undefined) && new Set(values).size === values.length;
  });
}

/** The values of properties that a branch limits to literals. Those of a discriminator that select it have been written into it. */
function literalsOf(branch: AnySchema, resolve: Resolve): ReadonlyMap<string, readonly unknown[]> {
  const entries = certainParts(branch, resolve).flatMap(({ properties = {} }) => Object.entries(properties));
  const literals = new Map<string, unknown[]>();
  for (const [name, property] of entries)
    for (const values of certainParts(property, resolve).map(listedValues))
      if (values !== undefined) getOrAdd(literals, name, (): unknown[] => []).push(...values);
  return literals;
}
