import { pointTo } from '../contract/json-pointer.ts';

/** What can be where the contract does not have it. */
export type Kind = 'object' | 'array' | 'string';

/** The place in a copy of an object, list or text that the contract does not have there. */
class WrongKind {
  constructor(readonly kind: Kind) {}

  /** Never sent, even if nobody looked for it. */
  toJSON(): never {
    throw new TypeError(`The response contains ${nameOf(this.kind)} that its contract does not declare`);
  }
}

/** Counts the refused values, so that a copy without one need not be searched. */
let count = 0;

/** Takes the place of an object, list or text in a copy. */
export function refuseKind(value: object | string): unknown {
  count++;
  if (typeof value === 'string' || value instanceof String) return new WrongKind('string');
  return new WrongKind(Array.isArray(value) ? 'array' : 'object');
}

/** @example nameOf('array') // 'an array' */
export function nameOf(kind: Kind): string {
  return kind === 'string' ? 'a string' : `an ${kind}`;
}

/** Whether a part of a copy takes the place of a refused value. */
export function isRefused(value: unknown): boolean {
  return value instanceof WrongKind;
}

/** The location and the kind of a value that the contract does not have there. */
export interface Misplaced {
  /** A JSON Pointer: RFC 6901. */
  readonly pointer: string;
  readonly kind: Kind;
}

/** How many values have been refused so far: a copy that raises the number has one of them. */
export function countRefused(): number {
  return count;
}

/** Finds the first refused value in a copy. */
export function findRefused(copy: unknown, pointer: string = ''): Misplaced | undefined {
  if (typeof copy !== 'object' || copy === null) return undefined;
  if (copy instanceof WrongKind) return { pointer, kind: copy.kind };
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
  return UNBOX.some((unbox) => {
    try {
      unbox.call(value);
      return true;
    } catch {
      return false;
    }
  });
}
