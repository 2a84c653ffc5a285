import { pointTo } from '../contract/json-pointer.ts';

/*
 * In the dev server, the generated picks import another copy of this module than the runtime does. So both have the same mark and the same counter.
 */

const REFUSED_VALUE: unique symbol = Symbol.for('unplugin-operations:refused-value') as never;

/** Counts the refused values, so that a copy without one need not be searched. */
const counter: { count: number } = ((globalThis as { [name: symbol]: { count: number } })[
  Symbol.for('unplugin-operations:refused-count')
] ??= { count: 0 });

/** Kinds of values that can be in a place where the contract doesn't allow them. A contract never has a promise. */
export type FoundKind = 'object' | 'array' | 'string' | 'promise';

/** The place in a copy of an object, list or text that the contract does not have there. */
class WrongKind {
  readonly [REFUSED_VALUE] = true;

  constructor(readonly kind: FoundKind) {}

  /** Never sent, even if it wasn't searched for. */
  toJSON(key: string): never {
    const location = key === '' ? '' : ` at "${key}"`;
    const fault =
      this.kind === 'promise'
        ? 'a promise. Await it'
        : `${kindWithArticle(this.kind)} that its contract does not declare`;
    throw new TypeError(`The response contains${location} ${fault}`);
  }
}

/** Takes the place of an object, list or text in a copy. */
export function refuseKind(value: object | string): unknown {
  counter.count++;
  if (typeof value !== 'string' && isPromise(value)) hold(value);
  return new WrongKind(foundKind(value));
}

function foundKind(value: object | string): FoundKind {
  if (isJsonString(value)) return 'string';
  if (isPromise(value)) return 'promise';
  return Array.isArray(value) ? 'array' : 'object';
}

/** Whether a value must be awaited: JSON has nothing for it, and `JSON.stringify` writes `{}`. */
export function isPromise(value: object): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown }).then === 'function';
}

/** Handles the rejection of a promise that isn't awaited: it would end the process. */
export function hold(value: PromiseLike<unknown>): void {
  if (value instanceof Promise) value.catch(() => {});
}

/** Whether JSON.stringify writes a value as a text. */
export function isJsonString(value: unknown): value is string {
  return (
    typeof value === 'string' ||
    (typeof value === 'object' && value !== null && isBoxedBy(String.prototype.valueOf, value))
  );
}

/** @example kindWithArticle('array') // 'an array' */
export function kindWithArticle(kind: FoundKind): string {
  return `${kind === 'object' || kind === 'array' ? 'an' : 'a'} ${kind}`;
}

/** Whether a part of a copy takes the place of a refused value. */
export function isRefused(value: unknown): value is { readonly kind: FoundKind } {
  return typeof value === 'object' && value !== null && REFUSED_VALUE in value;
}

/** The location and the kind of a value that the contract does not have there. */
export interface Misplaced {
  /** A JSON Pointer: RFC 6901. */
  readonly pointer: string;
  readonly kind: FoundKind;
}

/** How many values have been refused so far: a copy that raises the number has one of them. */
export function countRefused(): number {
  return counter.count;
}

/** Finds the first refused value in a copy. */
export function findRefused(copy: unknown, pointer: string = ''): Misplaced | undefined {
  if (typeof copy !== 'object' || copy === null) return undefined;
  if (isRefused(copy)) return { pointer, kind: copy.kind };
  for (const [name, item] of Object.entries(copy)) {
    const found = findRefused(item, pointTo(pointer, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

const UNBOX: readonly (() => unknown)[] = [
  String.prototype.valueOf,
  Number.prototype.valueOf,
  Boolean.prototype.valueOf,
  BigInt.prototype.valueOf,
];

/** Whether JSON.stringify writes an object as a scalar, such as `new String('x')`: ECMA-262, SerializeJSONProperty. */
export function isBoxed(value: object): boolean {
  return UNBOX.some((unbox) => isBoxedBy(unbox, value));
}

function isBoxedBy(unbox: () => unknown, value: object): boolean {
  try {
    unbox.call(value);
    return true;
  } catch {
    return false;
  }
}
