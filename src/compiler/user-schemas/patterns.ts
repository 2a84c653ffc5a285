import { isSafePattern } from 'redos-detector/dist/redos-detector.mjs';
import type { AnySchema } from '../../schema/json-types.ts';
import { mapSubschemas } from '../../schema/walk.ts';

/** The length up to which texts are safe for any pattern, even if its steps double with each character. */
const MAX_SAFE_LENGTH = 20;

/** Whether a value has a text on which a pattern could take very long. */
export function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > MAX_SAFE_LENGTH;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) => name.length > MAX_SAFE_LENGTH || hasLongText(item));
}

/**
 * Copies a schema without the patterns that can backtrack without bound.
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

const verdicts = new Map<string, boolean>();

/** Whether a pattern backtracks a limited number of times for any text. */
function isFast(pattern: string): boolean {
  let verdict = verdicts.get(pattern);
  if (verdict === undefined) verdicts.set(pattern, (verdict = analyze(pattern)));
  return verdict;
}

function analyze(pattern: string): boolean {
  try {
    return isSafePattern(pattern, { unicode: true, maxScore: 10_000 }).safe;
  } catch {
    return false;
  }
}
