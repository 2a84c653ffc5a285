import { matches } from '../formats.ts';
import { characters, isBinary, isEqual, isMultipleOf, isObject } from '../values.ts';
import type { Inspection } from './inspection.ts';
import { FORMATS } from './formats.ts';
import { count, join, quote, TYPE_WORDS } from './words.ts';

type Keywords = { readonly [keyword: string]: unknown };

/** Reports a value of another type than the schema's; whether it has the right one. */
export function explainType(schema: Keywords, value: unknown, pointer: string, inspection: Inspection): boolean {
  const { type, format } = schema;
  if (type === undefined) return true;
  const types = [type].flat() as string[];
  if (types.some((name) => isOfType(value, name, format))) return true;
  const isWhole = types.includes('integer') && !types.includes('number');
  inspection.report(pointer, isWhole && isHuge(value) ? RANGE : `must be ${join(types.map(wordOf), 'or')}`);
  return false;
}

const RANGE = `must be an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;

/** Whether a text is an integer that was too large to be decoded. */
function isHuge(value: unknown): boolean {
  return typeof value === 'string' && /^-?[1-9]\d{15,}$/.test(value);
}

function wordOf(type: string): string {
  return TYPE_WORDS[type] ?? type;
}

function isOfType(value: unknown, type: string, format: unknown): boolean {
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

/** Reports a value that is none of those a schema lists; whether it is one. */
export function explainValues(schema: Keywords, value: unknown, pointer: string, { report }: Inspection): boolean {
  for (const allowed of ['const' in schema ? [schema['const']] : undefined, schema['enum']]) {
    if (!Array.isArray(allowed) || allowed.some((item) => isEqual(item, value))) continue;
    const words = allowed.map(quote);
    report(pointer, allowed.length === 1 ? `must be ${words[0]}` : `must be one of ${words.join(', ')}`);
    return false;
  }
  return true;
}

/** Reports what is wrong with a number. */
export function explainNumber(schema: Keywords, value: number, pointer: string, { report }: Inspection): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Readonly<
    Record<string, number>
  >;
  if (minimum !== undefined && value < minimum) report(pointer, `must be at least ${minimum}`);
  if (maximum !== undefined && value > maximum) report(pointer, `must be at most ${maximum}`);
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    report(pointer, `must be more than ${exclusiveMinimum}`);
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    report(pointer, `must be less than ${exclusiveMaximum}`);
  if (multipleOf !== undefined && !isMultipleOf(value, multipleOf))
    report(pointer, `must be a multiple of ${multipleOf}`);
  explainFormat(schema, value as never, pointer, 'number', report);
}

/** Reports what is wrong with a text. */
export function explainString(schema: Keywords, value: string, pointer: string, { report }: Inspection): void {
  const { minLength = 0, maxLength = Infinity } = schema as Readonly<Record<string, number>>;
  const length = characters(value);
  if (length < minLength)
    report(pointer, minLength === 1 ? 'must not be empty' : `must have at least ${count(minLength, 'character')}`);
  if (length > maxLength) report(pointer, `must have at most ${count(maxLength, 'character')}`);
  const { pattern } = schema;
  if (typeof pattern === 'string' && !matches(pattern, value)) report(pointer, `must match ${pattern}`);
  explainFormat(schema, value as never, pointer, 'string', report);
}

function explainFormat(
  { format }: Keywords,
  value: never,
  pointer: string,
  type: 'string' | 'number',
  report: Inspection['report'],
): void {
  const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (known?.type === type && !known.check(value)) report(pointer, `must be ${known.words}`);
}
