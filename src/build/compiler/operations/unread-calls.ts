import { isNamedAsGuard, isNamedAsPredicate } from '../calls/named-calls.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import { isOwnPackage } from '../module/entries.ts';
import type { MiddlewareResult } from './middleware.ts';
import type { Modules } from './module-reader.ts';
import type { ParsedOperation, PassedExports } from './parse.ts';

/** A relative path, the name of a module that a bundler or a platform makes (`virtual:operations`), and one that isn't a name: `import(...)`. */
const KNOWN = /^(?:\.|[a-z][\w+.-]*:)|\(/i;

/**
 * Warns of calls of guards in modules that the build can't find, such as by an alias of the bundler alone: whether they refuse anything isn't checked then. In
 * `_middleware` files, each function may be a guard.
 */
export function checkUnreadCalls(
  wrapping: readonly MiddlewareResult[],
  operations: readonly ParsedOperation[],
  modules: Modules,
  report: Report,
): void {
  const check = (called: readonly PassedExports[], mayGuard: (name: string) => boolean): void => {
    const reported = new Set<string>();
    for (const { from, at } of called) {
      if (KNOWN.test(from) || isOwnPackage(from) || reported.has(from) || !mayGuard(nameAt(at))) continue;
      if (modules.find(at.source.file, from) !== undefined) continue;
      reported.add(from);
      report(messages.unreadCall(at, from));
    }
  };
  for (const { called, middleware } of wrapping) if (middleware !== undefined) check(called, () => true);
  for (const { called } of operations) check(called, (name) => isNamedAsGuard(name) || isNamedAsPredicate(name));
}

/** The last name of a function: `isAdmin` of `guards.isAdmin`. */
function nameAt({ source, span }: Location): string {
  return /[\w$]*$/.exec(source.text.slice(span.start, span.end))![0];
}
