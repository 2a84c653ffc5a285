import type { FileResults } from './file-results.ts';
import { rememberResult } from './file-results.ts';
import type { PagingLimits } from '../../shared/contract/operation.ts';
import { builtInDefinitions } from './definitions/built-in.ts';
import { parseDefinitionFile } from './definitions/definition-file.ts';
import type { FileDefinitions } from './definitions/model.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { SourceText } from './diagnostics/source.ts';
import type { UsedNames } from './definitions/consistency.ts';
import type { DefinitionUse, LinkedDefinitions, LinkedDirectory, LinkedEvent, LinkedOperation } from './link.ts';
import {
  findClashes,
  findUse,
  linkDefinitions,
  linkDirectory,
  linkEvent,
  linkOperation,
  declaredNames,
  usedNames,
} from './link.ts';
import { parseEvent } from './events/parse-event.ts';
import type { EventResult, ParsedEvent } from './events/parse-event.ts';
import type { CompiledEvent } from './events/resolve-event.ts';
import type { DirectoryContract } from './operations/directory.ts';
import { isSameContract } from './operations/directory.ts';
import type { Inherited } from './operations/inherit.ts';
import { inheritedBy } from './operations/inherit.ts';
import type { MiddlewareResult } from './operations/middleware.ts';
import { parseMiddleware } from './operations/middleware.ts';
import type { OperationFile, ParseResult, ParsedOperation } from './operations/parse.ts';
import { parseOperation } from './operations/parse.ts';
import type { ParseSettings } from './operations/parse-settings.ts';
import type { CompiledOperation } from './operations/resolve.ts';
import type { ModuleFacts } from './operations/module-facts.ts';
import { readFacts } from './operations/module-facts.ts';
import { findChanges } from './definitions/changed-definitions.ts';
import { KINDS } from './definitions/collect.ts';
import { isSameList } from '../../shared/schema/same-list.ts';
import { withoutVersion } from './operations/tree-files.ts';

/**
 * The results of the last run. Every rule about what the next run may reuse is in this file:
 *
 * 1. A file with the same path and text is not parsed again.
 * 2. The same definitions and page sizes are not linked again.
 * 3. A schema is expanded again only if it, or a schema it refers to, has changed.
 * 4. An operation is resolved again only if a definition it uses has changed, if it has diagnostics, or if openapi.yaml has changed. The same
 *    applies to the contract of a directory.
 * 5. The contracts and operations below a directory are resolved again if its contract has been. An edit below the comment does not change a contract.
 * 6. An event is resolved again as an operation is.
 * 7. The whole tree is checked again only if an operation changes what other operations and the definitions see of it.
 * 8. Each version has a cache of its own. Its definitions are laid over those of today again only if a file has changed.
 */
export interface CompilationCache {
  readonly operations: FileResults<ParseResult>;
  readonly middleware: FileResults<MiddlewareResult>;
  readonly events: FileResults<EventResult>;
  readonly definitions: FileResults<ReturnType<typeof parseDefinitionFile>>;
  /** The modules that guards are looked for in, by the path that diagnostics show. */
  readonly modules: FileResults<{ readonly facts: ModuleFacts | undefined }>;
  /** The files that take the guards of others, as in the last run. */
  readonly takers: Map<string, string>;
  /** The operations whose names are not near `_middleware`. */
  readonly plain: Set<string>;
  linked: CachedLink | undefined;
  directories: (CachedResults<DirectoryContract, LinkedDirectory> & Pick<LinkedDirectories, 'inherited'>) | undefined;
  resolved: CachedResults<ParsedOperation, LinkedOperation> | undefined;
  sent: CachedResults<ParsedEvent, LinkedEvent> | undefined;
  tree: CachedTree | undefined;
  /** The definitions of older versions, by version. */
  readonly layers: Map<string, CompilationCache['definitions']>;
  overlaid: OverlaidDefinitions | undefined;
  /** The caches of older versions, which compile the same files to other contracts. */
  readonly versions: Map<string, CompilationCache>;
}

/** The definitions of a version as of the last run. */
export interface OverlaidDefinitions {
  readonly parts: readonly (readonly FileDefinitions[])[];
  readonly files: readonly FileDefinitions[];
}

interface CachedLink {
  readonly files: readonly FileDefinitions[];
  readonly builtIn: FileDefinitions;
  readonly linked: LinkedDefinitions;
}

/** The contracts of all directories. */
export interface LinkedDirectories {
  /** By directory, with a `/` at its end. */
  readonly inherited: ReadonlyMap<string, Inherited>;
  readonly diagnostics: readonly Diagnostic[];
}

interface CachedResults<Parsed, Result> {
  readonly linked: LinkedDefinitions;
  readonly results: ReadonlyMap<Parsed, Result>;
}

interface CachedTree {
  /** The operations whose clashes were found, by id. */
  readonly routes: ReadonlyMap<string, CompiledOperation>;
  readonly clashes: readonly Diagnostic[];
  readonly linked: LinkedDefinitions;
  readonly names: UsedNames;
  readonly use: DefinitionUse;
}

/** Creates an empty cache. */
export function createCache(): CompilationCache {
  return {
    operations: new Map(),
    middleware: new Map(),
    events: new Map(),
    definitions: new Map(),
    modules: new Map(),
    takers: new Map(),
    plain: new Set(),
    linked: undefined,
    directories: undefined,
    resolved: undefined,
    sent: undefined,
    tree: undefined,
    layers: new Map(),
    overlaid: undefined,
    versions: new Map(),
  };
}

/** {@link parseOperation}, reusing the result of the same text. */
export function parseOperationOnce(
  cache: CompilationCache,
  file: OperationFile,
  directory: string,
  settings: ParseSettings,
): ParseResult {
  return rememberResult(cache.operations, file, () => parseOperation(file, directory, settings));
}

/** {@link parseMiddleware}, reusing the result of the same text. If the text is the same up to the end of the comment, the contract is the last one. */
export function parseMiddlewareOnce(
  cache: CompilationCache,
  file: OperationFile,
  directory: string,
  settings: ParseSettings,
): MiddlewareResult {
  const last = cache.middleware.get(file.path)?.result.contract;
  return rememberResult(cache.middleware, file, () => {
    const result = parseMiddleware(file, directory, settings);
    const isSame = last !== undefined && result.contract !== undefined && isSameContract(last, result.contract);
    return isSame ? { ...result, contract: last } : result;
  });
}

/** {@link parseEvent}, reusing the result of the same text. */
export function parseEventOnce(cache: CompilationCache, ...given: Parameters<typeof parseEvent>): EventResult {
  return rememberResult(cache.events, given[0], () => parseEvent(...given));
}

/** {@link parseDefinitionFile}, reusing the result of the same text. */
export function parseDefinitionsOnce(
  cache: CompilationCache,
  ...given: Parameters<typeof parseDefinitionFile>
): ReturnType<typeof parseDefinitionFile> {
  return rememberResult(cache.definitions, given[0], () => parseDefinitionFile(...given));
}

/** {@link readFacts}, reusing the result of the same text. */
export function readFactsOnce(cache: CompilationCache, { file, text, custom }: SourceText): ModuleFacts | undefined {
  return rememberResult(cache.modules, { path: file, text }, () => ({ facts: readFacts({ file, text, custom }) }))
    .facts;
}

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

/** {@link findClashes} and {@link findUse}, reusing what no change affects. */
export function checkTreeOnce(
  cache: CompilationCache,
  operations: readonly CompiledOperation[],
  events: readonly CompiledEvent[],
  linked: LinkedDefinitions,
): CachedTree {
  const last = cache.tree;
  const names = usedNames(operations, events, linked.definitions);
  const isSameUse = last?.linked === linked && KINDS.every((kind) => isSameSet(names[kind], last.names[kind]));
  const use = isSameUse ? last.use : findUse(names, linked);
  // Clashes point into the operations, so they are found again.
  const isClean = last?.clashes.length === 0 && operations.every((one) => isSameRoute(one, last.routes));
  const { routes, clashes } = isClean
    ? last
    : { routes: new Map(operations.map((one) => [one.contract.id, one])), clashes: findClashes(operations) };
  cache.tree = { routes, clashes, linked, names, use };
  return cache.tree;
}

/** Whether other operations see no difference between an operation and the one of the same file. */
function isSameRoute(one: CompiledOperation, routes: ReadonlyMap<string, CompiledOperation>): boolean {
  const other = routes.get(one.contract.id);
  if (other === undefined || other === one) return other === one;
  const [a, b] = [one.contract, other.contract];
  return a.method === b.method && a.operationId === b.operationId && a.tool?.name === b.tool?.name;
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size !== b.size) return false;
  for (const item of a) if (!b.has(item)) return false;
  return true;
}

function isSameLimits(a: PagingLimits, b: PagingLimits): boolean {
  return a.defaultSize === b.defaultSize && a.maxSize === b.maxSize;
}
