import type { OperationContext } from '../context.ts';
import { isStatusSet } from '../koa-internals.ts';
import { report } from '../report-channel.ts';
import { Reported } from './reported.ts';

const reported = new Reported();

/** Warns of a handler that writes to `ctx.res` and leaves the status to Koa, which starts at 404: once for each operation. */
export function reportRawResponse(ctx: OperationContext): void {
  const { operation, res } = ctx;
  if (!res.headersSent || res.statusCode !== 404 || isStatusSet(ctx) || ctx.respond === false) return;
  if (!reported.add(operation)) return;
  report(
    ctx,
    `${operation.id}: wrote to "ctx.res", whose status is 404 until you set one. Return the value instead, or set "ctx.status" first.`,
  );
}
