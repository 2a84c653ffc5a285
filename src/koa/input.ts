import type { ReadBody } from './body/index.ts';
import type { OperationContext } from './context.ts';
import { requestedPaging } from './paging.ts';
import { InvalidInput } from './problem.ts';

/**
 * Puts what a request brings on its context, as the contract has it: `ctx.input`, and for a list operation `ctx.paging`.
 *
 * @param body Undefined where there is none.
 * @throws {InvalidInput} That lists all that the contract does not allow.
 */
export function receiveInput(ctx: OperationContext, body: ReadBody | undefined): void {
  const { paging } = ctx.operation;
  if (body?.errors?.length) throw new InvalidInput(body.errors);
  ctx.input = { path: {}, query: {}, header: {}, cookie: {}, body: body?.value };
  if (paging !== undefined) ctx.paging = requestedPaging(ctx, paging);
}
