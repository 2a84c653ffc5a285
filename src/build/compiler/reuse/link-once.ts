import type { PagingLimits } from '../../../shared/contract/list-contract.ts';
import { builtInDefinitions } from '../definitions/built-in.ts';
import type { FileDefinitions } from '../definitions/model.ts';
import type { LinkedDefinitions, LinkedDirectory, LinkedEvent, LinkedOperation } from '../link.ts';
import { linkDefinitions, linkDirectory, linkEvent, linkOperation, declaredNames } from '../link.ts';
import type { ParsedEvent } from '../events/parse-event.ts';
import type { DirectoryContract } from '../operations/directory.ts';
import type { Inherited } from '../operations/inherit.ts';
import { inheritedBy } from '../operations/inherit.ts';
import type { ParsedOperation } from '../operations/parse.ts';
import { findChanges } from '../definitions/changed-definitions.ts';
import { KINDS } from '../definitions/collect.ts';
import { isSameList } from '../../../shared/schema/same-list.ts';
import { withoutVersion } from '../operations/tree-files.ts';
import type { CompilationCache, LinkedDirectories } from '../cache.ts';

/** {@link linkDefinitions}, reusing the last link, or the schemas that no change affects. */
export function linkDefinitionsOnce(
  cache: CompilationCache,
  files: readonly FileDefinitions[],
  limits: PagingLimits,
): LinkedDefinitions {
  const last =
    cache.linked !== undefined && isSameLimits(cache.linked.linked.limits, limits) ? cache.linked : undefined;
  if (last !== undefined && isSameList(last.files, files)) return last.linked;
  const builtIn = last?.builtIn ?? builtInDefinitions(limits);
  const linked = linkDefinitions(files, builtIn, limits, (definitions) => {
    const changes = last && findChanges(last.linked.definitions, definitions);
    return (name) => (changes?.schemas.has(name) === false ? last?.linked.schemas.get(name) : undefined);
  });
  cache.linked = { files, builtIn, linked };
  return linked;
}

/** {@link linkDirectory} for each contract of a directory, reusing those that no change affects. */
export function linkDirectoriesOnce(
  cache: CompilationCache,
  contracts: readonly DirectoryContract[],
  linked: LinkedDefinitions,
): LinkedDirectories {
  const isReusable = reuseRule(cache.directories?.linked, linked);
  const results = new Map<DirectoryContract, LinkedDirectory>();
  const inherited = new Map<string, Inherited>();
  const seen = new Set<string>();
  for (const contract of contracts.toSorted((a, b) => depthOf(a) - depthOf(b))) {
    // Two files in one directory are an error.
    if (seen.has(contract.directory)) continue;
    seen.add(contract.directory);
    const directory = withoutVersion(contract.directory);
    // That of an older version is around the one of today.
    const parent = inherited.get(directory) ?? inheritedBy(inherited, directory.slice(0, -1));
    const last = cache.directories?.results.get(contract);
    const isSame = last !== undefined && last.parent === parent && isReusable(contract, last);
    const result = isSame ? last : linkDirectory(contract, parent, linked);
    results.set(contract, result);
    inherited.set(directory, result.inherited);
  }
  cache.directories = { linked, results, inherited };
  return { inherited, diagnostics: [...results.values()].flatMap(({ diagnostics }) => diagnostics) };
}

/** {@link linkOperation} for each operation, reusing those that no change affects. */
export function linkOperationsOnce(
  cache: CompilationCache,
  operations: readonly ParsedOperation[],
  directories: LinkedDirectories,
  linked: LinkedDefinitions,
): LinkedOperation[] {
  const isReusable = reuseRule(cache.resolved?.linked, linked);
  const results = new Map<ParsedOperation, LinkedOperation>();
  for (const parsed of operations) {
    const inherited = inheritedBy(directories.inherited, parsed.path);
    const last = cache.resolved?.results.get(parsed);
    const isSame = last !== undefined && last.operation.inherited === inherited && isReusable(parsed, last);
    results.set(parsed, isSame ? last : linkOperation(parsed, inherited, linked));
  }
  cache.resolved = { linked, results };
  return [...results.values()];
}

/** {@link linkEvent} for each event, reusing those that no change affects. */
export function linkEventsOnce(
  cache: CompilationCache,
  events: readonly ParsedEvent[],
  linked: LinkedDefinitions,
): LinkedEvent[] {
  const isReusable = reuseRule(cache.sent?.linked, linked);
  const results = new Map<ParsedEvent, LinkedEvent>();
  for (const parsed of events) {
    const last = cache.sent?.results.get(parsed);
    results.set(parsed, last !== undefined && isReusable(parsed, last) ? last : linkEvent(parsed, linked));
  }
  cache.sent = { linked, results };
  return [...results.values()];
}

function depthOf({ directory }: DirectoryContract): number {
  return withoutVersion(directory).length;
}

function reuseRule(
  before: LinkedDefinitions | undefined,
  after: LinkedDefinitions,
): (parsed: Pick<ParsedOperation, 'declarations'>, last: Pick<LinkedOperation, 'diagnostics'>) => boolean {
  if (before === after) return () => true;
  // Security depends on the schemes that the document declares.
  const isSameDocument = before?.definitions.document === after.definitions.document;
  if (before === undefined || !isSameDocument || !isSameLimits(before.limits, after.limits)) return () => false;
  const changes = findChanges(before.definitions, after.definitions);
  // The message of a diagnostic can depend on any definition, as in "Did you mean ...?".
  return ({ declarations }, { diagnostics }) => {
    const names = declaredNames(declarations);
    return diagnostics.length === 0 && !KINDS.some((kind) => names[kind].some((name) => changes[kind].has(name)));
  };
}

function isSameLimits(a: PagingLimits, b: PagingLimits): boolean {
  return a.defaultSize === b.defaultSize && a.maxSize === b.maxSize;
}
