import type { OperationContext } from '../context.ts';
import { report } from '../report-channel.ts';
import { Reported } from './reported.ts';

const reported = new Reported();

/** Warns of a body if the contract declares no response: once for each operation. */
export function reportUndeclaredBody(ctx: OperationContext): void {
  const { operation, body, status } = ctx;
  if (body == null || body === '' || status >= 300 || ctx.method === 'HEAD' || !reported.add(operation)) return;
  report(
    ctx,
    `${operation.id}: sent a body, but its contract has no "@returns", so the body isn't checked and isn't in the document. Add "@returns {...} - ..." to the comment.`,
  );
}
