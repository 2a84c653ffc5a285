import type { Operation, Schema } from '../../../shared/contract/operation.ts';
import type { AnySchema, Keywords, Resolve } from '../../../shared/schema/json-types.ts';
import { certainParts, isNever, listedValues } from '../../../shared/schema/json-types.ts';
import { isOfProperties } from '../../../shared/schema/keywords.ts';
import { isCondition, isInPlace, Marks } from '../../../shared/schema/marks.ts';
import { Reach } from '../../../shared/schema/reach.ts';
import { resolverOf } from '../../../shared/schema/references.ts';
import { eachSubschema } from '../../../shared/schema/walk.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { modifierOf } from '../typescript/modifier.ts';

/** The schemas around a part of the same value. */
interface Around {
  readonly dropped: ReadonlySet<string>;
  /** Whether the definition that it belongs to has properties without the modifier. */
  readonly isMixed: boolean;
  readonly open: readonly AnySchema[];
}

/**
 * Warns of properties with the modifier `readonly` that clients can send, where the same object has properties without it. An object in which each property
 * has it is a style.
 *
 * @param schemas The definitions; the same map again is faster.
 */
export function checkSentModifiers(
  operations: readonly Operation[],
  schemas: ReadonlyMap<string, Schema>,
  report: Report,
): void {
  const search = searches.get(schemas) ?? new Search(resolverOf(schemas));
  searches.set(schemas, search);
  for (const [at, name] of search.find(operations.flatMap(requestSchemas))) report(messages.sentReadonly(at, name));
}

const searches = new WeakMap<ReadonlyMap<string, Schema>, Search>();

function requestSchemas({ parameters, body }: Operation): Schema[] {
  return [...parameters, ...(body?.content ?? [])].map(({ schema }) => schema);
}

class Search {
  readonly #resolve: Resolve;
  readonly #marks: Marks;
  readonly #reach: Reach;

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
    this.#marks = new Marks(resolve, 'request');
    this.#reach = new Reach(resolve, (schema) => modifierOf(schema) !== undefined);
  }

  /** The names of the properties in values of some schemas, by their locations. */
  find(schemas: readonly Schema[]): ReadonlyMap<Location, string> {
    const found = new Map<Location, string>();
    const pending = new Set<AnySchema>(schemas);
    // The set grows while it is processed.
    for (const schema of pending) {
      if (!this.#reach.from(schema)) continue;
      const around: Around = { dropped: this.#marks.declaredBy(schema).marked, isMixed: false, open: [] };
      this.#findIn(schema, around, found, pending);
    }
    return found;
  }

  #findIn(schema: AnySchema, around: Around, found: Map<Location, string>, pending: Set<AnySchema>): void {
    if (typeof schema === 'boolean' || around.open.includes(schema)) return;
    const { $ref, properties } = schema as Keywords;
    const isMixed = around.isMixed || hasUnmodified(properties);
    const inner = { ...around, open: [...around.open, schema] };
    if ($ref !== undefined) {
      const target = this.#resolve($ref) ?? true;
      const parts = certainParts(target, this.#resolve);
      const isMixedTarget = around.isMixed || parts.some((part) => hasUnmodified(part.properties));
      this.#findIn(target, { ...inner, isMixed: isMixedTarget }, found, pending);
    }
    eachSubschema(schema, (part, { key }, keyword) => {
      if (isCondition(keyword)) return;
      if (isInPlace(keyword)) return this.#findIn(part, inner, found, pending);
      if (isOfProperties(keyword) && this.#marks.isMarked(part)) return;
      const name = keyword === 'properties' ? String(key) : undefined;
      if (name !== undefined && around.dropped.has(name)) return;
      const at = modifierOf(part);
      if (isMixed && name !== undefined && at !== undefined && !this.#isMeant(part)) found.set(at, name);
      pending.add(part);
    });
  }

  /** Whether clients cannot choose the value of a property, as that of `readonly kind: 'book'`, or its comment allows that they do. */
  #isMeant(property: AnySchema): boolean {
    const parts = certainParts(property, this.#resolve);
    return (
      isNever(property, this.#resolve) || parts.some((one) => 'readOnly' in one || listedValues(one)?.length === 1)
    );
  }
}

function hasUnmodified(properties: Keywords['properties'] = {}): boolean {
  return Object.values(properties).some((property) => modifierOf(property) === undefined);
}
