import type { Pick } from './pick.ts';
import { jsonOf, mapItems, refuseText } from './pick.ts';
import type { Record } from './record.ts';
import { isBoxed, isPromise, isRefused, refuseKind } from './wrong-kind.ts';
import { keepResult, underWay } from './under-way.ts';
import { holdResults, isObject, own, releaseResults, setOwn } from './values.ts';

/**
 * An alternative of a union: whether it allows a value, its pick, and whether the discriminator of the value selects it. Without a pick, it keeps the
 * value as it is.
 */
export type Alternative = readonly [
  fits: (value: unknown) => boolean,
  pick?: Pick | undefined,
  selects?: (value: Record) => boolean,
];

/**
 * Makes a pick by the alternatives that fit a value. If none fits, it is by those that its discriminator selects, or by all of them. It keeps the
 * properties that any of these keeps.
 *
 * @example pickFitting(() => [[isCat, pickCat], [isDog, pickDog]])
 */
export function pickFitting(list: () => readonly Alternative[]): Pick {
  let alternatives: readonly Alternative[] | undefined;
  const pick = (value: object): unknown => {
    const fitting = underWay.fitting!;
    const known = fitting.picked?.get(pick)?.get(value);
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
    const results = (several ?? selectedOf(alternatives, value)).map((one) => pickBy(one, value));
    return keepResult((fitting.picked ??= new Map()), pick, value, results.reduce(merge));
  };
  return (given, key) => {
    const value = jsonOf(given, key);
    if (typeof value !== 'object' || value === null) return refuseText(value);
    if (isPromise(value)) return refuseKind(value);
    return underWay.fitting === undefined ? pickOutermost(value, pick) : pick(value);
  };
}

function pickOutermost(value: object, pick: (value: object) => unknown): unknown {
  underWay.fitting = { picked: undefined, merged: undefined, hidden: new Map() };
  holdResults();
  try {
    // Only a request's values are plain already.
    return pick(underWay.use === 'read' || isPlain(value) ? value : plainParts(value));
  } finally {
    underWay.fitting = undefined;
    releaseResults();
  }
}

/** The alternatives that count for a value that fits none: if its discriminator selects one, not those that it doesn't select. */
function selectedOf(alternatives: readonly Alternative[], value: object): readonly Alternative[] {
  const isSelected = ([, , selects]: Alternative): boolean | undefined => selects?.(value as Record);
  if (!alternatives.some(isSelected)) return alternatives;
  return alternatives.filter((one) => isSelected(one) !== false);
}

function pickBy([, pick]: Alternative, value: object): unknown {
  return pick === undefined ? value : pick(value);
}

/** Whether a value is equal to its JSON, so that tests see the same value as clients. */
function isPlain(value: object): boolean {
  if (typeof (value as Record)['toJSON'] === 'function') return false;
  if (Array.isArray(value)) {
    // JSON has null for the holes of a list.
    for (const item of value) if (!isPlainPart(item)) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const name in value) if (!isPlainPart((value as Record)[name])) return false;
  return true;
}

function isPlainPart(value: unknown): boolean {
  switch (typeof value) {
    case 'object':
      return value === null || isPlain(value);
    case 'string':
    case 'number':
    case 'boolean':
      return true;
    default:
      return false;
  }
}

/** Copies a value as JSON has it. */
function plainOf(given: unknown, key: string | number): unknown {
  const value = jsonOf(given, key);
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (isPromise(value)) return refuseKind(value);
  return isBoxed(value) ? value.valueOf() : plainParts(value);
}

function plainParts(value: object): object {
  if (Array.isArray(value)) return Array.from(value, (item: unknown, i) => plainOf(item, i) ?? null);
  const copy: Record = {};
  for (const name of Object.keys(value)) {
    const item = plainOf((value as Record)[name], name);
    if (item !== undefined) setOwn(copy, name, item);
  }
  return copy;
}

/** Merges two picks of one value. */
function merge(a: unknown, b: unknown): unknown {
  // If one alternative has an object here, the contract has one.
  if (isRefused(a) || isRefused(b)) return isRefused(a) ? b : a;
  if (a === b || typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a;
  const fitting = underWay.fitting!;
  const known = fitting.merged?.get(a)?.get(b);
  if (known !== undefined) return known;
  return keepResult((fitting.merged ??= new Map()), a, b, Array.isArray(a) ? mergeItems(a, b) : mergeObjects(a, b));
}

function mergeItems(a: readonly unknown[], b: object): unknown {
  if (!Array.isArray(b)) return a;
  const both = mapItems(a, (item, i) => merge(item, b[i]));
  return b.length > a.length ? [...both, ...(b.slice(a.length) as unknown[])] : both;
}

/** Returns the first one if it has everything, so that merging it again takes no work. A name that one of them hides is in neither. */
function mergeObjects(a: object, b: object): unknown {
  if (!isObject(a) || !isObject(b)) return a;
  const { hidden } = underWay.fitting!;
  const [byA, byB] = [hidden.get(a) ?? [], hidden.get(b) ?? []];
  // The result hides more than the first one, which another merge can take.
  let copy: Record | undefined = byB.every((name) => byA.includes(name)) ? undefined : { ...a };
  for (const [name, item] of Object.entries(b)) {
    if (byA.includes(name)) continue;
    const other = own(a, name);
    const both = other === undefined ? item : merge(other, item);
    if (both !== other) setOwn((copy ??= { ...a }), name, both);
  }
  if (copy === undefined) return a;
  for (const name of byB) delete copy[name];
  if (byA.length + byB.length > 0) hidden.set(copy, [...byA, ...byB]);
  return copy;
}
