import type { Record } from './record.ts';
import { createRecord } from './record.ts';
import type { Use } from './under-way.ts';
import { underWay } from './under-way.ts';
import { isObject, setOwn } from './values.ts';
import type { Misplaced } from './wrong-kind.ts';
import { countRefused, findRefused, isBoxed, isPromise, isJsonString, refuseKind } from './wrong-kind.ts';

// Generated picks call these functions. A pick copies the declared properties of a value, as JSON.stringify would read it: `toJSON` first,
// then own enumerable properties. An object or a list where the contract has none is refused.

/** Copies the declared properties of a value; `key` is its property or index in the value around it. Scalars stay as they are. */
export type Pick = (value: unknown, key?: string | number) => unknown;

/** Picks a value that a handler reads. */
export function pickExactly(pick: Pick, value: unknown): unknown {
  return pickFor('read', pick, value);
}

/**
 * Picks a response.
 *
 * @param isSent Whether it is written at once: until then, data that isn't copied can't change.
 * @returns The copy, or the first object or list that the contract does not have there.
 */
export function pickResponse(
  pick: Pick,
  value: unknown,
  isSent: boolean = false,
): { readonly picked: unknown; readonly misplaced?: Misplaced | undefined } {
  const before = countRefused();
  const picked = isSent ? pickFor('sent', pick, value) : pick(value);
  return countRefused() === before ? { picked } : { picked, misplaced: findRefused(picked) };
}

function pickFor(purpose: Use, pick: Pick, value: unknown): unknown {
  const outer = underWay.use;
  underWay.use = purpose;
  try {
    return pick(value);
  } finally {
    underWay.use = outer;
  }
}

/** The value that JSON.stringify would write in place of a value: ECMA-262, SerializeJSONProperty. */
export function jsonOf(value: unknown, key: string | number = ''): unknown {
  if (isScalar(value)) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === 'function' ? (toJSON as (key: string) => unknown).call(value, String(key)) : value;
}

/** Whether a value isn't an object of JavaScript. A function is one: it can have a `toJSON`. */
export function isScalar(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && typeof value !== 'function');
}

/** Refuses a text where the contract has only objects or lists: it could be JSON with undeclared properties. A request is valid already. */
export function refuseText(value: unknown): unknown {
  return underWay.use !== 'read' && isJsonString(value) ? refuseKind(value) : value;
}

/** Picks a value that can be a text in addition to the values of a pick. */
export function pickText(given: unknown, key: string | number | undefined, pick: Pick): unknown {
  const value = jsonOf(given, key);
  return isJsonString(value) ? value : pick(value, key);
}

/** Picks a value that can be neither an object nor a list. */
export function pickScalar(value: unknown, key?: string | number): unknown {
  return isScalar(value) ? value : scalarOf(jsonOf(value, key));
}

function scalarOf(value: unknown): unknown {
  return typeof value !== 'object' || value === null || isBoxed(value) ? value : refuseKind(value);
}

/** Picks an object with any properties. */
export function pickAnyObject(given: unknown, key?: string | number): unknown {
  const value = jsonOf(given, key);
  return Array.isArray(value) || (isObject(value) && isPromise(value)) ? refuseKind(value) : refuseText(value);
}

/** Picks a list with any items. */
export function pickAnyList(given: unknown, key?: string | number): unknown {
  const value = jsonOf(given, key);
  return Array.isArray(value) ? value : refuseText(scalarOf(value));
}

/** The names of properties that do not travel, whatever another type of a union declares, or a test of them. */
type Hidden = readonly string[] | ((name: string) => boolean);

/** Picks a property that has no name by its value and name; undefined drops it. */
type PickOther = (value: unknown, name: string) => unknown;

/**
 * Makes a pick for objects with known properties.
 *
 * @param copy Copies these properties, as an object literal.
 * @param others Picks all other properties; without it, they are dropped.
 * @param hidden The properties that do not travel.
 * @example pickObject((v) => ({ id: v.id, owner: pickOwner(v.owner, 'owner') }))
 */
export function pickObject(copy: (v: Record) => Record, others?: PickOther, hidden?: Hidden): Pick {
  return createPick(copy, others, undefined, hidden);
}

/**
 * Makes a pick for objects whose properties can stay as they are. It returns a value without undeclared properties itself, which takes less
 * time than a copy.
 *
 * @param isKept Whether the declared properties stay as they are. Without it, they always do.
 * @param hidden As for {@link pickObject}.
 * @example pickFlat((v) => ({ id: pickScalar(v.id, 'id') }), (v) => isScalar(v.id))({ id: 1, secret: 2 }) // { id: 1 }
 */
export function pickFlat(
  copy: (v: Record) => Record,
  isKept: (v: Record) => boolean = () => true,
  hidden?: Hidden,
): Pick {
  return createPick(copy, undefined, isKept, hidden);
}

function createPick(
  copy: (v: Record) => Record,
  others?: PickOther,
  isKept?: (v: Record) => boolean,
  hidden?: Hidden,
): Pick {
  let names: readonly string[] | undefined;
  const shapes: PickShape[] = [];
  return (given, key) => {
    const { use } = underWay;
    if (use === 'sent' && isKept !== undefined && isUsual(given, shapes) && isKept(given)) return given;
    const value = jsonOf(given, key);
    if (!isObject(value)) return Array.isArray(value) ? refuseKind(value) : refuseText(value);
    // The properties that a literal copies.
    names ??= Object.keys(copy(createRecord()));
    if (isPromise(value)) return refuseKind(value);
    const keys = Object.keys(value);
    const { absent, isDeclared } = pickShape(value, keys, names, shapes);
    const hides = hasAny(value, absent);
    const canKeep = use !== 'shared' && isDeclared && !hides && value === given;
    if (canKeep && isKept?.(value as Record) === true) return value;
    const picked = copy(hides ? ownProperties(value, names) : (value as Record));
    if (others !== undefined) addOthers(picked, value, keys, names, others);
    const result = use === 'read' && absent.length > 0 ? withoutUndefined(picked) : picked;
    // A value that has one of these names is always copied.
    if (hidden !== undefined)
      underWay.fitting?.hidden.set(result, typeof hidden === 'function' ? keys.filter(hidden) : hidden);
    return result;
  };
}

/** The properties of a value, and those of a pick that it does not have itself. */
interface PickShape {
  readonly keys: readonly string[];
  readonly absent: readonly string[];
  /** Whether the value has declared properties alone, in the order of the contract. */
  readonly isDeclared: boolean;
}

/** Values come in few shapes: in one, or with and without some optional properties. Those that clients make up are not kept. */
const MAX_SHAPES = 8;
const MAX_KEYS = 100;

const isEnumerable = Object.prototype.propertyIsEnumerable;

function pickShape(value: object, keys: readonly string[], names: readonly string[], shapes: PickShape[]): PickShape {
  for (const shape of shapes) if (isSameNames(keys, shape.keys)) return shape;
  const present: string[] = [];
  const absent: string[] = [];
  for (const name of names) (isEnumerable.call(value, name) ? present : absent).push(name);
  const shape: PickShape = { keys, absent, isDeclared: isSameNames(keys, present) };
  if (shapes.length < MAX_SHAPES && keys.length <= MAX_KEYS) shapes.push(shape);
  return shape;
}

/** Whether a value that is sent is an object of a known shape, with declared properties alone. Most rows of a list are. */
function isUsual(value: unknown, shapes: readonly PickShape[]): value is Record {
  if (!isObject(value) || value['toJSON'] !== undefined) return false;
  for (let i = 0; i < shapes.length; i++) {
    const { isDeclared, keys } = shapes[i]!;
    // A promise has no properties.
    if (isDeclared && keys.length > 0 && hasNames(value, keys)) return true;
  }
  return false;
}

/** Whether these are the enumerable properties of a value, with inherited ones, which JSON leaves out. Object.keys would create a list. */
function hasNames(value: object, names: readonly string[]): boolean {
  let i = 0;
  for (const name in value) if (name !== names[i++]) return false;
  return i === names.length;
}

function hasAny(value: object, names: readonly string[]): boolean {
  for (const name of names) if (name in value) return true;
  return false;
}

function isSameNames(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Copies own enumerable properties, if a value inherits or hides others with these names. */
function ownProperties(value: { readonly [name: string]: unknown }, names: readonly string[]): Record {
  const copy = createRecord();
  for (const name of names) if (isEnumerable.call(value, name)) copy[name] = value[name];
  return copy;
}

function addOthers(
  picked: Record,
  value: { readonly [name: string]: unknown },
  keys: readonly string[],
  names: readonly string[],
  others: PickOther,
): void {
  for (const name of keys) {
    const item = names.includes(name) ? undefined : others(value[name], name);
    if (item !== undefined) setOwn(picked, name, item);
  }
}

function withoutUndefined(value: Record): Record {
  const copy: Record = {};
  for (const [name, item] of Object.entries(value)) if (item !== undefined) setOwn(copy, name, item);
  return copy;
}

/**
 * Picks the items of a list.
 *
 * @param count How many items the contract has at most; the others are left out.
 */
export function pickItems(given: unknown, key: string | number | undefined, pick: Pick, count?: number): unknown {
  const list = jsonOf(given, key);
  if (!Array.isArray(list)) return refuseText(scalarOf(list));
  return mapItems(count !== undefined && list.length > count ? list.slice(0, count) : list, pick);
}

/** Picks a list of scalars. */
export function pickScalars(given: unknown, key?: string | number): unknown {
  const list = jsonOf(given, key);
  if (!Array.isArray(list)) return refuseText(scalarOf(list));
  return mapItems(list, pickScalar);
}

/** Whether a value is a list of scalars that JSON.stringify writes as it is, or a scalar but not a text. */
export function areScalars(value: unknown): boolean {
  if (!Array.isArray(value)) return isScalar(value) && typeof value !== 'string';
  if ((value as { readonly toJSON?: unknown }).toJSON !== undefined) return false;
  for (let i = 0; i < value.length; i++) if (!isScalar(value[i])) return false;
  return true;
}

/** Replaces items of a list: a copy, unless nothing changes. */
export function mapItems(list: readonly unknown[], replace: (item: unknown, i: number) => unknown): readonly unknown[] {
  for (let i = 0; i < list.length; i++) {
    const item = replace(list[i], i);
    if (item === list[i]) continue;
    const copy = list.slice(0, i);
    copy.push(item);
    for (let j = i + 1; j < list.length; j++) copy.push(replace(list[j], j));
    return copy;
  }
  return list;
}

/** Picks a value that can be a list or an object. */
export function pickEither(given: unknown, key: string | number | undefined, list: Pick, object: Pick): unknown {
  const value = jsonOf(given, key);
  return Array.isArray(value) ? list(value, key) : object(value, key);
}
