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
  for (const { value: sample, at } of samples) {
    const fault = check(expandSchema(sample.schema, definitions), sample.value);
    if (fault !== undefined) report(messages.invalidSample(at, sample.what, sample.value, fault));
  }
}
