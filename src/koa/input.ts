import type { ReadBody } from './body.ts';
import type { OperationContext } from './context.ts';
import { requestedPaging } from './paging.ts';

/**
 * Puts what a request brings on its context, as the contract has it: `ctx.input`, and for a list operation `ctx.paging`.
 *
 * @param body Undefined where there is none.
 * @throws {InvalidInput} That lists all that the contract does not allow.
 */
export function receiveInput(ctx: OperationContext, _body: ReadBody | undefined): void {
  const { paging } = ctx.operation;
  if (paging !== undefined) ctx.paging = requestedPaging(ctx, paging);
}
