import { severityOf } from '../../../shared/comparison/checks.ts';
import { createSchemaComparison } from '../../../shared/comparison/compare.ts';
import { samenessOf } from '../../../shared/comparison/sameness.ts';
import type { Site } from '../../../shared/comparison/site.ts';
import type { Definitions } from '../definitions/collect.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared } from '../diagnostics/source.ts';
import type { PlacedParameter } from './parameters.ts';
import { describeParameter } from './parameters.ts';

/** The keywords that change a text before it is checked: without them, handlers get other texts. */
const TRANSFORMS = ['x-trim', 'x-lowercase'] as const;

/** A line that replaces a directory's parameter drops all of its declarations, so code below would rely on constraints that no longer apply. */
const ANYWHERE: Site = { subject: 'request-parameter', label: '', path: [], definition: undefined, open: [] };

/**
 * Warns of parameters that allow more than those of an outer directory, which they replace.
 *
 * @param inherited Those of the nearest directory around them, and of the directories around it.
 */
export function checkWeakerParameters(
  own: readonly Declared<PlacedParameter>[],
  inherited: readonly Declared<PlacedParameter>[] = [],
  definitions: Definitions,
  report: Report,
): void {
  const outer = new Map(inherited.map((each) => [describeParameter(each.value), each]));
  for (const { value, at } of own) {
    const replaced = outer.get(describeParameter(value));
    const isWeaker = replaced !== undefined && allowsMore(value, replaced.value, definitions);
    if (isWeaker && value.weaker !== true) report(messages.weakerParameter(at, value.name, replaced.at));
    if (!isWeaker && value.weaker === true) report(messages.needlessWeakerParameter(at, value.name));
  }
}

/** Whether a request that a parameter allows can break a rule of another one. */
function allowsMore(one: PlacedParameter, other: PlacedParameter, { lookup }: Definitions): boolean {
  if (other.required && !one.required) return true;
  if (TRANSFORMS.some((name) => other.schema[name] === true && one.schema[name] !== true)) return true;
  const { resolve } = lookup;
  const none = { schemas: new Map() };
  const compare = createSchemaComparison({ before: resolve, after: resolve, isSame: samenessOf(none, none) });
  const changes = compare({ ...ANYWHERE, isHeader: one.place === 'header' }, one.schema, other.schema);
  // Another default allows no other values.
  return changes.some(({ id }) => !id.includes('-default-value-') && (severityOf(id) ?? 'info') !== 'info');
}
