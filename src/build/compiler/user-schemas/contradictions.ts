import { isKeywords, typesOf, typeOfValue } from '../../../shared/schema/json-types.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import type { Schema } from '../../../shared/contract/operation.ts';

/** Keywords that contradict each other, so that no value is valid. */
export interface Contradiction {
  /** The keyword to change. */
  readonly keyword: string;
  readonly reason: string;
}

/** Finds keywords of one valid schema that leave no value; bounds and constants have their own checks. */
export function contradictionIn(schema: Schema): Contradiction | undefined {
  const { type, enum: values, required, properties = {}, patternProperties = {}, additionalProperties } = schema;
  // An invalid type is reported by the check of its keyword.
  const types = [type].flat().filter((name): name is string => typeof name === 'string');
  const has = (value: unknown): boolean => {
    const actual = typeOfValue(value);
    return types.includes(actual) || (actual === 'integer' && types.includes('number'));
  };
  if (Array.isArray(values) && types.length > 0 && !values.some(has))
    return { keyword: 'enum', reason: `no value of "enum" has the type ${typeNames(types)}` };
  const isClosed = additionalProperties === false && Object.keys(patternProperties as object).length === 0;
  const missing =
    isClosed && types.length === 1 && types[0] === 'object' && Array.isArray(required)
      ? (required as string[]).find((name) => !Object.hasOwn(properties as object, name))
      : undefined;
  if (missing !== undefined)
    return { keyword: 'required', reason: `"${missing}" is required, but "additionalProperties: false" refuses it` };
  const { allOf } = schema;
  const isMixed =
    Array.isArray(allOf) &&
    allOf.some((part) => isKeywords(part) && 'type' in part) &&
    typesOf(schema).size === 0 &&
    (allOf as AnySchema[]).every((part) => typesOf(part).size > 0);
  return isMixed ? { keyword: 'allOf', reason: 'the parts of "allOf" have no type in common' } : undefined;
}

function typeNames(types: readonly string[]): string {
  return types.map((type) => `"${type}"`).join(' or ');
}
