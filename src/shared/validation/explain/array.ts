import { pointTo } from '../../contract/json-pointer.ts';
import type { ViolationParams } from '../../contract/enforcement.ts';
import type { CheckedKeyword } from '../../schema/keywords.ts';
import type { Keywords } from '../../schema/json-types.ts';
import { isEqual, repeatedItem } from '../values.ts';
import type { Check, CheckOf, ComposeKeyword, SchemaData } from './inspection-types.ts';
import { composeRest } from './rest.ts';
import { requireThat } from './constraint.ts';
import { evaluatedItems } from './unevaluated.ts';
import { atLeast, count } from './words.ts';

type List = readonly unknown[];

/** The keywords that apply to arrays: JSON Schema 2020-12, Core, 10.3.1 and 11.2, and Validation, 6.4. */
export const ARRAY: Readonly<Record<CheckedKeyword<'array'>, ComposeKeyword<List>>> = {
  minItems: (limit: number) =>
    requireThat(
      'minItems',
      (v) => v.length >= limit,
      atLeast(limit, 'item'),
      () => ({ limit }),
    ),
  maxItems: (limit: number) =>
    requireThat(
      'maxItems',
      (v) => v.length <= limit,
      `must have at most ${count(limit, 'item')}`,
      () => ({ limit }),
    ),
  prefixItems: (parts: readonly SchemaData[], _, checkOf) => {
    const checks = parts.map(checkOf);
    return (value, pointer, inspection) => {
      for (let i = 0; i < checks.length && i < value.length; i++) checks[i]!(value[i], pointTo(pointer, i), inspection);
    };
  },
  items: (part: SchemaData, { prefixItems = [] }: Keywords, checkOf) => {
    const { length } = prefixItems;
    const inspectItem = composeRest(part, 'items', checkOf, paramsOf);
    return (value, pointer, inspection) => {
      for (let i = length; i < value.length; i++) inspectItem(value[i], i, length, pointer, inspection);
    };
  },
  contains: composeContains,
  uniqueItems: (isUnique: boolean) =>
    isUnique
      ? (value, pointer, inspection) => {
          const i = repeatedItem(value);
          if (i === -1) return;
          const params = { i, j: value.findIndex((item) => isEqual(item, value[i])) };
          const message = 'must not equal an earlier item';
          inspection.report({ pointer: pointTo(pointer, i), message, keyword: 'uniqueItems', params });
        }
      : undefined,
  unevaluatedItems: (part: SchemaData, schema, checkOf) => {
    const inspectItem = composeRest(part, 'unevaluatedItems', checkOf, paramsOf);
    return (value, pointer, inspection) => {
      const evaluated = evaluatedItems(schema, value, inspection);
      const { size } = evaluated;
      for (const [i, item] of value.entries()) if (!evaluated.has(i)) inspectItem(item, i, size, pointer, inspection);
    };
  },
};

/** Names the number of allowed items. */
function paramsOf(limit: number): ViolationParams {
  return { limit };
}

function composeContains(part: SchemaData, schema: Keywords, checkOf: CheckOf): Check<List> {
  const check = checkOf(part);
  const { minContains = 1, maxContains = Infinity } = schema as Readonly<Record<string, number>>;
  const keyword = 'contains';
  return (value, pointer, inspection) => {
    const params = { minContains, ...(maxContains !== Infinity && { maxContains }) };
    const found = value.filter((item) => inspection.probe(check, item).length === 0).length;
    if (found < minContains) {
      const [reason] = value.length === 1 ? inspection.probe(check, value[0]) : [];
      const matching =
        reason?.pointer === '' ? `${count(minContains, 'item')} that ${reason.message}` : matchingItems(minContains);
      inspection.report({ pointer, message: `must have at least ${matching}`, keyword, params });
    }
    const message = `must have at most ${matchingItems(maxContains)}, not ${found}`;
    if (found > maxContains) inspection.report({ pointer, message, keyword, params });
  };
}

function matchingItems(number: number): string {
  return count(number, 'matching item');
}
