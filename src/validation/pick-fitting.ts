import type { Pick } from './pick.ts';
import { isExactPick, jsonOf } from './pick.ts';
import type { Record } from './record.ts';
import { holdResults, isObject, own, setOwn } from './values.ts';

/** An alternative of a union: whether it allows a value, and its pick; without a pick, it keeps the value as it is. */
export type Alternative = readonly [fits: (value: unknown) => boolean, pick?: Pick];

/** The values by some function or value, for an object. */
type Known = Map<unknown, Map<object, unknown>>;

/** The results of the outermost pick by alternatives. Without them, each level of a recursive schema could double the time. */
interface Session {
  picked?: Known;
  merged?: Known;
}

let session: Session | undefined;

/**
 * Makes a pick by the alternatives that fit a value, or by all of them if none fits. It keeps what any of these keeps.
 *
 * @example pickFitting(() => [[isCat, pickCat], [isDog, pickDog]])
 */
export function pickFitting(list: () => readonly Alternative[]): Pick {
  let alternatives: readonly Alternative[] | undefined;
  const pick = (value: object): unknown => {
    const known = session!.picked?.get(pick)?.get(value);
    if (known !== undefined) return known;
    alternatives ??= list();
    let only: Alternative | undefined;
    let several: Alternative[] | undefined;
    for (const alternative of alternatives) {
      if (!alternative[0](value)) continue;
      if (only === undefined) only = alternative;
      else (several ??= [only]).push(alternative);
    }
    if (only !== undefined && several === undefined) return pickBy(only, value);
    const results = (several ?? alternatives).map((one) => pickBy(one, value));
    return keep((session!.picked ??= new Map()), pick, value, results.reduce(merge));
  };
  return (given, key) => {
    const value = jsonOf(given, key);
    if (typeof value !== 'object' || value === null) return value;
    return session === undefined ? pickOutermost(value, pick) : pick(value);
  };
}

function pickOutermost(value: object, pick: (value: object) => unknown): unknown {
  session = {};
  try {
    // Only a request's values are plain already.
    return holdResults(() => pick(isExactPick() ? value : plainParts(value)));
  } finally {
    session = undefined;
  }
}

function pickBy([, pick]: Alternative, value: object): unknown {
  return pick === undefined ? value : pick(value);
}

/** A value as JSON has it, so that tests see what clients will see: a copy, unless it is plain already. */
function plainOf(given: unknown, key: string | number): unknown {
  if (typeof given === 'object' && given !== null) {
    const value = jsonOf(given, key);
    return typeof value === 'object' && value !== null ? plainParts(value) : value;
  }
  return typeof given === 'function' || typeof given === 'symbol' ? undefined : given;
}

function plainParts(value: object): object {
  if (Array.isArray(value)) return mapItems(value, (item, i) => plainOf(item, i) ?? null);
  const names = Object.keys(value);
  let isPlain = Object.getPrototypeOf(value) === Object.prototype;
  const items: unknown[] = [];
  for (const name of names) {
    const given = (value as Record)[name];
    const item = plainOf(given, name);
    isPlain &&= item === given;
    items.push(item);
  }
  if (isPlain) return value;
  const copy: Record = {};
  names.forEach((name, i) => {
    if (items[i] !== undefined) setOwn(copy, name, items[i]);
  });
  return copy;
}

/** Replaces items of a list: a copy, unless nothing changes. */
function mapItems(list: readonly unknown[], replace: (item: unknown, i: number) => unknown): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const item = replace(list[i], i);
    if (item !== list[i]) (copy ??= [...list])[i] = item;
  }
  return copy ?? list;
}

/** Merges two picks of one value. */
function merge(a: unknown, b: unknown): unknown {
  if (a === b || typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a;
  const known = session!.merged?.get(a)?.get(b);
  if (known !== undefined) return known;
  return keep((session!.merged ??= new Map()), a, b, Array.isArray(a) ? mergeItems(a, b) : mergeObjects(a, b));
}

function mergeItems(a: readonly unknown[], b: object): unknown {
  return Array.isArray(b) ? mapItems(a, (item, i) => merge(item, b[i])) : a;
}

/** Returns the first one if it has everything, so that merging it again takes no work. */
function mergeObjects(a: object, b: object): unknown {
  if (!isObject(a) || !isObject(b)) return a;
  let copy: Record | undefined;
  for (const [name, item] of Object.entries(b)) {
    const other = own(a, name);
    const merged = other === undefined ? item : merge(other, item);
    if (merged !== other) setOwn((copy ??= { ...a }), name, merged);
  }
  return copy ?? a;
}

function keep(known: Known, by: unknown, value: object, result: unknown): unknown {
  let results = known.get(by);
  if (results === undefined) known.set(by, (results = new Map()));
  results.set(value, result);
  return result;
}
