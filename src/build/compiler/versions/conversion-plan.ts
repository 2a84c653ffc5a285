import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { isKeywords, isSchema } from '../../../shared/schema/json-types.ts';
import { referredName, splitReference } from '../../../shared/schema/references.ts';
import { eachSchema } from '../../../shared/schema/walk.ts';
import type { ConversionPlan } from '../../../shared/contract/versions.ts';
import type { Schema } from '../../../shared/contract/operation.ts';

/** The facts about the definitions of a version. */
export interface PlannedDefinitions {
  /** The definitions of the version, by name. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The names of those that differ from the ones that the handler knows. */
  readonly changed: ReadonlySet<string>;
  /** The same, with those that refer to them, directly or through others. */
  readonly affected: ReadonlySet<string>;
}

/** The outcome of {@link planOf}. */
export interface Planned {
  readonly plan: ConversionPlan | undefined;
  /** The names of the changed definitions that it converts. */
  readonly converts: ReadonlySet<string>;
  /** The plans of other definitions that lead to them, by name. */
  readonly plans: ReadonlyMap<string, ConversionPlan>;
  /** The changed definitions that aren't at a place with one value that is known to be theirs. */
  readonly misplaced: ReadonlySet<string>;
}

/** Plans where the values of changed definitions are in a value of a schema: in properties, lists and records, at every depth. */
export function planOf(schema: AnySchema, definitions: PlannedDefinitions): Planned {
  const planner = new Planner(definitions);
  const plan = planner.plan(schema);
  return { plan, converts: planner.converts, plans: planner.plans, misplaced: planner.misplaced };
}

/** The definitions that a schema leads to, of those with these names. */
export function namesWithin(schema: AnySchema, names: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  eachSchema(schema, ({ $ref }) => {
    const name = typeof $ref === 'string' ? splitReference($ref)?.name : undefined;
    if (name !== undefined && names.has(name)) found.add(name);
  });
  return [...found];
}

class Planner {
  readonly converts = new Set<string>();
  readonly plans = new Map<string, ConversionPlan>();
  readonly misplaced = new Set<string>();
  readonly #definitions: PlannedDefinitions;
  readonly #open = new Set<string>();

  constructor(definitions: PlannedDefinitions) {
    this.#definitions = definitions;
  }

  plan(schema: AnySchema): ConversionPlan | undefined {
    if (typeof schema === 'boolean' || !this.#leads(schema)) return undefined;
    const name = referredName(schema);
    const { $ref: _, ...others } = schema;
    if (name !== undefined && !this.#leads(others)) return this.#planNamed(name);
    const { properties, items, additionalProperties, anyOf, oneOf, allOf, ...rest } = schema;
    if (this.#leads(rest)) return this.#misplace(schema);
    const choices = [anyOf, oneOf, allOf].filter((each): each is AnySchema[] => Array.isArray(each));
    if (choices.length > 0) return this.#planChoices(schema, choices);
    const props = isKeywords(properties) ? this.#planProperties(properties) : undefined;
    const item = isSchema(items) ? this.plan(items) : undefined;
    const values = isSchema(additionalProperties) ? this.plan(additionalProperties) : undefined;
    return {
      ...(props !== undefined && { props }),
      ...(item !== undefined && { items: item }),
      ...(values !== undefined && { values, known: isKeywords(properties) ? Object.keys(properties) : [] }),
    };
  }

  #planNamed(name: string): ConversionPlan {
    if (this.#definitions.changed.has(name)) {
      this.converts.add(name);
      return name;
    }
    if (!this.plans.has(name) && !this.#open.has(name)) {
      this.#open.add(name);
      const plan = this.plan(this.#definitions.schemas.get(name) ?? true);
      if (plan !== undefined) this.plans.set(name, plan);
    }
    return name;
  }

  #planProperties(properties: Schema): Readonly<Record<string, ConversionPlan>> | undefined {
    const planned = Object.entries(properties).flatMap(([name, property]) => {
      const plan = isSchema(property) ? this.plan(property) : undefined;
      return plan === undefined ? [] : [[name, plan] as const];
    });
    return planned.length === 0 ? undefined : Object.fromEntries(planned);
  }

  /** A choice between a value and null is planned. For any other choice, the branch of a value is unknown. */
  #planChoices(schema: Schema, choices: readonly (readonly AnySchema[])[]): ConversionPlan | undefined {
    const { anyOf: _, oneOf: _oneOf, allOf: _allOf, ...others } = schema;
    const values = choices.flat().filter((each) => typeof each === 'boolean' || each['type'] !== 'null');
    if (choices.length > 1 || values.length !== 1 || this.#leads(others)) return this.#misplace(schema);
    return this.plan(values[0]!);
  }

  #misplace(schema: Schema): undefined {
    const found = namesWithin(schema, this.#definitions.affected);
    for (const name of found) this.misplaced.add(name);
    return undefined;
  }

  /** Whether a schema leads to a changed definition. */
  #leads(schema: AnySchema): boolean {
    return namesWithin(schema, this.#definitions.affected).length > 0;
  }
}
