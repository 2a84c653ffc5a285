import type { Schema } from '../../../shared/contract/operation.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';

/** The lower bounds for each upper bound, and whether the two can be equal. */
const LOWS: ReadonlyMap<string, readonly (readonly [low: string, orSame: boolean])[]> = new Map([
  ['maximum', [['minimum', true] as const, ['exclusiveMinimum', false] as const]],
  ['exclusiveMaximum', [['minimum', false] as const, ['exclusiveMinimum', false] as const]],
  ['maxLength', [['minLength', true] as const]],
  ['maxItems', [['minItems', true] as const]],
  ['maxContains', [['minContains', true] as const]],
  ['maxProperties', [['minProperties', true] as const]],
]);

/**
 * Reports bounds that leave no valid value: a lower bound above an upper one.
 *
 * @param at Locates a pair of keywords; undefined to skip it.
 * @param keywords The keywords to check; all of the schema by default.
 */
export function checkBounds(
  schema: Schema,
  at: (low: string, high: string) => Location | undefined,
  report: Report,
  keywords: readonly string[] = Object.keys(schema),
): void {
  for (const high of keywords) {
    for (const [low, orSame] of LOWS.get(high) ?? []) {
      const [least, most] = [schema[low], schema[high]];
      if (typeof least !== 'number' || typeof most !== 'number') continue;
      if (least < most || (least === most && orSame)) continue;
      const place = at(low, high);
      if (place !== undefined) report(messages.facetBounds(place, low, least, high, most));
    }
  }
}
