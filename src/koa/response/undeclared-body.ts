import type { OperationEntry } from '../../contract/manifest.ts';
import type { OperationContext } from '../context.ts';
import { report } from '../report-channel.ts';

const reported = new WeakSet<OperationEntry>();

/** Warns of a body if the contract declares no response: once for each operation. */
export function reportUndeclaredBody(ctx: OperationContext): void {
  const { operation, body, status } = ctx;
  if (body == null || status >= 300 || reported.has(operation)) return;
  reported.add(operation);
  report(
    ctx,
    `${operation.id}: sent a body, but the contract has no "@returns". Every property is sent, and the document and the client don't know them. Add "@returns {...} - ..." to its comment.`,
  );
}
