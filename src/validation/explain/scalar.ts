import { checkedFormat } from '../../schema/formats.ts';
import type { CheckedKeyword } from '../../schema/keywords.ts';
import { matches } from '../format-checks.ts';
import { characters, isBinary, isEqual, isMultipleOf, isObject } from '../values.ts';
import { FORMATS } from './format-words.ts';
import type { ExplainKeyword, Site } from './inspection.ts';
import { count, join, quote, TYPE_WORDS } from './words.ts';

/** The keywords that fix a value or its type; each returns whether it holds. JSON Schema 2020-12, Validation, 6.1. */
export const VALUE: Readonly<Record<'const' | 'enum' | 'type', (operand: never, site: Site) => boolean>> = {
  const: (allowed: unknown, site) => isListed([allowed], site),
  enum: (allowed: readonly unknown[], site) => isListed(allowed, site),
  type: (type: string | readonly string[], { schema, value, pointer, inspection }) => {
    const types = [type].flat();
    if (types.some((name) => isOfType(value, name, schema['format']))) return true;
    const isInteger = types.includes('integer') && !types.includes('number');
    const words = types.map((name) => TYPE_WORDS[name] ?? name);
    inspection.report(pointer, isInteger && isHuge(value) ? RANGE : `must be ${join(words, 'or')}`);
    return false;
  },
};

/** The keywords that apply to numbers: JSON Schema 2020-12, Validation, 6.2. */
export const NUMBER: Readonly<Record<CheckedKeyword<'number'>, ExplainKeyword<number>>> = {
  minimum: (least: number, site) => require(site.value >= least, site, `must be at least ${least}`),
  maximum: (most: number, site) => require(site.value <= most, site, `must be at most ${most}`),
  exclusiveMinimum: (least: number, site) => require(site.value > least, site, `must be more than ${least}`),
  exclusiveMaximum: (most: number, site) => require(site.value < most, site, `must be less than ${most}`),
  multipleOf: (factor: number, site) =>
    require(isMultipleOf(site.value, factor), site, `must be a multiple of ${factor}`),
  format: (format: string, site) => requireFormat(format, 'number', site),
};

/** The keywords that apply to strings: JSON Schema 2020-12, Validation, 6.3. */
export const STRING: Readonly<Record<CheckedKeyword<'string'>, ExplainKeyword<string>>> = {
  minLength: (least: number, site) =>
    require(characters(site.value) >= least, site, least === 1
      ? 'must not be empty'
      : `must have at least ${count(least, 'character')}`),
  maxLength: (most: number, site) =>
    require(characters(site.value) <= most, site, `must have at most ${count(most, 'character')}`),
  // A pattern can be slow, so it never sees a text of the wrong length.
  pattern: (pattern: string, site) =>
    require(!hasLength(site) || matches(pattern, site.value), site, `must match ${pattern}`),
  format: (format: string, site) => {
    if (hasLength(site)) requireFormat(format, 'string', site);
  },
};

/** Whether a text has a length that its schema allows. */
function hasLength({ schema, value }: Site<string>): boolean {
  const { minLength = 0, maxLength = Infinity } = schema as {
    readonly minLength?: number;
    readonly maxLength?: number;
  };
  const length = minLength > 0 || value.length > maxLength ? characters(value) : 0;
  return length >= minLength && length <= maxLength;
}

function require(holds: boolean, { pointer, inspection }: Site, message: string): void {
  if (!holds) inspection.report(pointer, message);
}

function requireFormat(format: string, type: 'string' | 'number', site: Site): void {
  const checked = checkedFormat(format, type);
  if (checked !== undefined)
    require(FORMATS[checked].check(site.value as never), site, `must be ${FORMATS[checked].words}`);
}

function isListed(allowed: readonly unknown[], { value, pointer, inspection }: Site): boolean {
  if (allowed.some((item) => isEqual(item, value))) return true;
  const words = allowed.map(quote);
  inspection.report(pointer, allowed.length === 1 ? `must be ${words[0]}` : `must be one of ${words.join(', ')}`);
  return false;
}

const RANGE = `must be an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;

/** Whether a text is an integer that was too large to be decoded. */
function isHuge(value: unknown): boolean {
  return typeof value === 'string' && /^-?[1-9]\d{15,}$/.test(value);
}

/** Whether a value has a type: JSON Schema 2020-12, Validation, 6.1.1. */
export function isOfType(value: unknown, type: string, format?: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
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
