import { pointTo } from '../../contract/json-pointer.ts';
import type { CheckedKeyword } from '../../schema/keywords.ts';
import type { Keywords } from '../../schema/json-types.ts';
import { repeatedItem } from '../values.ts';
import type { ExplainKeyword, SchemaData, Site } from './inspection.ts';
import { evaluatedItems } from './unevaluated.ts';
import { count } from './words.ts';

type List = readonly unknown[];

/** The keywords that apply to arrays: JSON Schema 2020-12, Core, 10.3.1 and 11.2, and Validation, 6.4. */
export const ARRAY: Readonly<Record<CheckedKeyword<'array'>, ExplainKeyword<List>>> = {
  minItems: (least: number, { value, pointer, inspection }) => {
    if (value.length < least)
      inspection.report(pointer, least === 1 ? 'must not be empty' : `must have at least ${count(least, 'item')}`);
  },
  maxItems: (most: number, { value, pointer, inspection }) => {
    if (value.length > most) inspection.report(pointer, `must have at most ${count(most, 'item')}`);
  },
  prefixItems: (parts: readonly SchemaData[], site) => {
    for (const [i, part] of parts.entries()) if (i < site.value.length) inspectItem(i, part, site);
  },
  items: (part: SchemaData, site) => {
    const { prefixItems = [] } = site.schema as Keywords;
    for (let i = prefixItems.length; i < site.value.length; i++) inspectItem(i, part, site);
  },
  contains: explainContains,
  uniqueItems: (isUnique: boolean, { value, pointer, inspection }) => {
    const repeated = isUnique ? repeatedItem(value) : -1;
    if (repeated !== -1) inspection.report(pointTo(pointer, repeated), 'must not equal an earlier item');
  },
  unevaluatedItems: (part: SchemaData, site) => {
    const evaluated = evaluatedItems(site.schema, site.value, site.inspection);
    for (const i of site.value.keys()) if (!evaluated.has(i)) inspectItem(i, part, site);
  },
};

function inspectItem(i: number, schema: SchemaData, { value, pointer, inspection }: Site<List>): void {
  inspection.inspect(schema, value[i], pointTo(pointer, i), inspection);
}

function explainContains(part: SchemaData, { schema, value, pointer, inspection }: Site<List>): void {
  const { minContains = 1, maxContains = Infinity } = schema as Readonly<Record<string, number>>;
  const found = value.filter((item) => inspection.probe(part, item).length === 0).length;
  if (found < minContains) {
    const [reason] = value.length === 1 ? inspection.probe(part, value[0]) : [];
    const matching =
      reason?.pointer === '' ? `${count(minContains, 'item')} that ${reason.message}` : matchingItems(minContains);
    inspection.report(pointer, `must have at least ${matching}`);
  }
  if (found > maxContains) inspection.report(pointer, `must have at most ${matchingItems(maxContains)}, not ${found}`);
}

function matchingItems(number: number): string {
  return count(number, 'matching item');
}
