import type { Schema } from '../../contract/operation.ts';
import { checkedFormat } from '../../schema/formats.ts';
import type { CheckedKeyword } from '../../schema/keywords.ts';
import { matches } from '../format-checks.ts';
import { characters, isBinary, isEqual, isMultipleOf, isObject } from '../values.ts';
import { FORMATS } from './format-words.ts';
import type { ViolationParams } from '../../contract/enforcement.ts';
import type { ExplainKeyword, Site } from './inspection.ts';
import { count, join, quote, TYPE_WORDS } from './words.ts';

/** The keywords that fix a value or its type; each returns whether it holds. JSON Schema 2020-12, Validation, 6.1. */
export const VALUE: Readonly<Record<'const' | 'enum' | 'type', (operand: never, site: Site) => boolean>> = {
  const: (allowedValue: unknown, site) => isListed([allowedValue], site, 'const', { allowedValue }),
  enum: (allowedValues: readonly unknown[], site) => isListed(allowedValues, site, 'enum', { allowedValues }),
  type: (type: string | readonly string[], site) => {
    const { schema, value } = site;
    const { format } = schema;
    if (typeof type === 'string' ? isOfType(value, type, format) : type.some((name) => isOfType(value, name, format)))
      return true;
    const types = [type].flat();
    const isInteger = types.includes('integer') && !types.includes('number');
    const words = types.map((name) => TYPE_WORDS[name] ?? name);
    const message = isInteger && isHuge(value) ? rangeOf(schema) : `must be ${join(words, 'or')}`;
    return require(false, site, message, 'type', { type });
  },
};

/** The keywords that apply to numbers: JSON Schema 2020-12, Validation, 6.2. */
export const NUMBER: Readonly<Record<CheckedKeyword<'number'>, ExplainKeyword<number>>> = {
  minimum: (limit: number, site) =>
    require(site.value >= limit, site, `must be at least ${limit}`, 'minimum', { comparison: '>=', limit }),
  maximum: (limit: number, site) =>
    require(site.value <= limit, site, `must be at most ${limit}`, 'maximum', { comparison: '<=', limit }),
  exclusiveMinimum: (limit: number, site) =>
    require(site.value > limit, site, `must be more than ${limit}`, 'exclusiveMinimum', { comparison: '>', limit }),
  exclusiveMaximum: (limit: number, site) =>
    require(site.value < limit, site, `must be less than ${limit}`, 'exclusiveMaximum', { comparison: '<', limit }),
  multipleOf: (multipleOf: number, site) =>
    require(isMultipleOf(site.value, multipleOf), site, `must be a multiple of ${multipleOf}`, 'multipleOf', {
      multipleOf,
    }),
  format: (format: string, site) => requireFormat(format, 'number', site),
};

/** The keywords that apply to strings: JSON Schema 2020-12, Validation, 6.3. */
export const STRING: Readonly<Record<CheckedKeyword<'string'>, ExplainKeyword<string>>> = {
  minLength: (limit: number, site) => {
    if (site.value.length >= limit * 2 || characters(site.value) >= limit) return;
    const message = limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'character')}`;
    require(false, site, message, 'minLength', { limit });
  },
  maxLength: (limit: number, site) => {
    if (site.value.length <= limit || characters(site.value) <= limit) return;
    require(false, site, `must have at most ${count(limit, 'character')}`, 'maxLength', { limit });
  },
  pattern: (pattern: string, site) =>
    whenShort(site, () => require(matches(pattern, site.value), site, `must match ${pattern}`, 'pattern', { pattern })),
  format: (format: string, site) => whenShort(site, () => requireFormat(format, 'string', site)),
};

/** Runs a check that may take long, after the cheaper ones, and only if none of those refused the same text. */
function whenShort({ value, inspection }: Site<string>, check: () => void): void {
  inspection.defer(() => {
    if (!inspection.isRefused(value)) check();
  });
}

/** Reports a violation unless the constraint holds; returns whether it holds. */
function require(holds: boolean, site: Site, message: string, keyword: string, params: ViolationParams): boolean {
  const { pointer, value, inspection } = site;
  if (holds) return true;
  inspection.report({ pointer, message, keyword, params });
  if (keyword !== 'pattern' && keyword !== 'format') inspection.refuse(value);
  return false;
}

function requireFormat(format: string, type: 'string' | 'number', site: Site): void {
  const checked = checkedFormat(format, type);
  if (checked === undefined) return;
  const { check, words } = FORMATS[checked];
  require(check(site.value as never), site, `must be ${words}`, 'format', { format });
}

function isListed(allowed: readonly unknown[], site: Site, keyword: string, params: ViolationParams): boolean {
  if (allowed.some((item) => isEqual(item, site.value))) return true;
  const words = allowed.map(quote);
  const message = allowed.length === 1 ? `must be ${words[0]}` : `must be one of ${words.join(', ')}`;
  // The values are the schema's own, and a listener of errors can change what it gets.
  return require(false, site, message, keyword, JSON.parse(JSON.stringify(params)) as ViolationParams);
}

function rangeOf(schema: Schema): string {
  return `must be ${FORMATS[schema['format'] === 'int32' ? 'int32' : 'int64'].words}`;
}

/** Whether a value is an integer that JavaScript cannot represent exactly, or its text. */
function isHuge(value: unknown): boolean {
  return typeof value === 'string' ? /^-?[1-9]\d{15,}$/.test(value) : Number.isInteger(value);
}

/** Whether a value has a type: JSON Schema 2020-12, Validation, 6.1.1. */
export function isOfType(value: unknown, type: string, format?: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'string':
      return typeof value === 'string' || (format === 'binary' && isBinary(value));
    default:
      return typeof value === type;
  }
}
