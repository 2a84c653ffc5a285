import { isSafePattern } from 'redos-detector';
import type { Schema } from '../../contract/operation.ts';
import type { AnySchema } from '../../schema/types.ts';
import { mapSubschemas } from '../../schema/walk.ts';
import type { Components } from '../../validation/explain/index.ts';

/** The length up to which texts are safe for any pattern, even if its steps double with each character. */
const MAX_SAFE_LENGTH = 20;

/**
 * Removes the patterns from a schema and its components that could take very long for a value.
 *
 * @returns The same objects if the value has no long text.
 */
export function withoutSlowPatterns(
  schema: Schema,
  components: Components,
  value: unknown,
): readonly [schema: AnySchema, components: Components] {
  if (!hasLongText(value)) return [schema, components];
  const safe = Object.entries(components).map(([name, get]) => [name, () => withoutSlow(get())] as const);
  return [withoutSlow(schema), Object.fromEntries(safe)];
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > MAX_SAFE_LENGTH;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) => name.length > MAX_SAFE_LENGTH || hasLongText(item));
}

function withoutSlow(schema: AnySchema): AnySchema {
  if (typeof schema === 'boolean') return schema;
  const { pattern, ...withoutPattern } = schema;
  const own = typeof pattern === 'string' && !isSafe(pattern) ? withoutPattern : schema;
  // Without the patterns, additional properties are unknown.
  const { patternProperties = {}, additionalProperties: _, ...open } = own;
  return mapSubschemas(Object.keys(patternProperties as object).every(isSafe) ? own : open, withoutSlow);
}

const verdicts = new Map<string, boolean>();

/** Whether a pattern backtracks a limited number of times for any text. */
function isSafe(pattern: string): boolean {
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
