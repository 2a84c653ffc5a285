import { isSafePattern } from 'redos-detector';
import type { Schema } from '../../contract/operation.ts';
import type { AnySchema } from '../../schema/types.ts';
import { mapSubschemas } from '../../schema/walk.ts';
import type { Components } from '../../validation/explain/index.ts';

/** The longest text that any pattern may be run on: even one that doubles its steps with each character ends within a moment. */
const MAX_SAFE_LENGTH = 20;

/**
 * A schema and its components for the check of a value, without the patterns that could take very long on it.
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
  const { pattern, patternProperties } = schema;
  const isSlow = typeof pattern === 'string' && !isFast(pattern);
  const named = Object.keys((patternProperties ?? {}) as object);
  const { pattern: _, ...others } = schema;
  const own = isSlow ? others : schema;
  // Without the patterns nobody knows which properties are additional.
  const { patternProperties: __, additionalProperties: ___, ...open } = own;
  return mapSubschemas(named.every(isFast) ? own : open, withoutSlow);
}

const known = new Map<string, boolean>();

/** Whether a pattern backtracks a bounded number of times, whatever the text. */
function isFast(pattern: string): boolean {
  let isSafe = known.get(pattern);
  if (isSafe === undefined) known.set(pattern, (isSafe = analyse(pattern)));
  return isSafe;
}

function analyse(pattern: string): boolean {
  try {
    return isSafePattern(pattern, { unicode: true, maxScore: 10_000 }).safe;
  } catch {
    return false;
  }
}
