import type { CheckedKeyword, UnevaluatedKeyword } from '../../../shared/schema/keywords.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { and, or } from './logic.ts';
import type { Site, WriteKeyword } from './scope.ts';
import { writeFunction } from './scope.ts';

/** The conditions of the keywords that apply to arrays: JSON Schema 2020-12, Core, 10.3.1, and Validation, 6.4. */
export const ARRAY: Readonly<Record<Exclude<CheckedKeyword<'array'>, UnevaluatedKeyword>, WriteKeyword>> = {
  minItems: (least, { v }) => (least === 0 ? 'true' : `${v}.length >= ${String(least)}`),
  maxItems: (most, { v }) => `${v}.length <= ${String(most)}`,
  prefixItems: (parts, site) => and((parts as readonly AnySchema[]).map((part, i) => prefixCondition(part, i, site))),
  items: (items, site) => itemsCondition(items as AnySchema, site),
  contains: (part, site) => containsCondition(part as AnySchema, site),
  uniqueItems: (isUnique, { v, scope }) => (isUnique === true ? `${scope.use('isUnique')}(${v})` : 'true'),
};

function prefixCondition(schema: AnySchema, i: number, { level, scope, write }: Site): string {
  const condition = write(schema, level + 1, scope);
  if (condition === 'true') return 'true';
  const [list, part] = [scope.variable(level), scope.variable(level + 1)];
  return or([`${list}.length <= ${i}`, `(${part} = ${list}[${i}], ${condition})`]);
}

function itemsCondition(items: AnySchema, { v, schema, scope, write }: Site): string {
  const from = ((schema['prefixItems'] as readonly unknown[] | undefined) ?? []).length;
  if (items === false) return `${v}.length <= ${from}`;
  const { text, result } = writeFunction(scope.uses, (inner) => write(items, 0, inner), scope);
  return result === 'true' ? 'true' : `${scope.use('everyItem')}(${v}, ${from}, ${text})`;
}

function containsCondition(part: AnySchema, { v, schema, scope, write }: Site): string {
  const { minContains = 1, maxContains } = schema as { readonly minContains?: number; readonly maxContains?: number };
  const { text } = writeFunction(scope.uses, (inner) => write(part, 0, inner), scope);
  const counted = `${scope.use('countItems')}(${v}, ${text})`;
  return and([
    ...(maxContains === undefined ? [] : [`${counted} <= ${maxContains}`]),
    ...(minContains === 0 ? [] : [`${counted} >= ${minContains}`]),
  ]);
}
