import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import { needsCredentials, routeOf, securityOf } from '../../../shared/contract/operation.ts';
import type { Prefixes } from '../../../shared/contract/webhooks.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { depthOf, goesWithout, guardingIn, isGuardedAsDeep, shown } from './guarding.ts';
import type { MiddlewareResult } from './middleware.ts';
import { isBelowWebhooks, isInOtherTree, isReplacedAround } from './other-tree.ts';
import type { CompiledOperation } from './resolve.ts';
import { isAround } from './tree-files.ts';
import { urlTreeOf } from './url-tree.ts';

/**
 * Reports operations for everyone that take requests of a guarded one, because the router tries names first: `orgs/me/keys` takes `/orgs/me/keys` from
 * `orgs/{id}/keys`, for which `orgs/{id}/_middleware` runs. Those with credentials or a guard are usual: `users/me` is another resource than `users/{id}`.
 *
 * @param matched Those that have a warning about the same paths.
 */
export function checkTakenPaths(
  files: readonly MiddlewareResult[],
  {
    operations,
    matched,
    prefixes,
  }: {
    readonly operations: readonly CompiledOperation[];
    readonly matched: ReadonlySet<CompiledOperation>;
    readonly prefixes: Prefixes;
  },
  document: BaseDocument,
  report: Report,
): void {
  const all = files.flatMap(guardingIn);
  const guarding = all.filter(({ decides, refuses }) => decides.length > 0 || refuses);
  if (guarding.length === 0) return;
  const tree = urlTreeOf(operations);
  const reported = new Set(matched);
  for (const other of operations) {
    const guards = guarding.filter(({ directory }) => isAround(directory, other.contract.id));
    if (guards.length === 0) continue;
    for (const { operation, url } of tree.sharing(other.template, true)) {
      const { contract, pathAt } = operation;
      if (reported.has(operation) || !isInstead(operation, other) || needsCredentials(securityOf(contract, document)))
        continue;
      const guard = guards.find(
        (each) =>
          // `orgs/search` next to `orgs/{id}/` is another resource, and `orgs/x-{id}` is not.
          (depthOf(each) < url.length || /\{[^/]*$/.test(operation.template.text)) &&
          !isAround(each.directory, contract.id) &&
          !goesWithout(each, operation) &&
          (isInOtherTree(each, operation)
            ? isBelowWebhooks(each, prefixes) && !isReplacedAround(each, operation, all)
            : !isGuardedAsDeep(each, contract, all)),
      );
      if (guard === undefined || tree.match(contract.method, url) !== operation) continue;
      reported.add(operation);
      report(messages.takenPath(pathAt, routeOf(contract), shown(guard), routeOf(other.contract)));
    }
  }
}

/** Whether requests to an operation would be answered by the other one if it did not have the URL. */
function isInstead({ contract: one }: CompiledOperation, { contract: other }: CompiledOperation): boolean {
  return one.method === other.method || (one.method === 'HEAD' && other.method === 'GET');
}
