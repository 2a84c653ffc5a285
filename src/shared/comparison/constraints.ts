import type { Keywords } from '../schema/json-types.ts';
import { isMultipleOf } from '../validation/values.ts';
import type { Shape } from './shape.ts';
import { isEqualJson } from './shape.ts';
import type { Comparison, Site } from './site.ts';
import { describe, isRequest } from './site.ts';

/** A bound: its keyword, the name in checks, and the words of messages. */
type Bound = readonly [keyword: string, name: string, words: string];

const UPPER: readonly Bound[] = [
  ['maximum', 'max', 'maximum'],
  ['exclusiveMaximum', 'exclusive-max', 'exclusive maximum'],
  ['maxLength', 'max-length', 'maximum length'],
  ['maxItems', 'max-items', 'maximum number of items'],
  ['maxProperties', 'max-properties', 'maximum number of properties'],
  ['maxContains', 'max-contains', 'maximum number of matching items'],
];

const LOWER: readonly Bound[] = [
  ['minimum', 'min', 'minimum'],
  ['exclusiveMinimum', 'exclusive-min', 'exclusive minimum'],
  ['minLength', 'min-length', 'minimum length'],
  ['minItems', 'min-items', 'minimum number of items'],
  ['minProperties', 'min-properties', 'minimum number of properties'],
  ['minContains', 'min-contains', 'minimum number of matching items'],
];

/** The lower bounds that are 0 if absent: their checks know no "set". */
const ZERO: ReadonlySet<string> = new Set(['minLength']);

/** Compares the keywords that constrain a value without subschemas. */
export function compareConstraints(comparison: Comparison, site: Site, a: Shape, b: Shape): void {
  const [before, after] = [a.keywords, b.keywords];
  for (const bound of UPPER) compareBound(comparison, site, bound, before, after, ['increased', 'decreased']);
  for (const bound of LOWER) compareBound(comparison, site, bound, before, after, ['increased', 'decreased']);
  comparePatterns(comparison, site, before, after);
  const differs = (keyword: string): boolean => !isEqualJson(before[keyword], after[keyword]);
  const label = describe(site);
  if (differs('multipleOf')) compareSteps(comparison, site, a, b);
  if ((before['uniqueItems'] === true) !== (after['uniqueItems'] === true)) {
    const isSet = after['uniqueItems'] === true;
    const message = `the items of ${label} ${isSet ? 'must be unique now' : 'can repeat now'}`;
    comparison.report(site, isSet ? 'unique-items-set' : 'unique-items-unset', message, ['uniqueItems']);
  }
  for (const [keyword, name, words] of [
    ['contentEncoding', 'content-encoding', 'encoding'],
    ['contentMediaType', 'content-media-type', 'media type'],
  ] as const)
    if (differs(keyword))
      comparison.report(
        site,
        `${name}-changed`,
        `the ${words} of ${label} changed from ${String(before[keyword] ?? 'none')} to ${String(after[keyword] ?? 'none')}`,
      );
  compareDependentRequired(comparison, site, before, after);
}

function compareBound(
  comparison: Comparison,
  site: Site,
  [keyword, name, words]: Bound,
  before: Keywords,
  after: Keywords,
  [increased, decreased]: readonly [string, string],
): void {
  const or = ZERO.has(keyword) ? 0 : undefined;
  const [a, b] = [before, after].map((keywords) => (keywords[keyword] ?? or) as number | undefined);
  if (a === b) return;
  const change = a === undefined ? 'set' : b === undefined ? 'unset' : b > a ? increased : decreased;
  const message =
    a === undefined
      ? `${describe(site)} has a ${words} of ${b} now`
      : b === undefined
        ? `${describe(site)} has no ${words} any more; it was ${a}`
        : `the ${words} of ${describe(site)} ${change} from ${a} to ${b}`;
  comparison.report(site, `${name}-${change}`, message, [keyword, 'contains']);
}

/** Compares the steps of numbers. Values that are refused break requests, and new values break responses. */
function compareSteps(comparison: Comparison, site: Site, before: Shape, after: Shape): void {
  const [from, to] = [stepOf(before), stepOf(after)];
  if (from === to) return;
  const isWidened = isRequest(site) ? allowsSteps(to, from) : !allowsSteps(from, to);
  const message =
    after.keywords['multipleOf'] === undefined
      ? `${describe(site)} no longer has to be a multiple of ${String(before.keywords['multipleOf'])}`
      : isWidened
        ? `${describe(site)} can be any multiple of ${to} now (before: ${from})`
        : `${describe(site)} must be a multiple of ${to} now`;
  comparison.report(site, `multiple-of-${isWidened ? 'widened' : 'changed'}`, message, ['multipleOf']);
}

/** The step of a schema's numbers; that of integers is at least 1. */
function stepOf({ types, keywords }: Shape): number | undefined {
  const step = keywords['multipleOf'] as number | undefined;
  const isInteger = types?.includes('integer') === true && !types.includes('number');
  return isInteger && (step === undefined || isMultipleOf(1, step)) ? 1 : step;
}

/** Whether all multiples of a step are multiples of another one. */
function allowsSteps(one: number | undefined, other: number | undefined): boolean {
  return one === undefined || (other !== undefined && isMultipleOf(other, one));
}

function comparePatterns(comparison: Comparison, site: Site, before: Keywords, after: Keywords): void {
  const [a, b] = [before['pattern'], after['pattern']] as [string | undefined, string | undefined];
  if (a === b) return;
  if (a === undefined) comparison.report(site, 'pattern-added', `${describe(site)} must match ${b} now`, ['pattern']);
  else if (b === undefined) comparison.report(site, 'pattern-removed', `${describe(site)} no longer has to match ${a}`);
  else if (/^\^?\.\*\$?$/.test(b))
    comparison.report(site, 'pattern-generalized', `the pattern of ${describe(site)} changed from ${a} to ${b}`);
  else
    comparison.report(site, 'pattern-changed', `the pattern of ${describe(site)} changed from ${a} to ${b}`, [
      'pattern',
    ]);
}

function compareDependentRequired(comparison: Comparison, site: Site, before: Keywords, after: Keywords): void {
  const [a, b] = [before, after].map(
    (keywords) => (keywords['dependentRequired'] ?? {}) as { readonly [name: string]: readonly string[] },
  ) as [Record<string, readonly string[]>, Record<string, readonly string[]>];
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (isEqualJson(a[name], b[name])) continue;
    const change = a[name] === undefined ? 'added' : b[name] === undefined ? 'removed' : 'changed';
    const names = (b[name] ?? []).map((other) => `"${other}"`).join(', ') || 'nothing';
    const message = `in ${describe(site)}, "${name}" requires ${names} now`;
    comparison.report(site, `dependent-required-${change}`, message, ['dependentRequired']);
  }
}
