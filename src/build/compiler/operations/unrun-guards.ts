import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { SourceText } from '../diagnostics/source.ts';
import type { Export, ModuleExports } from '../module/exports.ts';
import type { Syntax } from '../module/syntax.ts';
import { guardedCopies } from './guarded-copies.ts';
import { unrunRouters } from './unrun-routers.ts';

/** A diagnostic about a guard that something in a file gets, while nothing there runs it. */
export interface UnrunGuard {
  readonly diagnostic: Diagnostic;
  /** The export that has it, which other files can run. */
  readonly exported: Export | undefined;
}

/**
 * Finds the routers and other values of an operation or a `_middleware` file that have a guard, and that nothing in the file runs.
 *
 * @param main The export that is the handler or the middleware.
 */
export function unrunGuards(source: SourceText, syntax: Syntax, found: ModuleExports, main: string): UnrunGuard[] {
  const routers = unrunRouters(source, syntax, found, main).map(({ at, exported }) => ({
    diagnostic: messages.unrunRouter(at),
    exported,
  }));
  const copies = guardedCopies(source, syntax, found, main).map(({ name, at, exported }) => ({
    diagnostic: messages.guardedCopy(at, name, main),
    exported,
  }));
  return [...routers, ...copies];
}
