import { relative } from 'node:path';
import type { Diagnostic } from '../build/compiler/diagnostics/diagnostic.ts';
import { parseSyntax } from '../build/compiler/module/syntax.ts';
import { isUnthrown } from '../build/compiler/operations/module-facts.ts';
import { pathInTree } from '../build/compiler/operations/tree-files.ts';
import { buildError } from '../build/project/errors.ts';
import { toPosix } from '../build/project/files.ts';
import type { Build } from './build.ts';

/**
 * Checks a module outside of the tree, such as one with guards that operations call.
 *
 * @throws {Error} If it makes a problem and does not throw it, or calls a guard without using its result, so that requests pass.
 */
export function checkModule(build: Pick<Build, 'project' | 'session'>, text: string, id: string): void {
  if (!/\bproblem\b|\bnext\s*\(|\bVerifiers?\b/.test(text) || !text.includes('unplugin-operations')) return;
  if (pathInTree(build.session().directory, toPosix(id)) !== undefined) return;
  const found: Diagnostic[] = [];
  const file = toPosix(relative(build.project.root, id));
  parseSyntax({ file, text }, (diagnostic) => found.push(diagnostic));
  const error = buildError(found.filter(({ code }) => isUnthrown(code)));
  if (error !== undefined) throw error;
}
