import type { Schema } from '../../contract/operation.ts';
import type { FindGeneric } from '../../schema/expand.ts';
import { expandSchema } from '../../schema/expand.ts';
import type { AnySchema } from '../../schema/types.ts';
import type { Components } from '../../validation/explain/index.ts';
import { once } from '../../validation/values.ts';
import { explain } from '../../validation/explain/index.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared } from '../diagnostics/source.ts';
import type { Sample } from '../language/declared.ts';
import { hasLongText, withoutSlowPatterns } from '../user-schemas/patterns.ts';

/** Finds what is wrong with a value by a schema; undefined if it is valid. */
export type CheckValue = (schema: Schema, value: unknown) => string | undefined;

/**
 * Makes a check of values, such as defaults and examples, with the validation of the runtime.
 *
 * @param schemas The definitions by name, without drafts.
 * @param find Finds generic definitions, for the drafts in the schemas of values.
 */
export function createValueCheck(schemas: ReadonlyMap<string, Schema>, find: FindGeneric): CheckValue {
  const componentsBy = (map: (schema: Schema) => AnySchema): Components =>
    Object.fromEntries([...schemas].map(([name, schema]) => [name, () => map(schema)]));
  const components = once(() => componentsBy((schema) => schema));
  const fastComponents = once(() => componentsBy(withoutSlowPatterns));
  return (draft, value) => {
    try {
      const schema = expandSchema(draft, find);
      const [violation] = hasLongText(value)
        ? explain(withoutSlowPatterns(schema), value, fastComponents())
        : explain(schema, value, components());
      return violation && `${violation.pointer === '' ? 'it' : violation.pointer} ${violation.message}`;
    } catch {
      // A cycle, a reference that leads nowhere and an expansion without end have reports of their own.
      return undefined;
    }
  };
}

/** Reports the defaults and examples that their own schemas refuse. */
export function checkSamples(samples: readonly Declared<Sample>[], check: CheckValue, report: Report): void {
  for (const declared of samples) {
    const { what, schema, value, isWarning } = declared.value;
    const fault = check(schema, value);
    // A sample is located only if something is wrong with it.
    if (fault !== undefined) report(messages.invalidSample(declared.at, what, value, fault, isWarning));
  }
}
