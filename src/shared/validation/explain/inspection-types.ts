import type { Violation } from '../../contract/enforcement.ts';
import type { Schema } from '../../contract/operation.ts';
import type { AnySchema } from '../../schema/json-types.ts';

/** A JSON Schema 2020-12 as plain data, without annotations. */
export type SchemaData = AnySchema;

/** Named schemas, each made at first use. */
export type Components = { readonly [name: string]: () => SchemaData };

/** Reports the violations of a value at a location; false if the value needs no further checks. */
export type Check<T = unknown> = (value: T, pointer: string, inspection: Inspection) => unknown;

/** Composes the check of a schema. */
export type CheckOf = (schema: SchemaData) => Check;

/** Composes the check of one keyword by the keyword's value; undefined if every value passes. */
export type ComposeKeyword<T = unknown> = (operand: never, schema: Schema, checkOf: CheckOf) => Check<T> | undefined;

/** The state of one validation. */
export interface Inspection {
  /** The validation ends after this many violations. */
  readonly limit: number;
  readonly components: Components;
  /** Composes the check of a schema that is known at run time only. */
  readonly checkOf: CheckOf;
  /** Validates a value, and lists its violations in the order of the schema's keywords. */
  run(check: Check, value: unknown): readonly Violation[];
  /** Counts a check that begins; false if the validation is full. */
  begin(): boolean;
  report(violation: Violation): void;
  /** Marks a text as refused: a probe for itself, otherwise for the probes too. */
  refuse(value: unknown): void;
  /** Postpones a check until the cheaper ones are done. It does not run if one of those refused the same text. */
  defer<T>(check: Check<T>, value: T, pointer: string): void;
  /** Validates without reporting: returns the violations, only the first one by default. */
  probe(check: Check, value: unknown, pointer?: string, limit?: number): readonly Violation[];
}
