import { compilePattern } from './formats.ts';
import { JSON_TYPES, isKeywords, isSchema } from './json-types.ts';

/** Checks for the values that keywords take, by a description that follows "must be". */
export const TAKES = {
  'any value': () => true,
  'true or false': (value: unknown): boolean => typeof value === 'boolean',
  'a number': isFiniteNumber,
  'a positive number': (value: unknown): boolean => isFiniteNumber(value) && (value as number) > 0,
  'a non-negative integer': (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0,
  'a string': isString,
  'a regular expression': (value: unknown): boolean => isString(value) && patternFault(value as string) === undefined,
  'a URI': isString,
  'a URI reference': isUriReference,
  'a URI reference without a fragment': (value: unknown): boolean =>
    isUriReference(value) && !/#./.test(value as string),
  'an anchor name': (value: unknown): boolean => isString(value) && /^[A-Za-z_][-\w.]*$/.test(value as string),
  'a type or an array of types': (value: unknown): boolean =>
    isType(value) || (isUnique(value) && value.length > 0 && value.every(isType)),
  'an array': (value: unknown): boolean => Array.isArray(value),
  'an array of unique strings': isNames,
  'an object': isKeywords,
  'an object of string arrays': (value: unknown): boolean => isKeywords(value) && Object.values(value).every(isNames),
  'a schema': isSchema,
  'an array of schemas': (value: unknown): boolean => Array.isArray(value) && value.length > 0,
  'an object of schemas': isKeywords,
  'an object of schemas by pattern': (value: unknown): boolean =>
    isKeywords(value) && Object.keys(value).every((pattern) => patternFault(pattern) === undefined),
  'an object with url': (value: unknown): boolean => isKeywords(value) && isString(value['url']),
  'an object with propertyName': (value: unknown): boolean =>
    isKeywords(value) &&
    isString(value['propertyName']) &&
    (value['mapping'] === undefined ||
      (isKeywords(value['mapping']) && Object.values(value['mapping']).every(isString))),
};

export type Takes = keyof typeof TAKES;

/**
 * Explains why a text is not a valid `pattern`, in the words of the JavaScript engine.
 *
 * @returns undefined for a valid pattern.
 * @example patternFault('[a') // 'Unterminated character class'
 */
export function patternFault(pattern: string): string | undefined {
  try {
    return void compilePattern(pattern);
  } catch (error) {
    return (error as Error).message.replace(/^Invalid regular expression: .*: /s, '');
  }
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isFiniteNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isUriReference(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value, 'file:///');
}

function isType(value: unknown): boolean {
  return value === 'integer' || (JSON_TYPES as readonly unknown[]).includes(value);
}

function isUnique(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && new Set(value).size === value.length;
}

function isNames(value: unknown): boolean {
  return isUnique(value) && value.every(isString);
}
