import { keepResult, underWay } from './under-way.ts';

// The functions that conditions of generated validators call if JavaScript has no operator.

/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a text, or an object of a class, such as bytes or a file. */
export function isBinary(value: unknown): boolean {
  if (typeof value === 'string') return true;
  if (!isObject(value)) return false;
  const { constructor } = value;
  return typeof constructor === 'function' && constructor !== Object;
}

/** Reads an own property of an object; undefined if it has none. */
export function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as { [name: string]: unknown })[name] : undefined;
}

/** Sets a property; `__proto__` is a name like any other. */
export function setOwn(object: { [name: string]: unknown }, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}

/** Copies a JSON value. */
export function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copyOf(item)]));
}

/** Counts the characters of a text, which are Unicode code points: JSON Schema 2020-12, Validation, 6.3.1. */
export function characters(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    if ((text.codePointAt(i) as number) > 0xff_ff) i++;
    count++;
  }
  return count;
}

/** The size of bytes or of a file; undefined for other values, and for streams, whose size is not known. */
export function binarySize(value: object): number | undefined {
  if (!isBinary(value)) return undefined;
  const { byteLength, size = byteLength } = value as { readonly byteLength?: unknown; readonly size?: unknown };
  return typeof size === 'number' ? size : undefined;
}

/** Whether bytes or a file have a size between two bounds; so has anything else. */
export function isSized(value: unknown, least: number, most: number = Infinity): boolean {
  const size = isObject(value) ? binarySize(value) : undefined;
  return size === undefined || (size >= least && size <= most);
}

/**
 * Whether a number is a multiple of another, exactly as their decimals are written: JSON Schema 2020-12, Validation, 6.2.1.
 *
 * @example isMultipleOf(0.3, 0.1) // true, although 0.3 / 0.1 is 2.9999999999999996
 */
export function isMultipleOf(value: number, factor: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0;
  const [digits, exponent] = decimalOf(value);
  const [factorDigits, factorExponent] = decimalOf(factor);
  const least = Math.min(exponent, factorExponent);
  return (digits * 10n ** BigInt(exponent - least)) % (factorDigits * 10n ** BigInt(factorExponent - least)) === 0n;
}

/** Splits a finite number into its digits and a power of ten. */
function decimalOf(value: number): readonly [digits: bigint, exponent: number] {
  const [, integer = '0', fraction = '', exponent = '0'] = /^(-?\d+)(?:\.(\d+))?(?:e(.*))?$/.exec(String(value)) ?? [];
  return [BigInt(integer + fraction), Number(exponent) - fraction.length];
}

/** Whether all items from an index on pass a test. */
export function everyItem(list: readonly unknown[], from: number, test: (item: unknown) => boolean): boolean {
  for (let i = from; i < list.length; i++) if (!test(list[i])) return false;
  return true;
}

/** Counts the items that pass a test. */
export function countItems(list: readonly unknown[], test: (item: unknown) => boolean): number {
  let count = 0;
  for (const item of list) if (test(item)) count++;
  return count;
}

/** Whether all own properties pass a test; an undefined one is absent, as in JSON. */
export function everyProperty(object: object, test: (name: string, value: unknown) => boolean): boolean {
  for (const [name, value] of Object.entries(object)) if (value !== undefined && !test(name, value)) return false;
  return true;
}

/** Counts the own properties of an object; an undefined one is absent, as in JSON. */
export function countProperties(object: object): number {
  let count = 0;
  for (const value of Object.values(object)) if (value !== undefined) count++;
  return count;
}

/** Serializes a value so that equal data gives equal text, regardless of the order of properties. */
export function stableText(value: unknown): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  return JSON.stringify(value, (_, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}

/** Whether two JSON values are equal: JSON Schema 2020-12, Core, 4.2.2. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  if (!isObject(a) || !isObject(b) || countProperties(a) !== countProperties(b)) return false;
  return everyProperty(a, (name, value) => isEqual(value, own(b, name)));
}

/** Whether all items of a list differ. */
export function isUnique(list: readonly unknown[]): boolean {
  return repeatedItem(list) === -1;
}

/** The index of the first item that equals an earlier one; -1 if all differ. */
export function repeatedItem(list: readonly unknown[]): number {
  if (list.length < 2) return -1;
  const seconds = equalGroups(new Map(list.entries())).map((group) => group[1]!);
  return seconds.length === 0 ? -1 : seconds.reduce((least, i) => Math.min(least, i));
}

/**
 * Groups equal values, by their keys. Values without an equal are left out.
 *
 * It reads a value only as deep as another one is the same. So a list in a list in a list takes hardly longer than one list.
 */
function equalGroups<K>(values: ReadonlyMap<K, unknown>): K[][] {
  const alike = new Map<string, K[]>();
  for (const [key, value] of values) {
    const shape = valueShape(value);
    const group = alike.get(shape);
    if (group === undefined) alike.set(shape, [key]);
    else group.push(key);
  }
  return [...alike.values()].filter((group) => group.length > 1).flatMap((group) => equalParts(group, values));
}

/** Splits values of one shape into groups of equal ones. */
function equalParts<K>(alike: K[], values: ReadonlyMap<K, unknown>): K[][] {
  const first = asJson(values.get(alike[0]!));
  let groups = [alike];
  if (typeof first !== 'object' || first === null) return groups;
  for (const name of Object.keys(first)) {
    const partOf = (value: unknown): unknown => (asJson(value) as { readonly [name: string]: unknown })[name];
    groups = groups.flatMap((group) => equalGroups(new Map(group.map((key) => [key, partOf(values.get(key))]))));
    if (groups.length === 0) break;
  }
  return groups;
}

/** Writes a key that is equal for equal values: a scalar, the length of a list, or the names of an object's properties. */
function valueShape(given: unknown): string {
  const value = asJson(given);
  if (Array.isArray(value)) return `[${value.length}`;
  return isObject(value) ? `{${JSON.stringify(Object.keys(value).sort())}` : (JSON.stringify(value) ?? '');
}

/** The value that JSON has in place of another one, such as the text of a date. */
function asJson(value: unknown): unknown {
  const { toJSON } = (value ?? {}) as { readonly toJSON?: unknown };
  return typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value;
}

/** Wraps a function so that it runs once, at the first call. */
export function once<T extends object | boolean | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/**
 * Wraps a test so that a validation runs it once for each object or list, however often a recursive schema applies it.
 *
 * The outermost call is the validation: a value that changes later is tested again.
 */
export function remember(test: (value: unknown) => boolean): (value: unknown) => boolean {
  const recall = (value: object): boolean => {
    const results = (underWay.tested ??= new Map());
    return results.get(test)?.get(value) ?? keepResult(results, test, value, test(value));
  };
  return (value) => {
    if (typeof value !== 'object' || value === null) return test(value);
    holdResults();
    try {
      return recall(value);
    } finally {
      releaseResults();
    }
  };
}

/** Keeps the results of tests that are remembered, until {@link releaseResults}. */
export function holdResults(): void {
  underWay.holders++;
}

/** Forgets the results of tests, unless an outer function still holds them. */
export function releaseResults(): void {
  underWay.holders--;
  if (underWay.holders === 0) underWay.tested = undefined;
}
