import { needsCredentials, securityOf } from '../../../shared/contract/operation.ts';
import type { Compilation } from '../compilation.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import type { CompiledMiddleware } from '../operations/middleware.ts';
import { guardsOf, middlewareAround } from '../operations/middleware.ts';
import type { CompiledOperation } from '../operations/resolve.ts';
import { versionOf } from '../operations/tree-files.ts';

/**
 * Warns of an `authorize`, or middleware that answers 401 or 403, in a `_middleware` file of an older version if everyone may call one of its operations in the next version, unless that one has
 * `@security none`.
 *
 * @param pairs The operations of the version with those of the next one.
 */
export function checkOlderGuards(
  own: Compilation,
  next: Compilation,
  pairs: ReadonlyMap<CompiledOperation, CompiledOperation>,
  report: Report,
): void {
  const files = own.middleware.filter((file) => guardAt(file) !== undefined && versionOf(file.path) === own.version);
  if (files.length === 0) return;
  const reported = new Set<string>();
  for (const [operation, other] of pairs) {
    if (!isOpen(other, next)) continue;
    for (const file of middlewareAround(operation, files)) {
      if (!reported.has(file.path)) report(messages.olderGuard(guardAt(file)!, own.version!, other));
      reported.add(file.path);
    }
  }
}

/** The export that keeps clients out. */
function guardAt({ guard, refusesAt }: CompiledMiddleware): Location | undefined {
  return guard?.allowsAll === true ? refusesAt : (guard?.at ?? refusesAt);
}

/** Whether everyone may call an operation that has no line for it. */
function isOpen(operation: CompiledOperation, { document, middleware }: Compilation): boolean {
  if (needsCredentials(securityOf(operation.contract, document)) || operation.declarations.security.length > 0)
    return false;
  const isRefused = middlewareAround(operation, middleware).some(({ isGuard }) => isGuard);
  return !isRefused && guardsOf(operation, middleware).length === 0;
}
