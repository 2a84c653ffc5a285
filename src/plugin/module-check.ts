import { pathInTree } from '../build/compiler/operations/tree-files.ts';
import { buildError } from '../build/project/errors.ts';
import { toPosix } from '../build/project/files.ts';
import type { Build } from './build.ts';

/**
 * Checks a module outside of the tree, such as one with verifiers, or with guards that operations call.
 *
 * @throws {Error} If it makes a problem and does not throw it, or calls a guard without using its result, so that requests pass.
 */
export function checkModule(build: Pick<Build, 'session'>, text: string, id: string): void {
  if (!text.includes('unplugin-operations')) return;
  const session = build.session();
  if (pathInTree(session.directory, toPosix(id)) !== undefined) return;
  const error = buildError(session.checkModule(id, text));
  if (error !== undefined) throw error;
}
