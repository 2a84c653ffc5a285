import type { AnySchema, Resolve } from '../../../shared/schema/json-types.ts';
import type { Components } from '../../../shared/validation/explain/index.ts';
import type { IsSame } from '../../../shared/comparison/sameness.ts';

/** A value to try, and the part of it that differs from the simplest one. */
export interface Candidate {
  readonly value: unknown;
  /** The path of that part: names, and `[]` for items. */
  readonly path: readonly string[];
}

/** The state of making values. */
export interface Making {
  readonly before: Resolve;
  readonly after: Resolve;
  readonly components: Components;
  readonly isSame: IsSame;
  /** The sizes of the values that are made. */
  readonly sizes: WeakMap<object, number>;
  /** The alternatives of the unions of both versions. */
  readonly unions: Readonly<Record<'before' | 'after', WeakMap<object, readonly AnySchema[]>>>;
  /** The simplest value of a schema of the baseline; undefined if none is found. */
  sample(schema: AnySchema, depth: number): unknown;
  /** Whether a value at this level has its optional parts too, if it can. */
  isFull(depth: number): boolean;
  /** Values at the differences of two schemas, made as they are read. */
  vary(before: AnySchema, after: AnySchema | undefined, depth: number): Iterable<Candidate>;
}

/** Values that differ as a whole from the simplest one. */
export function wholeValues(values: readonly unknown[]): Candidate[] {
  return values.map((value) => ({ value, path: [] }));
}
