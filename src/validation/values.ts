// What the conditions of generated validators are made of, where JavaScript has no operator for it.

/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a text, or bytes or a file: an object that none of JSON is. */
export function isBinary(value: unknown): boolean {
  if (typeof value === 'string') return true;
  if (!isObject(value)) return false;
  const { constructor } = value;
  return typeof constructor === 'function' && constructor !== Object;
}

/** An object's own property, whatever its name. */
export function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as { [name: string]: unknown })[name] : undefined;
}

/** The length of a text in characters: code points of Unicode, of which UTF-16 has some in two halves. */
export function characters(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    if ((text.codePointAt(i) as number) > 0xff_ff) i++;
    count++;
  }
  return count;
}

/** Whether a number is a multiple of another as they are written: 0.3 is one of 0.1, which a division in binary would not say. */
export function isMultipleOf(value: number, factor: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0;
  const [digits, exponent] = decimalOf(value);
  const [factorDigits, factorExponent] = decimalOf(factor);
  const least = Math.min(exponent, factorExponent);
  return (digits * 10n ** BigInt(exponent - least)) % (factorDigits * 10n ** BigInt(factorExponent - least)) === 0n;
}

/** A finite number as digits and a power of ten. */
function decimalOf(value: number): readonly [digits: bigint, exponent: number] {
  const [, whole = '0', fraction = '', exponent = '0'] = /^(-?\d+)(?:\.(\d+))?(?:e(.*))?$/.exec(String(value)) ?? [];
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

/** Whether all items from one on pass. */
export function everyItem(list: readonly unknown[], from: number, test: (item: unknown) => boolean): boolean {
  for (let i = from; i < list.length; i++) if (!test(list[i])) return false;
  return true;
}

/** How many items pass. */
export function countItems(list: readonly unknown[], test: (item: unknown) => boolean): number {
  let count = 0;
  for (const item of list) if (test(item)) count++;
  return count;
}

/** Whether all own properties pass. */
export function everyProperty(object: object, test: (name: string, value: unknown) => boolean): boolean {
  for (const [name, value] of Object.entries(object)) if (value !== undefined && !test(name, value)) return false;
  return true;
}

/** How many properties an object has; one that is undefined is none, as in JSON. */
export function countProperties(object: object): number {
  let count = 0;
  for (const value of Object.values(object)) if (value !== undefined) count++;
  return count;
}

/** Whether two values are the same JSON: JSON Schema 2020-12, Core, 4.2.2. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  if (!isObject(a) || !isObject(b) || countProperties(a) !== countProperties(b)) return false;
  return everyProperty(a, (name, value) => isEqual(value, own(b, name)));
}

/** Whether no two items of a list are equal. */
export function isUnique(list: readonly unknown[]): boolean {
  return repeatedItem(list) === -1;
}

/** The place of the first item that is equal to one before it, or -1. */
export function repeatedItem(list: readonly unknown[]): number {
  const seen = new Set<string>();
  for (const [i, item] of list.entries()) {
    // To compare each with each would take a long list hours.
    const key = canonical(item);
    if (seen.has(key)) return i;
    seen.add(key);
  }
  return -1;
}

/** A text that two values share where they are equal. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (!isObject(item)) return item;
    const names = Object.keys(item).sort();
    // In an object again, for a list of pairs is another value.
    return { of: names.map((name) => [name, item[name]]) };
  });
}

/** Makes a value at first use, and keeps it. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
