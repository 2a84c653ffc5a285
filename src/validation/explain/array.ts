import { pointTo } from '../../contract/json-pointer.ts';
import { repeatedItem } from '../values.ts';
import type { Inspection, SchemaData } from './inspection.ts';
import { listOf } from './inspection.ts';
import { evaluatedItems } from './unevaluated.ts';
import { count } from './words.ts';

type Keywords = { readonly [keyword: string]: unknown };

/** Reports what is wrong with an array. */
export function explainArray(
  schema: Keywords,
  value: readonly unknown[],
  pointer: string,
  inspection: Inspection,
): void {
  const { minItems = 0, maxItems = Infinity } = schema as Readonly<Record<string, number>>;
  if (value.length < minItems)
    inspection.report(pointer, minItems === 1 ? 'must not be empty' : `must have at least ${count(minItems, 'item')}`);
  if (value.length > maxItems) inspection.report(pointer, `must have at most ${count(maxItems, 'item')}`);
  const prefix = listOf(schema, 'prefixItems');
  const inspectItem = (item: unknown, i: number, itemSchema: SchemaData): void =>
    inspection.inspect(itemSchema, item, pointTo(pointer, i), inspection);
  for (const [i, item] of value.entries()) {
    const itemSchema = i < prefix.length ? prefix[i] : (schema['items'] as SchemaData | undefined);
    if (itemSchema !== undefined) inspectItem(item, i, itemSchema);
  }
  if (schema['uniqueItems'] === true) {
    const repeated = repeatedItem(value);
    if (repeated !== -1) inspection.report(pointTo(pointer, repeated), 'is there twice');
  }
  if ('contains' in schema) explainContains(schema, value, pointer, inspection);
  if ('unevaluatedItems' in schema) {
    const known = evaluatedItems(schema, value, inspection);
    const rest = schema['unevaluatedItems'] as SchemaData;
    for (const [i, item] of value.entries()) if (!known.has(i)) inspectItem(item, i, rest);
  }
}

function explainContains(schema: Keywords, value: readonly unknown[], pointer: string, inspection: Inspection): void {
  const { minContains = 1, maxContains = Infinity } = schema as Readonly<Record<string, number>>;
  const found = value.filter((item) => inspection.probe(schema['contains'] as SchemaData, item).length === 0).length;
  if (found < minContains) {
    const [reason] = value.length === 1 ? inspection.probe(schema['contains'] as SchemaData, value[0]) : [];
    const what = reason?.pointer === '' ? ` that ${reason.message}` : ' of a kind that it does not have';
    inspection.report(pointer, `must have at least ${count(minContains, 'item')}${what}`);
  }
  if (found > maxContains)
    inspection.report(pointer, `must have at most ${count(maxContains, 'item')} of a kind of which it has ${found}`);
}
