import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { memberText } from '../identifier.ts';
import { literal, literalKey } from '../literal.ts';
import type { Helper, Uses } from '../validators/scope.ts';
import type { Selectors } from './choices.ts';
import type { ObjectPlan } from './plan.ts';

/** A pick as code: a function, and a call of it. */
export interface Pick {
  readonly of: string;
  call(value: string, key: string): string;
  /** The function that tests whether a value stays as it is; undefined if only a copy shows it. */
  readonly test?: Helper;
}

/** Writes the pick of a value that all of some schemas apply to; undefined if it would keep everything. */
export type PickOf = (schemas: readonly AnySchema[]) => Pick | undefined;

/** The pick of a declared function. */
export function named(name: string): Pick {
  return { of: name, call: (value, key) => `${name}(${value}, ${key})` };
}

/** The picks of scalars, with the tests that need no copy. */
export const SCALAR_PICKS = {
  pickScalar: { ...named('pickScalar'), test: 'isScalar' },
  pickScalars: { ...named('pickScalars'), test: 'areScalars' },
} as const satisfies Record<string, Pick>;

/** The pick of an expression. */
export function inline(call: Pick['call']): Pick {
  return { of: `(v, key) => ${call('v', 'key')}`, call };
}

/** The pick that keeps everything. */
export const KEEP: Pick = { of: '(v) => v', call: (value) => value };

/** Writes a pick as a function that can be declared before the functions that it calls. */
export function arrow(pick: Pick | undefined): string {
  return pick === undefined ? '(v) => v' : `(v, key) => ${pick.call('v', 'key')}`;
}

/** The patterns that decide together how a property is picked. Of more, all count for a name that matches one. */
const MAX_PATTERNS = 5;

/**
 * Writes the pick of an object: a literal of the named properties, and a function for the others.
 *
 * @returns undefined if it would keep everything.
 */
export function objectText(plan: ObjectPlan, pickOf: PickOf, uses: Uses): string | undefined {
  const { properties, isOpen } = plan;
  const others = othersText(plan, pickOf, uses);
  const keepsOthers = others === 'v';
  const picks = [...properties].map(([name, schemas]) => ({
    name,
    value: memberText('v', name),
    pick: pickOf(schemas),
  }));
  const fields = picks
    .filter(({ pick }) => pick !== undefined || !keepsOthers)
    .map(({ name, value, pick }) => {
      const key = value.startsWith('v.') && name !== '__proto__' ? name : literalKey(name);
      return `${key}: ${pick?.call(value, JSON.stringify(name)) ?? value}`;
    });
  if (isOpen && keepsOthers && fields.length === 0) return undefined;
  const hidden = hiddenText(plan);
  const copy = fields.length === 0 ? '() => ({})' : `(v) => ({ ${fields.join(', ')} })`;
  const tested = picks.flatMap(({ value, pick }) => (pick === undefined ? [] : [{ value, test: pick.test }]));
  if (others !== 'undefined' || tested.some(({ test }) => test === undefined)) {
    uses.helpers.add('pickObject');
    return callText('pickObject', [copy, others === 'undefined' ? undefined : `(v, name) => ${others}`, hidden]);
  }
  uses.helpers.add('pickFlat');
  for (const { test } of tested) uses.helpers.add(test!);
  const isKept = tested.map(({ value, test }) => `${test}(${value})`).join(' && ');
  return callText('pickFlat', [copy, isKept === '' ? undefined : `(v) => ${isKept}`, hidden]);
}

/** Writes the names that do not travel, or a test of them; undefined if there is none. */
function hiddenText({ properties, patterns, hidden, droppedPatterns, hidesOthers }: ObjectPlan): string | undefined {
  if (droppedPatterns.length === 0 && !hidesOthers) return hidden.length === 0 ? undefined : JSON.stringify(hidden);
  const shown = [...patterns.keys()].filter((pattern) => !droppedPatterns.includes(pattern));
  const entries = hidesOthers ? shown.map((pattern) => `!${matchText(pattern)}`) : [];
  const isEntry = [...droppedPatterns.map(matchText), ...(hidesOthers ? [entries.join(' && ') || 'true'] : [])];
  const isDeclared = `${JSON.stringify([...properties.keys()])}.includes(name)`;
  const isNamed = `${JSON.stringify(hidden)}.includes(name)`;
  return `(name) => ${isNamed} || (!${isDeclared} && (${isEntry.join(' || ')}))`;
}

/** A call without the arguments at its end that are undefined. */
function callText(name: string, given: readonly (string | undefined)[]): string {
  const count = given.findLastIndex((text) => text !== undefined) + 1;
  return `${name}(${given.slice(0, count).map(String).join(', ')})`;
}

/** Writes the pick of a property that is not named, of the variables `v` and `name`; `undefined` drops it. */
function othersText(plan: ObjectPlan, pickOf: PickOf, uses: Uses): string {
  const text = undeclaredText(plan, pickOf, uses);
  const { dropped, droppedPatterns } = plan;
  if (text === 'undefined' || dropped.length + droppedPatterns.length === 0) return text;
  const tests = [...dropped.map((name) => `name === ${literal(name)}`), ...droppedPatterns.map(matchText)];
  return `${tests.join(' || ')} ? undefined : ${text}`;
}

function undeclaredText({ patterns, droppedPatterns, others, isOpen }: ObjectPlan, pickOf: PickOf, uses: Uses): string {
  const keep = (schemas: readonly AnySchema[]): string => pickOf(schemas)?.call('v', 'name') ?? 'v';
  const unmatched = isOpen ? keep(others) : 'undefined';
  // The others have been left out.
  const rows = [...patterns].filter(([pattern]) => !droppedPatterns.includes(pattern));
  const write = (i: number, matched: readonly AnySchema[]): string => {
    const row = rows[i];
    if (row === undefined) return i > 0 && matched.length > 0 ? keep(matched) : unmatched;
    const [pattern, schemas] = row;
    const [yes, no] = [write(i + 1, [...matched, ...schemas]), write(i + 1, matched)];
    return yes === no ? yes : `${matchText(pattern)} ? ${yes} : ${no}`;
  };
  if (patterns.size > 0) uses.helpers.add('matches');
  if (rows.length <= MAX_PATTERNS) return write(0, []);
  const any = rows.map(([pattern]) => matchText(pattern)).join(' || ');
  return `${any} ? ${keep(rows.flatMap(([, schemas]) => schemas))} : ${unmatched}`;
}

function matchText(pattern: string): string {
  return `matches(${JSON.stringify(pattern)}, name)`;
}

/** Writes the test whether a discriminator selects an alternative. */
export function selectorText({ name, values }: Selectors): string {
  const scalars = values.filter((value) => typeof value !== 'object' || value === null);
  return `(v) => ${JSON.stringify(scalars)}.includes(${memberText('v', name)})`;
}
