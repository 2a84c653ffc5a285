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
  /** The values of a discriminator that select it; undefined if they are not limited. */
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
  const choices: Choice[] = unions.map((branches) => ({
    of: branches,
    alternatives: branches.map((branch) => {
      const selectors = selectorsIn(branch, schema, resolve);
      return { test: { allows: branch }, schemas: [branch], ...(selectors && { selectors }) };
    }),
  }));
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

/** The values of the discriminator that a branch allows: those that select it have been written into it. */
function selectorsIn(branch: AnySchema, schema: Keywords, resolve: Resolve): Selectors | undefined {
  const { propertyName: name } = discriminatorOf(schema) ?? {};
  if (name === undefined) return undefined;
  const lists = certainParts(branch, resolve)
    .flatMap(({ properties = {} }) => (Object.hasOwn(properties, name) ? certainParts(properties[name]!, resolve) : []))
    .map(listedValues)
    .filter((values) => values !== undefined);
  return lists.length === 0 ? undefined : { name, values: lists.flat() };
}
