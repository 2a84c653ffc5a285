import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import { getOrAdd } from '../../../shared/contract/get-or-add.ts';
import { needsCredentials, routeOf, securityOf } from '../../../shared/contract/operation.ts';
import type { Segment } from '../../../shared/contract/path-template.ts';
import {
  isRest,
  matchTexts,
  printSegments,
  segmentKind,
  segmentTexts,
} from '../../../shared/contract/path-template.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { depthOf, goesWithout, guardingIn, isGuardedAsDeep, shown } from './guarding.ts';
import type { MiddlewareResult } from './middleware.ts';
import type { CompiledOperation } from './resolve.ts';
import { isAround, isInWebhooks } from './tree-files.ts';

/**
 * Reports operations for everyone that take requests of a guarded one, because names come before parameters: `orgs/me/keys` takes `/orgs/me/keys` from
 * `orgs/{id}/keys`, for which `orgs/{id}/_middleware` runs. Those with credentials or a guard are usual: `users/me` is another resource than `users/{id}`.
 */
export function checkTakenPaths(
  files: readonly MiddlewareResult[],
  operations: readonly CompiledOperation[],
  document: BaseDocument,
  report: Report,
): void {
  const all = files.flatMap(guardingIn);
  const guarding = all.filter(({ decides, refuses }) => decides.length > 0 || refuses);
  if (guarding.length === 0) return;
  const guarded = new Map<string, CompiledOperation[]>();
  for (const each of operations)
    if (guarding.some(({ directory }) => isAround(directory, each.contract.id)))
      getOrAdd(guarded, keyOf(each), () => []).push(each);
  for (const operation of operations) {
    const { contract, template, pathAt } = operation;
    if (needsCredentials(securityOf(contract, document))) continue;
    const left = guarding.filter(
      (each) =>
        !isAround(each.directory, contract.id) &&
        // `orgs/search` next to `orgs/{id}/` is another resource.
        depthOf(each) < template.segments.length &&
        !goesWithout(each, operation) &&
        !isGuardedAsDeep(each, contract.id, all),
    );
    if (left.length === 0) continue;
    for (const other of guarded.get(keyOf(operation)) ?? []) {
      const lost = left.find(({ directory }) => isAround(directory, other.contract.id));
      if (lost === undefined || !matchesAll(other.template.segments, template.segments)) continue;
      report(messages.takenPath(pathAt, routeOf(contract), shown(lost), routeOf(other.contract)));
      break;
    }
  }
}

function keyOf({ contract, template }: CompiledOperation): string {
  return `${isInWebhooks(contract.id)} ${contract.method} ${template.segments.length}`;
}

/** Whether a template matches all paths of another one with as many segments. */
function matchesAll(segments: readonly Segment[], others: readonly Segment[]): boolean {
  return segments.every((segment, i) => {
    const other = others[i]!;
    if (printSegments([segment]) === printSegments([other])) return true;
    const [kind, otherKind] = [segmentKind(segment), segmentKind(other)];
    if (kind === 'mixed') return otherKind === 'static' && matchTexts(segmentTexts(segment), String(other[0]), []);
    return kind === 'rest' || (kind === 'parameter' && !isRest(other));
  });
}
