import type { ViolationParams } from '../../contract/enforcement.ts';
import { pointTo } from '../../contract/json-pointer.ts';
import type { CheckOf, Inspection, SchemaData } from './inspection-types.ts';
import { NOT_ALLOWED } from './words.ts';

type CheckRest<T> = (part: unknown, key: string | number, subject: T, pointer: string, inspection: Inspection) => void;

/**
 * Makes the check of the items or properties that are not declared.
 *
 * @param paramsOf Makes the parameters of the violation if none may be there.
 */
export function composeRest<T>(
  schema: SchemaData,
  keyword: string,
  checkOf: CheckOf,
  paramsOf: (subject: T) => ViolationParams,
): CheckRest<T> {
  if (schema === false)
    return (_, key, subject, pointer, inspection) =>
      inspection.report({ pointer: pointTo(pointer, key), message: NOT_ALLOWED, keyword, params: paramsOf(subject) });
  const check = checkOf(schema);
  return (part, key, _, pointer, inspection) => check(part, pointTo(pointer, key), inspection);
}
