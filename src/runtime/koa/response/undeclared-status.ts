import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import { findByStatus } from '../../../shared/contract/statuses.ts';
import type { OperationContext } from '../context.ts';
import { REFUSED } from '../refused.ts';
import { report } from '../report-channel.ts';
import { isError, statusOf } from './http-error.ts';
import { problemsOf } from './problem-format.ts';
import { Reported } from './reported.ts';

/** The statuses that have been reported, by operation. */
const reported = new Reported();

/** Warns of an error whose status the contract lacks: once for each operation and status. */
export function reportUndeclared(ctx: OperationContext, thrown: unknown): void {
  const { operation } = ctx;
  const status = undeclaredStatus(operation, thrown);
  if (status === undefined || !isFirstOf(operation, status)) return;
  const sent = problemsOf(ctx).statusOf(status);
  const instead = sent === status ? 'Add' : `Throw ${sent}, which this project sends in place of ${status}, or add`;
  report(
    ctx,
    `${operation.id}: threw an error with status ${status}, which the contract does not declare. ${instead} "@throws ${status} - ..." to its comment.`,
  );
}

/** Whether an error is the first one of an operation and a status that is reported. */
export function isFirstOf(operation: OperationEntry, status: number): boolean {
  return reported.add(operation, status);
}

/** The status of an error, unless the contract has it. Every other status becomes a 500, which each operation can answer. */
function undeclaredStatus({ answers }: OperationEntry, thrown: unknown): number | undefined {
  try {
    if (answers === undefined || !isError(thrown) || REFUSED in thrown) return undefined;
    const status = statusOf(thrown);
    const isSent = typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599;
    return isSent && findByStatus(status, (name) => answers.includes(name) || undefined) === undefined
      ? status
      : undefined;
  } catch {
    // An error whose fields cannot be read is a 500.
    return undefined;
  }
}
