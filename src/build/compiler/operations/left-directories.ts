import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { goesWithout, guardingIn, isSameKind, shown } from './guarding.ts';
import type { MiddlewareResult } from './middleware.ts';
import type { PassedOperation } from './passed-contract.ts';
import type { CompiledOperation } from './resolve.ts';
import { isAround } from './tree-files.ts';

/** Reports operations that pass on others, and leave behind a guard that these have by their directories. Only their own lines mean it. */
export function checkLeftDirectories(
  passed: readonly PassedOperation[],
  operations: readonly CompiledOperation[],
  files: readonly MiddlewareResult[],
  report: Report,
): void {
  if (passed.length === 0) return;
  const guarding = files.flatMap(guardingIn);
  const compiled = new Map(operations.map((operation) => [operation.contract.id, operation]));
  for (const { operation, other } of passed) {
    const { path, handler, guard, declarations } = operation;
    const made = compiled.get(path);
    if (made === undefined) continue;
    const own = { guard, declarations, contract: made.contract };
    const left = guarding.find(
      (each) =>
        isAround(each.directory, other) &&
        !isAround(each.directory, path) &&
        !goesWithout(each, own) &&
        !guarding.some(
          (one) => isSameKind(one, each) && isAround(one.directory, path) && !isAround(one.directory, other),
        ),
    );
    if (left !== undefined) report(messages.leftDirectory(handler.at, handler.from!, shown(left)));
  }
}
