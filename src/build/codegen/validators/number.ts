import type { CheckedKeyword } from '../../../shared/schema/keywords.ts';
import { formatCondition } from './format.ts';
import type { WriteKeyword } from './scope.ts';

/** The conditions of the keywords that apply to numbers: JSON Schema 2020-12, Validation, 6.2. */
export const NUMBER: Readonly<Record<CheckedKeyword<'number'>, WriteKeyword>> = {
  minimum: (least, { v }) => `${v} >= ${String(least)}`,
  maximum: (most, { v }) => `${v} <= ${String(most)}`,
  exclusiveMinimum: (least, { v }) => `${v} > ${String(least)}`,
  exclusiveMaximum: (most, { v }) => `${v} < ${String(most)}`,
  multipleOf: (factor, { v, scope }) => `${scope.use('isMultipleOf')}(${v}, ${String(factor)})`,
  format: (format, { v, scope }) => formatCondition(format, 'number', v, scope),
};
