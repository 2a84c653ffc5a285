import type { CustomDirectives } from '../../directives/custom/custom-directives.ts';
import type { StateUses } from './calls/state-uses.ts';
import type { CompilationCache } from './cache.ts';
import type { CompilationInput } from './compilation.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { SourceText } from './diagnostics/source.ts';
import { checkParsedBodies } from './operations/context-reads.ts';
import { checkAppMiddleware, checkImportedGuards } from './operations/ineffective-guards.ts';
import { unsetInVerifiers } from './operations/field-reads.ts';
import { withoutKnownOperations } from './operations/known-operations.ts';
import { moduleReader } from './operations/module-reader.ts';
import { settleStored, stateUsesOf } from './operations/stored-promises.ts';
import { findTaken } from './operations/passed-from.ts';
import { checkVerifiers, verifierFunctions, verifiersOf } from './operations/unscoped-verifiers.ts';
import { checkVerifierReads, verifierParameters, withVerifierPaths } from './operations/verifier-reads.ts';
import type { CompiledTree } from './taken-handlers.ts';
import { checkTakenHandlers } from './taken-handlers.ts';
import { readFactsOnce } from './reuse/parse-once.ts';

/** The name of this package, in the text of a module. */
export const PACKAGE = 'unplugin-operations';

/** The settings that a module outside of the tree is checked with. */
export interface ModuleInput extends Pick<CompilationInput, 'readFile' | 'resolveAlias' | 'base' | 'strict'> {
  readonly cache: CompilationCache;
  readonly custom: CustomDirectives;
  readonly tree?: CompiledTree;
  /** Whether a module is left out if neither it nor what it imports names this package: it may be that of another app. */
  readonly isOwn?: boolean;
}

/**
 * Finds the problems that a module outside of the tree and its imports make and do not throw, and their calls of guards that refuse nothing. A module with syntax errors has none.
 *
 * @example checkModule({ file: 'app/security.ts', text }, input)[0]?.code // 'ineffective-guard'
 */
export function checkModule(
  { file, text }: SourceText,
  { cache, custom, tree, isOwn = true, ...outside }: ModuleInput,
): readonly Diagnostic[] {
  const read = (source: SourceText): ReturnType<typeof readFactsOnce> => readFactsOnce(cache, { ...source, custom });
  const facts = read({ file, text });
  if (facts === undefined) return [];
  const found = [...facts.ineffective];
  const modules = moduleReader([], read, outside);
  // Verifiers may be in a module that does not name this package.
  const taken = findTaken(facts, modules);
  if (!isOwn && ![facts, ...taken].some(({ source }) => source.text.includes(PACKAGE))) return [];
  const report = (diagnostic: Diagnostic): void => void found.push(diagnostic);
  checkImportedGuards([facts], modules, report);
  const apps = [facts, ...modules.facts];
  checkAppMiddleware(apps, modules, report);
  const given = verifiersOf(apps, modules);
  checkVerifiers(given, apps, modules, report);
  const before = apps.flatMap(({ source, beforeOperations }) => beforeOperations.map((value) => ({ source, value })));
  const verifiers = verifierFunctions(given, apps, modules);
  checkVerifierReads(verifiers, modules, report);
  checkParsedBodies([...facts.using, ...before, ...verifiers], modules, report);
  const parameters = verifierParameters(verifiers, modules, apps);
  const compilation = parameters.length === 0 ? undefined : tree?.compilation();
  if (compilation !== undefined) unsetInVerifiers(parameters, compilation).forEach(report);
  modules.checkRivals(report);
  if (tree !== undefined) checkTakenHandlers(apps, tree, modules, report);
  // In a mounted app, the path is without a prefix.
  const isMounted = apps.some(({ source }) => /\bkoa-mount\b/.test(source.text));
  const uses = (): readonly StateUses[] | undefined => {
    const last = tree?.compilation();
    const compilations = last === undefined ? [] : [last, ...(last.older ?? [])];
    const all = [stateUsesOf(apps, modules), ...compilations.map(({ stateUses }) => stateUses())];
    return all.includes(undefined) ? undefined : all.flatMap((each) => each ?? []);
  };
  return withoutKnownOperations(settleStored(withVerifierPaths(found, verifiers), uses), () => tree?.compilation(), {
    ...outside,
    isMounted,
  });
}
