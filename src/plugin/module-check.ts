import { getOrAdd } from '../shared/contract/get-or-add.ts';
import { PACKAGE } from '../build/compiler/check-module.ts';
import { formatDiagnostic } from '../build/compiler/diagnostics/diagnostic.ts';
import { pathInTree } from '../build/compiler/operations/tree-files.ts';
import { buildError } from '../build/project/errors.ts';
import type { Session } from '../build/project/session.ts';
import { toPosix } from '../build/project/files.ts';
import type { Build } from './build.ts';

/** The texts of modules that may have guards: they name this package, or use an app that another module makes. */
export const MAY_GUARD: readonly string[] = [PACKAGE, '.use(', '.listen('];
const shown = new WeakMap<Session, Set<string>>();

/**
 * Checks a module outside of the tree, such as one with verifiers, or with guards that operations call.
 *
 * @param context Gets the warnings; undefined in the dev server, which shows them itself.
 * @throws {Error} If it makes a problem and does not throw it, or calls a guard without using its result, so that requests pass.
 */
export function checkModule(
  build: Pick<Build, 'session'>,
  context: { warn(message: string): void } | undefined,
  text: string,
  id: string,
): void {
  if (!MAY_GUARD.some((each) => text.includes(each))) return;
  const session = build.session();
  if (pathInTree(session.directory, toPosix(id)) !== undefined) return;
  const diagnostics = session.checkModule(id, text);
  const error = buildError(diagnostics);
  if (error !== undefined) throw error;
  if (context === undefined) return;
  // Several modules can import the one of a warning.
  const known = getOrAdd(shown, session, () => new Set<string>());
  for (const warning of diagnostics.map(formatDiagnostic).filter((each) => !known.has(each))) {
    known.add(warning);
    context.warn(warning);
  }
}
