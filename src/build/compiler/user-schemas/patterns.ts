import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { mapSubschemas } from '../../../shared/schema/walk.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { slashedPattern } from '../../../shared/schema/slashed-pattern.ts';
import { isRegex } from '../../../shared/validation/format-checks.ts';
import { TEXT_LENGTH } from './automaton.ts';
import { backtracking } from './backtracking.ts';

type Keywords = Readonly<Record<string, unknown>>;

/** The lengths of texts by which patterns are chosen. None runs on a longer one. */
const LENGTHS = [100, 1000, 10_000] as const;

/** The steps that one text may take, about a second at most. */
const MAX_RUN = 200_000_000;

const OF_LENGTH = LENGTHS.map((length) => (schema: AnySchema) => without(schema, (pattern) => isFast(pattern, length)));

/** The length of the longest text of a value, also as a name. */
function longestText(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Array.isArray(value) ? value : Object.entries(value).flat();
  return inner.reduce<number>((most, item) => Math.max(most, longestText(item)), 0);
}

/** Copies a schema without the patterns that could take very long on a value; the same object if it has none. */
export function boundedFor(value: unknown): (schema: AnySchema) => AnySchema {
  const longest = longestText(value);
  return OF_LENGTH[LENGTHS.findIndex((length) => longest <= length)] ?? withoutPatterns;
}

function withoutPatterns(schema: AnySchema): AnySchema {
  return without(schema, () => false);
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

/** The steps for each character that a pattern may take in requests of any size. */
const MAX_RATE = 1000;

/** The longest text that patterns of requests run on, if their time is not linear: the first that a pattern is fast for. */
const SHORT = [1000, 250, 64] as const;

/**
 * Copies a schema so that its patterns run in time that is linear in the size of any value. A pattern that is only linear for short texts runs only on those.
 *
 * @param drop Called with each pattern that is left out.
 */
export function boundedForAll(schema: AnySchema, drop: (pattern: string) => void): AnySchema {
  if (typeof schema === 'boolean') return schema;
  const { pattern, patternProperties = {} } = schema;
  const names = Object.keys(patternProperties as object).filter((name) => !isLinear(name));
  for (const name of names) drop(name);
  const left = names.length > 0 ? ['patternProperties', 'additionalProperties'] : [];
  const isSlow = typeof pattern === 'string' && !isLinear(pattern);
  if (!isSlow && left.length === 0) return mapSubschemas(schema, (part) => boundedForAll(part, drop));
  const kept = Object.fromEntries(
    Object.entries(schema).filter(([name]) => !left.includes(name) && !(isSlow && name === 'pattern')),
  );
  const inner = mapSubschemas(kept, (part) => boundedForAll(part, drop));
  const length = isSlow ? SHORT.find((one) => isFastFor(pattern, one)) : undefined;
  if (isSlow && length === undefined) drop(pattern);
  if (length === undefined) return inner;
  const { allOf = [] } = inner as { readonly allOf?: readonly AnySchema[] };
  return { ...inner, allOf: [...allOf, { if: { minLength: length + 1 }, else: { pattern } }] };
}

/** Whether a pattern takes time that is linear in the length of any text. */
export function isLinear(pattern: string): boolean {
  return isFastFor(pattern, 1) && isFastFor(pattern, Number.MAX_SAFE_INTEGER);
}

function isFastFor(pattern: string, length: number): boolean {
  return (backtracking(pattern)?.most(length) ?? Infinity) <= MAX_RATE * Math.max(length, TEXT_LENGTH);
}

/** Whether a schema has a pattern that can take very long. Its author isn't trusted, so it must not run. */
export function hasSlowPattern(schema: AnySchema): boolean {
  return OF_LENGTH[1]!(schema) !== schema;
}

/** Whether a pattern takes about a second at most for any text of a length. */
export function isFast(pattern: string, length: number): boolean {
  return (backtracking(pattern)?.most(length) ?? Infinity) <= MAX_RUN;
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
