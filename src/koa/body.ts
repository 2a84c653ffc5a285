import type { BodyInput, ContentInput } from '../contract/enforcement.ts';
import type { OperationContext } from './context.ts';

/** A body that was read, and what the contract says of its media type. */
export interface ReadBody {
  readonly content: ContentInput;
  /** Parsed, and where it is a form decoded; not validated. */
  readonly value: unknown;
}

/**
 * Reads the body of a request.
 *
 * @param limit In bytes.
 * @returns undefined where there is none, and none is required.
 */
export async function readBody(
  _ctx: OperationContext,
  _body: BodyInput,
  _limit: number,
): Promise<ReadBody | undefined> {
  return undefined;
}
