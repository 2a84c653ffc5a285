import { FORMATS } from '../../validation/explain/formats.ts';
import type { Scope } from './scope.ts';

/** What a schema says of a number: JSON Schema 2020-12, Validation, 6.2. */
export function numberConditions(
  schema: { readonly [keyword: string]: unknown },
  level: number,
  scope: Scope,
): string[] {
  const v = scope.variable(level);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as { [keyword: string]: number };
  return [
    ...(minimum === undefined ? [] : [`${v} >= ${minimum}`]),
    ...(maximum === undefined ? [] : [`${v} <= ${maximum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`${v} > ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`${v} < ${exclusiveMaximum}`]),
    ...(multipleOf === undefined ? [] : [`${scope.use('isMultipleOf')}(${v}, ${multipleOf})`]),
    ...formatConditions(schema, 'number', v, scope),
  ];
}

/** What its format says, where it is one of the type's. */
export function formatConditions(
  { format }: { readonly [keyword: string]: unknown },
  type: 'string' | 'number',
  v: string,
  scope: Scope,
): string[] {
  const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return known?.type === type ? [`${scope.use(known.helper)}(${v})`] : [];
}
