import { pointTo } from '../contract/json-pointer.ts';

/** The place in a copy of an object or list that the contract does not have there. */
class WrongKind {
  constructor(readonly kind: 'object' | 'array') {}

  /** Never sent, even if nobody looked for it. */
  toJSON(): never {
    throw new TypeError(`The response contains an ${this.kind} that its contract does not declare`);
  }
}

/** Counts the refused values, so that a copy without one need not be searched. */
let count = 0;

/** Takes the place of an object or list in a copy. */
export function refuseKind(value: object): unknown {
  count++;
  return new WrongKind(Array.isArray(value) ? 'array' : 'object');
}

/** Whether a part of a copy takes the place of a refused value. */
export function isRefused(value: unknown): boolean {
  return value instanceof WrongKind;
}

/** The location and the kind of a value that the contract does not have there. */
export interface Misplaced {
  /** A JSON Pointer: RFC 6901. */
  readonly pointer: string;
  readonly kind: 'object' | 'array';
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
