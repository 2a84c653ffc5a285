import type { ContentInput } from '../../../../shared/contract/enforcement.ts';
import type { InputError } from '../../../../shared/contract/problem.ts';
import type { OperationContext } from '../../context.ts';

/** A parsed body, with the contract of its media type. */
export interface ReadBody {
  readonly content: ContentInput;
  /** Its media type, without parameters. */
  readonly type: string;
  /** The parsed value, not yet validated. The fields of a form are decoded. */
  readonly value: unknown;
  /** Violations that the value does not show, such as a file in a text field. */
  readonly errors?: readonly InputError[];
}

/**
 * Reads the body of a request by its media type: JSON, a form, text, or bytes for `{file}`.
 *
 * @returns The body, or a promise of it if it must be awaited; undefined if it is missing or empty.
 * @throws {BodyError} A 400, 413 or 415 if the body is refused. The rest of it is discarded.
 * @throws {Error} If middleware has read the body without storing it.
 */
export type BodyReader = (ctx: OperationContext) => Promise<ReadBody | undefined> | ReadBody | undefined;
