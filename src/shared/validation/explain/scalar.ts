import type { Schema } from '../../contract/operation.ts';
import { checkedFormat } from '../../schema/formats.ts';
import type { CheckedKeyword } from '../../schema/keywords.ts';
import { matches } from '../format-checks.ts';
import { characters, copyOf, isBinary, isEqual, isMultipleOf, isObject, once, binarySize } from '../values.ts';
import { FORMATS } from './format-words.ts';
import type { ViolationParams } from '../../contract/enforcement.ts';
import type { Check, ComposeKeyword } from './inspection-types.ts';
import { afterOthers, requireThat } from './constraint.ts';
import { atLeast, count, joinWords, shortJson, TYPE_WORDS } from './words.ts';

/** The keywords that fix a value or its type. JSON Schema 2020-12, Validation, 6.1. */
export const VALUE: Readonly<Record<'const' | 'enum' | 'type', ComposeKeyword>> = {
  const: (allowedValue: unknown) =>
    requireListed([allowedValue], 'const', () => ({ allowedValue: copyOf(allowedValue) })),
  enum: (allowedValues: readonly unknown[]) =>
    requireListed(allowedValues, 'enum', () => ({ allowedValues: copyOf(allowedValues) })),
  type: requireType,
};

/** The keywords that apply to numbers: JSON Schema 2020-12, Validation, 6.2. */
export const NUMBER: Readonly<Record<CheckedKeyword<'number'>, ComposeKeyword<number>>> = {
  minimum: (limit: number) =>
    requireThat(
      'minimum',
      (v) => v >= limit,
      `must be at least ${limit}`,
      () => ({ comparison: '>=', limit }),
    ),
  maximum: (limit: number) =>
    requireThat(
      'maximum',
      (v) => v <= limit,
      `must be at most ${limit}`,
      () => ({ comparison: '<=', limit }),
    ),
  exclusiveMinimum: (limit: number) =>
    requireThat(
      'exclusiveMinimum',
      (v) => v > limit,
      `must be more than ${limit}`,
      () => ({ comparison: '>', limit }),
    ),
  exclusiveMaximum: (limit: number) =>
    requireThat(
      'exclusiveMaximum',
      (v) => v < limit,
      `must be less than ${limit}`,
      () => ({ comparison: '<', limit }),
    ),
  multipleOf: (multipleOf: number) =>
    requireThat(
      'multipleOf',
      (v) => isMultipleOf(v, multipleOf),
      `must be a multiple of ${multipleOf}`,
      () => ({
        multipleOf,
      }),
    ),
  format: (format: string) => requireFormat(format, 'number'),
};

/** The keywords that apply to strings: JSON Schema 2020-12, Validation, 6.3. */
export const STRING: Readonly<Record<CheckedKeyword<'string'>, ComposeKeyword<string>>> = {
  minLength: (limit: number) =>
    requireThat(
      'minLength',
      (v) => v.length >= limit * 2 || characters(v) >= limit,
      atLeast(limit, 'character'),
      () => ({ limit }),
    ),
  maxLength: (limit: number) =>
    requireThat(
      'maxLength',
      (v) => v.length <= limit || characters(v) <= limit,
      `must have at most ${count(limit, 'character')}`,
      () => ({ limit }),
    ),
  pattern: (pattern: string) =>
    afterOthers(
      requireThat(
        'pattern',
        (v) => matches(pattern, v),
        `must match ${pattern}`,
        () => ({ pattern }),
      ),
    ),
  format: (format: string) => afterOthers(requireFormat(format, 'string')),
};

/** The keywords of texts that apply to bytes and files: OpenAPI 3.1.1, Working with Binary Data, has `maxLength` in octets. */
export const FILE: Readonly<Record<'minLength' | 'maxLength', ComposeKeyword<object>>> = {
  minLength: (limit: number) =>
    requireThat(
      'minLength',
      (v) => (binarySize(v) ?? limit) >= limit,
      atLeast(limit, 'byte'),
      () => ({ limit }),
    ),
  maxLength: (limit: number) =>
    requireThat(
      'maxLength',
      (v) => (binarySize(v) ?? limit) <= limit,
      `must have at most ${count(limit, 'byte')}`,
      () => ({ limit }),
    ),
};

function requireFormat<T extends string | number>(format: string, type: 'string' | 'number'): Check<T> | undefined {
  const checked = checkedFormat(format, type);
  if (checked === undefined) return undefined;
  const { check, words } = FORMATS[checked];
  return requireThat('format', check as (value: T) => boolean, `must be ${words}`, () => ({ format }));
}

function requireListed(allowed: readonly unknown[], keyword: string, params: () => ViolationParams): Check {
  const message = once(() => describeListed(allowed));
  return requireThat(keyword, (value) => allowed.some((item) => isEqual(item, value)), message, params);
}

function describeListed(allowed: readonly unknown[]): string {
  const words = allowed.map(shortJson);
  return allowed.length === 1 ? `must be ${words[0]}` : `must be one of ${words.join(', ')}`;
}

function requireType(type: string | readonly string[], schema: Schema): Check {
  const types = [type].flat() as readonly string[];
  const tests = types.map((name) => typeTest(name, schema['format']));
  const holds = tests.length === 1 ? tests[0]! : (value: unknown) => tests.some((test) => test(value));
  const isInteger = types.includes('integer') && !types.includes('number');
  const names = types.map((name) => TYPE_WORDS[name] ?? name);
  const message = `must be ${joinWords(names, 'or')}`;
  const describeInteger = (value: unknown): string => (isHuge(value) ? rangeOf(schema) : message);
  return requireThat('type', holds, isInteger ? describeInteger : message, () => ({ type: copyOf(type) }));
}

function rangeOf(schema: Schema): string {
  return `must be ${FORMATS[schema['format'] === 'int32' ? 'int32' : 'int64'].words}`;
}

/** Whether a value is an integer that JavaScript cannot represent exactly, or its text. */
function isHuge(value: unknown): boolean {
  return typeof value === 'string' ? /^-?[1-9]\d{15,}$/.test(value) : Number.isInteger(value);
}

/** Whether a value has a type. */
export function isOfType(value: unknown, type: string): boolean {
  return typeTest(type)(value);
}

/** The test of a type: JSON Schema 2020-12, Validation, 6.1.1. */
function typeTest(type: string, format?: unknown): (value: unknown) => boolean {
  if (type === 'string' && format === 'binary') return isBinary;
  return TYPES[type] ?? (() => false);
}

const TYPES: { readonly [type: string]: (value: unknown) => boolean } = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  string: (value) => typeof value === 'string',
  array: Array.isArray,
  object: isObject,
};
