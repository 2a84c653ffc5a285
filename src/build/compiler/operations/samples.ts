import type { Schema } from '../../../shared/contract/operation.ts';
import type { FindGeneric } from '../../../shared/schema/expand.ts';
import { expandSchema } from '../../../shared/schema/expand.ts';
import { eitherFace } from '../../../shared/schema/faces.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import type { Violation } from '../../../shared/contract/enforcement.ts';
import type { Components } from '../../../shared/validation/explain/index.ts';
import { once } from '../../../shared/validation/values.ts';
import { explain } from '../../../shared/validation/explain/index.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared } from '../diagnostics/source.ts';
import type { Sample } from '../language/declared.ts';
import { boundedFor } from '../user-schemas/patterns.ts';

/** Describes the first violation of a value; undefined if it is valid. */
export type CheckValue = (schema: Schema, value: unknown) => string | undefined;

/**
 * Makes a check for values, such as defaults and examples, that validates as the runtime does.
 *
 * @param schemas The expanded definitions, by name.
 * @param find Finds generic definitions, for drafts in the schemas of values.
 */
export function createValueCheck(schemas: ReadonlyMap<string, Schema>, find: FindGeneric): CheckValue {
  const named = new Map(schemas);
  const facesOf = eitherFace(schemas, named);
  const componentsBy = (map: (schema: Schema) => AnySchema): (() => Components) => {
    // A plain object would change its shape with each name, which takes far longer than all checks.
    const components = Object.create(null) as { [name: string]: () => AnySchema };
    let count = 0;
    return () => {
      if (named.size === count) return components;
      // Faces of definitions are added when a value needs them.
      if (named.size > count)
        for (const [name, schema] of [...named].slice(count)) components[name] = lazy(() => map(schema));
      count = named.size;
      return components;
    };
  };
  const components = new Map<ReturnType<typeof boundedFor>, ReturnType<typeof componentsBy>>();
  // A pattern can come from a description that somebody else wrote.
  const explainBy = (face: AnySchema, value: unknown): readonly Violation[] => {
    const bounded = boundedFor(value);
    const made = components.get(bounded) ?? componentsBy(bounded);
    components.set(bounded, made);
    return explain(bounded(face), value, made());
  };
  return (draft, value) => {
    try {
      const schema = expandSchema(draft, find);
      const found = facesOf(schema).map((face) => explainBy(face, value));
      if (found.some((violations) => violations.length === 0)) return undefined;
      const violation = found[0]?.[0];
      return violation && `${violation.pointer === '' ? 'it' : violation.pointer} ${violation.message}`;
    } catch {
      // Cycles, unresolved references and endless expansions have their own reports.
      return undefined;
    }
  };
}

/** Reports defaults and examples that violate their own schemas. */
export function checkSamples(samples: readonly Declared<Sample>[], check: CheckValue, report: Report): void {
  for (const declared of samples) {
    const { what, schema, value, isWarning } = declared.value;
    const fault = check(schema, value);
    // The location of a sample is a getter: finding it takes time.
    if (fault !== undefined) report(messages.invalidSample(declared.at, what, value, fault, isWarning));
  }
}

/** Makes a value at the first call. */
function lazy<T>(make: () => T): () => T {
  const kept = once(() => ({ value: make() }));
  return () => kept().value;
}
