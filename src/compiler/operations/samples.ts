import type { Declared } from '../diagnostics/source.ts';
import type { Sample } from '../language/declared.ts';
import { expandSchema } from '../../schema/expand.ts';
import type { SchemaDefinition } from '../definitions/model.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { CheckValue } from '../user-schemas/meta-schema.ts';

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
