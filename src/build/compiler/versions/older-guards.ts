import { needsCredentials } from '../../../shared/contract/operation.ts';
import type { Compilation } from '../compilation.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { customRowsIn, declaredValues } from '../language/described.ts';
import { accessOf } from '../operations/caller-access.ts';
import type { CompiledMiddleware } from '../operations/middleware.ts';
import { middlewareAround } from '../operations/middleware.ts';
import type { CompiledOperation } from '../operations/resolve.ts';
import { versionOf } from '../operations/tree-files.ts';

/**
 * Warns of guards that only an older version has if everyone may call the operation in the next version, unless that one has `@security none`: `authorize`, `@security` and
 * custom guards in the file of an operation, and `authorize` or middleware that answers 401 or 403 in a `_middleware` file.
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
  const reported = new Set<string>();
  for (const [operation, other] of pairs) {
    const at = versionOf(operation.contract.id) === own.version ? ownGuardAt(operation) : undefined;
    const around = middlewareAround(operation, files).filter(({ path }) => !reported.has(path));
    if ((at === undefined && around.length === 0) || !isOpen(other, next)) continue;
    if (at !== undefined) report(messages.olderGuard(at, own.version!, other, 'file'));
    for (const file of around) {
      report(messages.olderGuard(guardAt(file)!, own.version!, other, '"_middleware" file'));
      reported.add(file.path);
    }
  }
}

/** The export that keeps clients out. */
function guardAt({ guard, refusesAt }: CompiledMiddleware): Location | undefined {
  return guard?.allowsAll === true ? refusesAt : (guard?.at ?? refusesAt);
}

/** The first part of the file of an operation that keeps clients out. */
function ownGuardAt({ guard, declarations: { security, described } }: CompiledOperation): Location | undefined {
  if (needsCredentials(security.map(({ value }) => value))) return security[0]!.at;
  const rows = customRowsIn(described).filter((row) => row.protects === true);
  const [line] = rows.flatMap((row) => declaredValues(described, row));
  return line?.at ?? (guard?.allowsAll === true ? undefined : guard?.at);
}

/** Whether everyone may call an operation that has no line for it. */
function isOpen(operation: CompiledOperation, compilation: Compilation): boolean {
  const { isOpen: needsNothing, keptOutBy, guards, required } = accessOf(operation, compilation);
  const isMeant = operation.declarations.security.length > 0;
  return needsNothing && !isMeant && [keptOutBy, guards, required].every(({ length }) => length === 0);
}
