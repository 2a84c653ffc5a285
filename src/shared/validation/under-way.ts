/**
 * The use of a copy. A `shared` one is seen by middleware, and a `sent` one is written at once. A `read` one goes to a handler, and has only the
 * properties that exist. In the others, absent ones are undefined, which JSON leaves out and which is faster. Only `shared` ones copy everything.
 */
export type Use = 'shared' | 'sent' | 'read';

/** The results by some function or value, for an object. */
export type Results<T> = Map<unknown, Map<object, T>>;

/** The state that validation and picks keep until the outermost call returns. */
interface UnderWay {
  /** The use of the copy. */
  use: Use;
  /** The results of a pick by alternatives. Without them, each level of a recursive schema could double the time. */
  fitting:
    | {
        picked: Results<unknown> | undefined;
        merged: Results<unknown> | undefined;
        /** The names that alternatives have left out of their results, by result. */
        readonly hidden: Map<object, readonly string[]>;
      }
    | undefined;
  /** The results of tests. */
  tested: Results<boolean> | undefined;
  /** The functions that hold the results of tests until they return. */
  holders: number;
}

/**
 * The state of the call under way: validation and picks are synchronous. It is not an argument, which every generated function would have to pass on.
 */
export const underWay: UnderWay = { use: 'shared', fitting: undefined, tested: undefined, holders: 0 };

/** Keeps a result. */
export function keepResult<T>(results: Results<T>, by: unknown, value: object, result: T): T {
  let known = results.get(by);
  if (known === undefined) results.set(by, (known = new Map()));
  known.set(value, result);
  return result;
}
