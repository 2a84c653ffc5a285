/** The result of code of a package: a value, or why there is none. */
export type CodeOutcome<T> = { readonly value: T } | { readonly fault: string };

/** The most values that one result can have, and how deep it can be. */
const MAX_VALUES = 10_000;
const MAX_DEPTH = 32;

/**
 * Copies plain data: the values of JSON. Later changes of the original do not reach the copy.
 *
 * @example copyPlain(new Date()) // { fault: 'a Date' }
 */
export function copyPlain(value: unknown): CodeOutcome<unknown> {
  let left = MAX_VALUES;
  const copy = (part: unknown, depth: number): unknown => {
    if (depth > MAX_DEPTH || --left < 0) throw new NotPlain('more data than a directive can have');
    if (part === null || typeof part === 'string' || typeof part === 'boolean') return part;
    if (typeof part === 'number' && Number.isFinite(part)) return part;
    if (Array.isArray(part)) return Array.from(part, (item) => copy(item, depth + 1));
    if (!isPlainObject(part)) throw new NotPlain(valueKind(part));
    const entries = Object.keys(part).map((key) => [key, Reflect.get(part, key) as unknown] as const);
    const known = entries.filter(([, item]) => item !== undefined);
    return Object.fromEntries(known.map(([key, item]) => [key, copy(item, depth + 1)]));
  };
  try {
    return { value: copy(value, 0) };
  } catch (error) {
    if (error instanceof NotPlain) return { fault: error.message };
    throw error;
  }
}

class NotPlain extends Error {}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function valueKind(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    if (typeof (value as { then?: unknown }).then === 'function') return 'a promise';
    return `a ${value.constructor?.name ?? 'object'}`;
  }
  return typeof value === 'number' || value === undefined ? String(value) : `a ${typeof value}`;
}
