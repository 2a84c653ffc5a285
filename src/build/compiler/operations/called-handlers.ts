import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { SecurityRequirement } from '../../../shared/contract/operation.ts';
import { securityOf } from '../../../shared/contract/operation.ts';
import { isAsStrict } from '../../../shared/contract/security-requirements.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Guarding } from './guarding.ts';
import { decidingIn, decidingOf, goesWithout, isReplacedBy, NO_MIDDLEWARE, shown } from './guarding.ts';
import type { MiddlewareResult } from './middleware.ts';
import type { Modules } from './module-reader.ts';
import type { ParsedOperation } from './parse.ts';
import type { PassedOperation } from './passed-contract.ts';
import { handlersOf } from './passed-contract.ts';
import { originsOf } from './passed-from.ts';
import type { CompiledOperation } from './resolve.ts';
import { isSameGuard } from './same-guards.ts';
import { isAround } from './tree-files.ts';

/** The operations of a version as they are parsed and as they are compiled, and its `_middleware` files. */
export interface OperationTree {
  readonly parsed: readonly ParsedOperation[];
  readonly operations: readonly CompiledOperation[];
  readonly files: readonly MiddlewareResult[];
  /** The operations that pass on others. */
  readonly others: readonly PassedOperation[];
}

/**
 * Warns of operations that call the handlers of others, whose guards don't run then: `(ctx) => deleteBook(ctx)`. Their own guards, and those of their
 * directories, show that this is intended.
 */
export function checkCalledHandlers(
  { parsed, operations, files, others: passed }: OperationTree,
  document: BaseDocument,
  modules: Modules,
  report: Report,
): void {
  const calling = parsed.filter(({ called }) => called.length > 0);
  if (calling.length === 0) return;
  const guarding = decidingIn(files);
  const handlerOf = handlersOf(parsed);
  const compiled = new Map(operations.map((each) => [each.contract.id, each]));
  for (const { path, called } of calling)
    for (const each of called) {
      const [other] = originsOf(each, modules).flatMap((origin) => handlerOf(origin) ?? []);
      const isPassed = passed.some((one) => one.operation.path === path && one.other === other?.path);
      const [made, whole] = [compiled.get(path), compiled.get(other?.path ?? '')];
      if (made === undefined || whole === undefined || whole === made || isPassed) continue;
      const left = leftGuard(made, whole, { files, guarding, modules }, securityOf(made.contract, document));
      if (left !== undefined) report(messages.calledHandler(each.at, each.from, shown(left)));
    }
}

/** The guard of another operation that an operation has nothing in place of. */
function leftGuard(
  operation: CompiledOperation,
  other: CompiledOperation,
  {
    files,
    guarding,
    modules,
  }: {
    readonly files: readonly MiddlewareResult[];
    readonly guarding: readonly Guarding[];
    readonly modules: Modules;
  },
  security: readonly SecurityRequirement[],
): Guarding | undefined {
  const around = guarding.filter(({ directory }) => isAround(directory, operation.contract.id));
  const outer = guarding.filter((each) => !around.includes(each) && isAround(each.directory, other.contract.id));
  // Those around both run for both, so they replace no more than what they require of all.
  const inPlace = around.map((each) =>
    isAround(each.directory, other.contract.id) ? { ...each, decides: [], ...NO_MIDDLEWARE } : each,
  );
  // The other's own authorize runs there besides those of its directories.
  const isTheirs = isSameGuard(operation.guard, other.guard, modules);
  const own = decidingOf(other, files);
  return [...outer, ...own].find((each) => {
    const made = isTheirs && !own.includes(each) ? { ...operation, guard: undefined } : operation;
    const isSecured = isAsStrict(security, each.security);
    const decides = each.decides.filter((part) => part !== 'security' || !isSecured);
    const isDone = decides.length === 0 && !each.wraps && each.protection === undefined;
    return (
      !isDone && !goesWithout({ ...each, decides }, made) && !isReplacedBy({ ...each, decides }, inPlace, security)
    );
  });
}
