import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import { answeredStatuses } from '../../../directives/runtime-problems.ts';
import { findByStatus } from '../../../shared/contract/statuses.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { CompiledOperation } from './resolve.ts';

/** Reports each literal status that the file of an operation throws, and its contract lacks; once for each status. */
export function checkThrown(operations: readonly CompiledOperation[], document: BaseDocument, report: Report): void {
  for (const { contract, handler, thrown } of operations) {
    // A handler without a contract has been reported.
    if (thrown.length === 0 || handler.comment === undefined) continue;
    const answers = answeredStatuses(contract, document);
    const isDeclared = (status: number): boolean =>
      findByStatus(status, (name) => answers.has(name) || undefined) !== undefined;
    const lacking = thrown.filter(({ value }) => !isDeclared(value));
    for (const { value, at } of new Map(lacking.toReversed().map((one) => [one.value, one])).values())
      report(messages.undeclaredStatus(at, value, handler.comment.at));
  }
}
