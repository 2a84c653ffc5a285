import { pointTo } from '../../contract/json-pointer.ts';
import type { CheckedKeyword } from '../../schema/keywords.ts';
import type { Keywords } from '../../schema/json-types.ts';
import { isEqual, repeatedItem } from '../values.ts';
import type { ExplainKeyword, SchemaData, Site } from './inspection.ts';
import { evaluatedItems } from './unevaluated.ts';
import { count, NOT_ALLOWED } from './words.ts';

type List = readonly unknown[];

/** The keywords that apply to arrays: JSON Schema 2020-12, Core, 10.3.1 and 11.2, and Validation, 6.4. */
export const ARRAY: Readonly<Record<CheckedKeyword<'array'>, ExplainKeyword<List>>> = {
  minItems: (limit: number, { value, pointer, inspection }) => {
    const message = limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'item')}`;
    if (value.length < limit) inspection.report({ pointer, message, keyword: 'minItems', params: { limit } });
  },
  maxItems: (limit: number, { value, pointer, inspection }) => {
    const message = `must have at most ${count(limit, 'item')}`;
    if (value.length > limit) inspection.report({ pointer, message, keyword: 'maxItems', params: { limit } });
  },
  prefixItems: (parts: readonly SchemaData[], site) => {
    for (const [i, part] of parts.entries()) if (i < site.value.length) inspectItem(i, part, site);
  },
  items: (part: SchemaData, site) => {
    const { prefixItems = [] } = site.schema as Keywords;
    const { length } = prefixItems;
    for (let i = length; i < site.value.length; i++) inspectRest(i, part, site, 'items', length);
  },
  contains: explainContains,
  uniqueItems: (isUnique: boolean, { value, pointer, inspection }) => {
    const i = isUnique ? repeatedItem(value) : -1;
    if (i === -1) return;
    const params = { i, j: value.findIndex((item) => isEqual(item, value[i])) };
    const message = 'must not equal an earlier item';
    inspection.report({ pointer: pointTo(pointer, i), message, keyword: 'uniqueItems', params });
  },
  unevaluatedItems: (part: SchemaData, site) => {
    const evaluated = evaluatedItems(site.schema, site.value, site.inspection);
    const unevaluated = [...site.value.keys()].filter((i) => !evaluated.has(i));
    for (const i of unevaluated) inspectRest(i, part, site, 'unevaluatedItems', evaluated.size);
  },
};

function inspectItem(i: number, schema: SchemaData, { value, pointer, inspection }: Site<List>): void {
  inspection.inspect(schema, value[i], pointTo(pointer, i), inspection);
}

/** Inspects an item after the allowed ones; if none may follow, names the keyword and their number. */
function inspectRest(i: number, schema: SchemaData, site: Site<List>, keyword: string, limit: number): void {
  if (schema !== false) inspectItem(i, schema, site);
  else site.inspection.report({ pointer: pointTo(site.pointer, i), message: NOT_ALLOWED, keyword, params: { limit } });
}

function explainContains(part: SchemaData, { schema, value, pointer, inspection }: Site<List>): void {
  const { minContains = 1, maxContains = Infinity } = schema as Readonly<Record<string, number>>;
  const params = { minContains, ...(maxContains !== Infinity && { maxContains }) };
  const found = value.filter((item) => inspection.probe(part, item).length === 0).length;
  if (found < minContains) {
    const [reason] = value.length === 1 ? inspection.probe(part, value[0]) : [];
    const matching =
      reason?.pointer === '' ? `${count(minContains, 'item')} that ${reason.message}` : matchingItems(minContains);
    inspection.report({ pointer, message: `must have at least ${matching}`, keyword: 'contains', params });
  }
  const message = `must have at most ${matchingItems(maxContains)}, not ${found}`;
  if (found > maxContains) inspection.report({ pointer, message, keyword: 'contains', params });
}

function matchingItems(number: number): string {
  return count(number, 'matching item');
}
