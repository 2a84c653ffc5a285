import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import { needsCredentials, routeOf, securityOf } from '../../../shared/contract/operation.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Guarding } from './guarding.ts';
import { depthOf, goesWithout, guardingIn, isGuardedAsDeep, shown } from './guarding.ts';
import type { MiddlewareResult } from './middleware.ts';
import type { CompiledOperation } from './resolve.ts';
import { isAround, isInWebhooks } from './tree-files.ts';
import { UrlTree } from './url-tree.ts';

/**
 * Reports operations for everyone that take requests of a guarded one, because the router tries names first: `orgs/me/keys` takes `/orgs/me/keys` from
 * `orgs/{id}/keys`, for which `orgs/{id}/_middleware` runs. Those with credentials or a guard are usual: `users/me` is another resource than `users/{id}`.
 *
 * @param operations The others have no warning yet about the same paths.
 */
export function checkTakenPaths(
  files: readonly MiddlewareResult[],
  operations: { readonly all: readonly CompiledOperation[]; readonly others: readonly CompiledOperation[] },
  document: BaseDocument,
  report: Report,
): void {
  const all = files.flatMap(guardingIn);
  const guarding = all.filter(({ decides, refuses }) => decides.length > 0 || refuses);
  if (guarding.length === 0) return;
  const tree = new UrlTree(operations.all);
  const found = new Map<CompiledOperation, { readonly guard: Guarding; readonly other: CompiledOperation }>();
  for (const other of operations.all) {
    const guards = guarding.filter(({ directory }) => isAround(directory, other.contract.id));
    if (guards.length === 0) continue;
    for (const { operation, url } of tree.sharing(other.template, true)) {
      const { contract } = operation;
      if (found.has(operation) || !isInstead(operation, other) || needsCredentials(securityOf(contract, document)))
        continue;
      const guard = guards.find(
        (each) =>
          // `orgs/search` next to `orgs/{id}/` is another resource.
          depthOf(each) < url.length &&
          !isAround(each.directory, contract.id) &&
          !goesWithout(each, operation) &&
          !isGuardedAsDeep(each, contract.id, all),
      );
      if (guard !== undefined && tree.match(contract.method, url) === operation) found.set(operation, { guard, other });
    }
  }
  for (const operation of operations.others) {
    const taken = found.get(operation);
    if (taken !== undefined)
      report(
        messages.takenPath(
          operation.pathAt,
          routeOf(operation.contract),
          shown(taken.guard),
          routeOf(taken.other.contract),
        ),
      );
  }
}

/** Whether requests to an operation would be answered by the other one if it did not have the URL. */
function isInstead({ contract: one }: CompiledOperation, { contract: other }: CompiledOperation): boolean {
  const isMethod = one.method === other.method || (one.method === 'HEAD' && other.method === 'GET');
  return isMethod && isInWebhooks(one.id) === isInWebhooks(other.id);
}
