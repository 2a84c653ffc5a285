import type { AnySchema } from '../../schema/json-types.ts';
import { mapSubschemas } from '../../schema/walk.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { isRegex } from '../../validation/format-checks.ts';
import { backtracking } from './backtracking.ts';

type Keywords = Readonly<Record<string, unknown>>;

/** The length up to which texts are safe for any pattern, even if its steps double with each character. */
const MAX_SAFE_LENGTH = 20;

/** Whether a value has a text on which a pattern could take very long. */
export function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > MAX_SAFE_LENGTH;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasLongText);
  return Object.entries(value).some(([name, item]) => name.length > MAX_SAFE_LENGTH || hasLongText(item));
}

/**
 * Copies a schema without the patterns that can take more than quadratic time.
 *
 * @returns The same object if it has none.
 */
export function withoutSlowPatterns(schema: AnySchema): AnySchema {
  if (typeof schema === 'boolean') return schema;
  const { pattern, patternProperties = {} } = schema;
  const slow: string[] = [];
  if (typeof pattern === 'string' && !isFast(pattern)) slow.push('pattern');
  // Additional properties are those without a pattern.
  if (!Object.keys(patternProperties as object).every(isFast)) slow.push('patternProperties', 'additionalProperties');
  const entries = Object.entries(schema).filter(([keyword]) => !slow.includes(keyword));
  return mapSubschemas(slow.length === 0 ? schema : Object.fromEntries(entries), withoutSlowPatterns);
}

/** Whether a pattern takes at most quadratic time. */
function isFast(pattern: string): boolean {
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
  const found = backtracking(pattern);
  if (found?.isExponential === true) report(messages.slowPattern(at(), pattern));
  else if (!isLimited && isRegex(pattern) && !(found !== undefined && found.steps <= MAX_STEPS))
    report(messages.unboundedPattern(at(), pattern));
}
