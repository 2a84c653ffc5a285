import type { Declared, Sample } from './declarations.ts';
import { expandSchema } from './definitions/expand.ts';
import type { SchemaDefinition } from './definitions/model.ts';
import type { Report } from './diagnostic.ts';
import * as messages from './messages/index.ts';
import type { CheckValue } from './values.ts';

/** Reports the defaults and examples that their own schemas do not allow. */
export function checkSamples(
  samples: readonly Declared<Sample>[],
  definitions: ReadonlyMap<string, SchemaDefinition>,
  check: CheckValue,
  report: Report,
): void {
  for (const declared of samples) {
    const { what, schema, value, isWarning } = declared.value;
    const fault = check(expandSchema(schema, definitions), value);
    // Where a sample stands is worked out only to be told.
    if (fault !== undefined) report(messages.invalidSample(declared.at, what, value, fault, isWarning));
  }
}
