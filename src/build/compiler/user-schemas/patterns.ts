import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { mapSubschemas } from '../../../shared/schema/walk.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { slashedPattern } from '../../../shared/schema/slashed-pattern.ts';
import { isRegex } from '../../../shared/validation/format-checks.ts';
import { backtracking } from './backtracking.ts';

type Keywords = Readonly<Record<string, unknown>>;

/** The longest text that a pattern runs on, because most take quadratic time. */
const MAX_TEXT = 10_000;

/** Whether a value has a text that no pattern must run on. */
function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > MAX_TEXT;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasLongText);
  return Object.entries(value).some(([name, item]) => name.length > MAX_TEXT || hasLongText(item));
}

/** Copies a schema without the patterns that could take very long on a value; the same object if it has none. */
export function boundedFor(value: unknown): (schema: AnySchema) => AnySchema {
  return hasLongText(value) ? withoutPatterns : withoutSlowPatterns;
}

function withoutPatterns(schema: AnySchema): AnySchema {
  return without(schema, () => false);
}

/** Copies a schema without the patterns that can take more than quadratic time. */
function withoutSlowPatterns(schema: AnySchema): AnySchema {
  return without(schema, isFast);
}

function without(schema: AnySchema, isKept: (pattern: string) => boolean): AnySchema {
  if (typeof schema === 'boolean') return schema;
  const { pattern, patternProperties = {} } = schema;
  const slow: string[] = [];
  if (typeof pattern === 'string' && !isKept(pattern)) slow.push('pattern');
  // Additional properties are those without a pattern.
  if (!Object.keys(patternProperties as object).every(isKept)) slow.push('patternProperties', 'additionalProperties');
  const entries = Object.entries(schema).filter(([keyword]) => !slow.includes(keyword));
  return mapSubschemas(slow.length === 0 ? schema : Object.fromEntries(entries), (part) => without(part, isKept));
}

/** Whether a schema has a pattern that can take more than quadratic time. Nobody who wrote it is trusted, so it must not run. */
export function hasSlowPattern(schema: AnySchema): boolean {
  return withoutSlowPatterns(schema) !== schema;
}

/** Whether a pattern takes at most quadratic time. */
export function isFast(pattern: string): boolean {
  const found = backtracking(pattern);
  return found !== undefined && !found.isExponential && found.loops <= 2;
}

/** The number of steps that take a second, about. */
const MAX_STEPS = 10_000_000;

/** Warns of the pattern of a schema if it can backtrack exponentially, or if its steps cannot be bounded and no `maxLength` limits the text. */
export function checkPattern({ pattern, maxLength }: Keywords, at: () => Location, report: Report): void {
  if (typeof pattern === 'string') checkSteps(pattern, typeof maxLength === 'number', at, report);
}

/** Warns of a pattern of `patternProperties`, which `propertyNames` can limit. */
export function checkNamePattern(
  pattern: string,
  { propertyNames }: Keywords,
  at: () => Location,
  report: Report,
): void {
  checkSteps(pattern, typeof (propertyNames as Keywords | undefined)?.['maxLength'] === 'number', at, report);
}

function checkSteps(pattern: string, isLimited: boolean, at: () => Location, report: Report): void {
  const slashed = slashedPattern(pattern);
  if (slashed !== undefined) return report(messages.slashedPattern(at(), pattern, slashed));
  const found = backtracking(pattern);
  if (found?.isExponential === true) report(messages.slowPattern(at(), pattern));
  else if (!isLimited && isRegex(pattern) && !(found !== undefined && found.steps <= MAX_STEPS))
    report(messages.unboundedPattern(at(), pattern));
}
