import type { Schema } from '../../../shared/contract/operation.ts';
import type { AnySchema, Keywords, Resolve } from '../../../shared/schema/json-types.ts';
import { besideNull, defaultOf } from '../../../shared/schema/json-types.ts';
import { Reach } from '../../../shared/schema/reach.ts';

/** Knows which schemas of one set of definitions change a request's values: by defaults, and in texts. */
export class Fills {
  readonly #defaults: Reach;
  readonly #unions: Reach;
  readonly #texts: Reach;

  constructor(resolve: Resolve) {
    this.#defaults = new Reach(resolve, (schema) => hasDefaults(schema, resolve));
    this.#unions = new Reach(resolve, (schema) => this.unionsOf(schema).length > 0);
    this.#texts = new Reach(resolve, changesText);
  }

  /** Whether a property below a schema has a default. */
  hasDefaults(schema: AnySchema): boolean {
    return this.#defaults.from(schema);
  }

  /** Whether defaults are filled into a union below a schema. */
  hasUnions(schema: AnySchema): boolean {
    return this.#unions.from(schema);
  }

  /** The unions of a schema that defaults are filled into, each as its branches. */
  unionsOf(schema: AnySchema): (readonly AnySchema[])[] {
    const { anyOf = [], oneOf = [] } = schema as Keywords;
    return [anyOf, oneOf]
      .map(besideNull)
      .filter((union) => union.length > 1 && union.some((branch) => this.hasDefaults(branch)));
  }

  /** Whether a text below a schema is changed before it is checked. */
  changesTexts(schema: AnySchema): boolean {
    return this.#texts.from(schema);
  }
}

/** Whether a property of a schema has a default. */
function hasDefaults(schema: AnySchema, resolve: Resolve): boolean {
  const { properties = {} } = schema as Keywords;
  return Object.values(properties).some((property) => defaultOf(property, resolve) !== undefined);
}

/** Whether a text that a schema applies to is changed before it is checked. */
function changesText(schema: AnySchema): boolean {
  const { 'x-trim': trim, 'x-lowercase': lowercase } = schema as Schema;
  return trim === true || lowercase === true;
}
