import type { AnySchema, Write } from './condition.ts';
import { and, or } from './logic.ts';
import type { Scope } from './scope.ts';
import { writeFunction } from './scope.ts';

/** What a schema says of an array: JSON Schema 2020-12, Core, 10.3.1, and Validation, 6.4. */
export function arrayConditions(
  schema: { readonly [keyword: string]: unknown },
  level: number,
  scope: Scope,
  write: Write,
): string[] {
  const v = scope.variable(level);
  const { minItems = 0, maxItems } = schema as { readonly minItems?: number; readonly maxItems?: number };
  const {
    prefixItems = [],
    items,
    contains,
  } = schema as {
    readonly prefixItems?: readonly AnySchema[];
    readonly items?: AnySchema;
    readonly contains?: AnySchema;
  };
  const item = (part: AnySchema): string => writeFunction(scope.uses, (inner) => write(part, 0, inner));
  return [
    ...(minItems > 0 ? [`${v}.length >= ${minItems}`] : []),
    ...(maxItems === undefined ? [] : [`${v}.length <= ${maxItems}`]),
    ...prefixItems.flatMap((part, i) => prefixCondition(part, i, level, scope, write)),
    ...itemsCondition(v, prefixItems.length, items, item, scope),
    ...(contains === undefined ? [] : [containsCondition(v, schema, item(contains), scope)]),
    ...(schema['uniqueItems'] === true ? [`${scope.use('isUnique')}(${v})`] : []),
  ];
}

function prefixCondition(schema: AnySchema, i: number, level: number, scope: Scope, write: Write): string[] {
  const condition = write(schema, level + 1, scope);
  if (condition === 'true') return [];
  const [list, part] = [scope.variable(level), scope.variable(level + 1)];
  return [or([`${list}.length <= ${i}`, `(${part} = ${list}[${i}], ${condition})`])];
}

function itemsCondition(
  v: string,
  from: number,
  items: AnySchema | undefined,
  item: (part: AnySchema) => string,
  scope: Scope,
): string[] {
  if (items === undefined) return [];
  if (items === false) return [`${v}.length <= ${from}`];
  const test = item(items);
  return test === '(v) => true' ? [] : [`${scope.use('everyItem')}(${v}, ${from}, ${test})`];
}

function containsCondition(
  v: string,
  { minContains = 1, maxContains }: { readonly [keyword: string]: unknown },
  test: string,
  scope: Scope,
): string {
  const counted = `${scope.use('countItems')}(${v}, ${test})`;
  if (maxContains === undefined) return minContains === 0 ? 'true' : `${counted} >= ${String(minContains)}`;
  return and([
    `${counted} <= ${String(maxContains)}`,
    ...(minContains === 0 ? [] : [`${counted} >= ${String(minContains)}`]),
  ]);
}
