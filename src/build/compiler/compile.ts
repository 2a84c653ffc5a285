import type { Operation } from '../../shared/contract/operation.ts';
import { securityOf } from '../../shared/contract/operation.ts';
import { limitsOf } from '../../shared/contract/paging.ts';
import { checkTreeOnce } from './reuse/check-tree-once.ts';
import { createCache } from './cache.ts';
import { linkDefinitionsOnce, linkDirectoriesOnce, linkEventsOnce, linkOperationsOnce } from './reuse/link-once.ts';
import { readFactsOnce } from './reuse/parse-once.ts';
import type { CompilationCache } from './cache.ts';
import type { CustomDirectives } from '../../directives/custom/custom-directives.ts';
import { commentsByFile } from './comments-by-file.ts';
import type { Compilation, CompilationInput } from './compilation.ts';
import { EMPTY } from './compilation.ts';
import type { Definitions } from './definitions/collect.ts';
import type { Diagnostic, Report } from './diagnostics/diagnostic.ts';
import { distinctDiagnostics, sortDiagnostics } from './diagnostics/diagnostic.ts';
import * as messages from './diagnostics/messages.ts';
import type { Location } from './diagnostics/source.ts';
import type { Described } from './language/described.ts';
import { checkDescribedAccess } from './language/described.ts';
import { checkEvents, checkLostEvents } from './events/check-events.ts';
import { linkFired } from './events/fired.ts';
import type { EventResult } from './events/parse-event.ts';
import type { CompiledEvent } from './events/resolve-event.ts';
import { outermostFirst, parseFiles } from './parse-files.ts';
import { filesByKind, shownPaths } from './files-by-kind.ts';
import type { LinkedDefinitions } from './link.ts';
import { linkAuthorized, linkPaths } from './link.ts';
import { withSoundFixes } from './diagnostics/sound-fixes.ts';
import { isJsxFile, lacksExtension } from './operations/file-name.ts';
import type { CompiledMiddleware, MiddlewareResult } from './operations/middleware.ts';
import { checkMiddleware, isMiddlewareFile, middlewareAround } from './operations/middleware.ts';
import { withoutKnownOperations } from './operations/known-operations.ts';
import { withoutOwnFields } from './operations/own-fields.ts';
import { findUnsetReads } from './operations/field-reads.ts';
import { checkGuardTypes } from './operations/guard-types.ts';
import type { OperationFile } from './operations/parse.ts';
import { parseSettings } from './operations/parse-settings.ts';
import type { CompiledOperation } from './operations/resolve.ts';
import { checkUnusedSchemes } from './operations/security.ts';
import { fileInTree, isInEvents } from './operations/tree-files.ts';
import type { ModuleFacts } from './operations/module-facts.ts';
import type { KnownFiles, ShownFile } from './operations/lost-guards.ts';
import { checkLostGuards, isModule, showFiles } from './operations/lost-guards.ts';
import type { ContractTree } from './operations/added-security.ts';
import { settleAddedSecurity } from './operations/added-security.ts';
import { checkExtensionNames, withReadExtensions } from './operations/extension-names.ts';
import { checkMissedEffects } from './operations/missed-effects.ts';
import { checkSentModifiers } from './operations/sent-modifiers.ts';
import { checkUnenforced } from './operations/unenforced-security.ts';
import { checkUnread } from './operations/unread-guards.ts';
import { forPackages } from './operations/used-packages.ts';
import type { DirectoryContract } from './operations/directory.ts';
import { findEmptyDirectories } from './operations/empty-directories.ts';
import { checkDirectories } from './operations/unguarded.ts';
import type { OperationTree } from './operations/called-handlers.ts';
import { checkCalledHandlers } from './operations/called-handlers.ts';
import { checkLeftDirectories, checkPassedSecurity } from './operations/left-directories.ts';
import { checkReplacedLines } from './operations/replaced-lines.ts';
import type { Modules } from './operations/module-reader.ts';
import { moduleReader } from './operations/module-reader.ts';
import { passOthers } from './operations/passed-contract.ts';
import { followMiddleware } from './operations/passed-guards.ts';
import { settleStored, stateUsesOf } from './operations/stored-promises.ts';
import { checkThrown } from './operations/thrown.ts';
import { checkLostVersions, compileVersions } from './versions/compile-versions.ts';
import { markVersion } from './versions/mark-version.ts';
import { definitionsOf } from './versions/version-definitions.ts';
import { inVersion } from './versions/overlay-operations.ts';
import type { Stage } from './api-version.ts';

export type { Compilation, CompilationInput, CompiledEvent, CompiledOperation };
export { EMPTY };

/**
 * Compiles a tree of operations. Mistakes in the tree become diagnostics, so it never throws because of them.
 *
 * @example compileOperations({ files: [{ path: 'pets/@get.ts', text: 'export default () => []' }] }).operations[0].contract.path // '/pets'
 */
export function compileOperations(input: CompilationInput): Compilation {
  const compilation = input.versions === undefined ? compileTree(input) : compileVersions(input, compileTree);
  const { customDiagnostics = [], files, versions = [] } = input;
  const all = [...files, ...versions.flatMap((version) => version.files ?? [])];
  const more = [...customDiagnostics, ...findEmptyDirectories(compilation, all), ...findUnsetReads(compilation)];
  const own = withoutOwnFields(forPackages(compilation.diagnostics, input.appTexts, all), all);
  const diagnostics = withoutKnownOperations(withReadExtensions(own, compilation), () => compilation, input);
  const reported = more.length === 0 ? diagnostics : sortDiagnostics([...more, ...diagnostics]);
  return { ...compilation, diagnostics: withSoundFixes(reported) };
}

/** @param stage The version that the tree is compiled as. */
function compileTree(input: CompilationInput, stage?: Stage): Compilation {
  const { directory = 'app/operations', definitionsDirectory = 'app/definitions', cache = createCache() } = input;
  const settings = parseSettings(input, stage?.version.prefix);
  const { custom } = settings;
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): unknown => diagnostics.push(diagnostic);

  // 1. File names.
  const kinds = outermostFirst(filesByKind(input), stage);
  checkNames(input, directory, report);
  const shownFiles = showFiles({ ...input, directory, definitionsDirectory, layers: stage?.layers });
  const known = knownFiles(input, shownFiles, cache, custom);

  // 2. Each file by itself.
  const parsing = { cache, directory, definitionsDirectory, settings };
  const { parsed, replaced, wrapping, sent, defined } = parseFiles(kinds, parsing, stage);
  [...parsed, ...wrapping, ...sent, ...defined].flatMap((result) => result.diagnostics).forEach(report);
  checkLostGuards(known, [...parsed, ...wrapping], definitionsDirectory, report);

  // 3. The definitions of all files together.
  const today = defined.map((result) => result.definitions);
  const definitions = definitionsOf(cache, today, stage, custom, report);
  const linked = linkDefinitionsOnce(cache, definitions, limitsOf(input.paging));
  linked.diagnostics.forEach(report);

  // 4. Each directory and each operation with its definitions.
  const contracts = wrapping.flatMap((result) => result.contract ?? []);
  const directories = linkDirectoriesOnce(cache, contracts, linked);
  directories.diagnostics.forEach(report);
  const modules = moduleReader(shownFiles, known.read, input);
  const { found: passed, others } = passOthers({ wrapping, parsed, replaced }, modules, report);
  const found = inVersion(passed, { contracts, directories }, stage, report);
  const resolved = linkOperationsOnce(cache, found, directories, linked);
  const operations = resolved.map((result) => result.operation);
  const linkedEvents = linkEventsOnce(cache, checkEvents(sent, report), linked);
  const events = linkedEvents.map((result) => result.event);
  [...resolved, ...linkedEvents].flatMap((result) => result.diagnostics).forEach(report);

  // 5. The whole tree.
  const { around, middleware } = followMiddleware(wrapping, modules);
  checkDirectories(around, operations, settings, linked.definitions, report);
  checkOtherHandlers({ others, parsed: passed, operations, files: around }, linked.definitions, modules, report);
  const places = { directory, definitionsDirectory, hasDocument: definitions.some((each) => each.document), settings };
  checkGuardTypes(middleware, operations, settings, report);
  checkUnread(input, operations, { ...places, known }, report);
  const isReadable = checkReadable(kinds.middlewareFiles, wrapping, directory, report);
  const isComplete = isReadable && passed.length === parsed.length && sent.every(isRead);
  if (input.httpMethods !== undefined) checkMethods(operations, input.httpMethods, report);
  const { clashes, use } = checkTreeOnce(cache, operations, events, linked);
  [...clashes, ...(isComplete ? use.diagnostics : [])].forEach(report);
  if (isComplete) checkUnusedSchemes([...contracts, ...operations], linked.definitions, report);
  const fired = linkFired(operations, eventNames(events), sent.every(isRead), report);
  const linkedOperations = markVersion(linkPaths(linkAuthorized(fired, middleware)), stage?.version, settings.base);
  checkLinked(linkedOperations, linked, { middleware, contracts }, report);

  return {
    operations: linkedOperations,
    events,
    middleware,
    schemas: use.schemas,
    definitions: linked.definitions,
    directories: contracts,
    document: linked.definitions.document,
    comments: commentsByFile([...parsed, ...contracts, ...sent], definitions),
    ...finish(diagnostics, { ...kinds, ...linked, directory, operations, others, wrapping }, known, modules),
    watchFiles: [...new Set([...shownPaths(kinds, directory, definitionsDirectory), ...modules.files])],
    readsOthers: modules.readsOthers(),
    custom,
    ...(stage && { version: stage.version.name }),
  };
}

/** The diagnostics in their order, with the remedies that are right in the whole tree, once the uses of fields of the context are known. */
function finish(
  diagnostics: readonly Diagnostic[],
  tree: ContractTree,
  { files, read }: KnownFiles,
  modules: Modules,
): Pick<Compilation, 'diagnostics' | 'stateUses'> {
  const stateUses = (): ReturnType<typeof stateUsesOf> => stateUsesOf(files.filter(isModule).map(read), modules);
  const settled = settleStored(diagnostics, stateUses);
  const distinct = tree.others.length > 0 ? distinctDiagnostics(settled) : settled;
  return { diagnostics: sortDiagnostics(settleAddedSecurity(distinct, tree)), stateUses };
}

/** Reports guards that operations with the handlers of others lack, and specifiers that can mean several files. */
function checkOtherHandlers(tree: OperationTree, definitions: Definitions, modules: Modules, report: Report): void {
  checkLeftDirectories(tree, modules, report);
  checkReplacedLines(tree, report);
  checkPassedSecurity(tree, definitions, report);
  checkCalledHandlers(tree, definitions.document, modules, report);
  modules.checkRivals(report);
}

/** The files that guards are looked for in. */
function knownFiles(
  { hidden = [], resolveAlias }: CompilationInput,
  shownFiles: readonly ShownFile[],
  cache: CompilationCache,
  custom: CustomDirectives,
): KnownFiles {
  const read = (file: ShownFile): ModuleFacts | undefined => readFactsOnce(cache, { ...file, custom });
  return { ...cache, files: [...shownFiles, ...hidden], read, resolveAlias, custom };
}

/** The contracts of the operations, as plain data. */
export function contractsOf(compilation: Compilation): Operation[] {
  return compilation.operations.map((operation) => operation.contract);
}

/** The contracts of the events: see {@link Operation.event}. */
export function eventsOf(compilation: Compilation): Operation[] {
  return compilation.events.map((event) => event.contract);
}

function eventNames(events: readonly CompiledEvent[]): string[] {
  return events.flatMap(({ contract }) => contract.event ?? []);
}

/** The diagnostics that need operations with the effects of others. */
function checkLinked(
  operations: readonly CompiledOperation[],
  { checkValue, definitions, schemas }: LinkedDefinitions,
  {
    middleware,
    contracts,
  }: { readonly middleware: readonly CompiledMiddleware[]; readonly contracts: readonly DirectoryContract[] },
  report: Report,
): void {
  checkMissedEffects(operations, checkValue, report);
  checkSentModifiers(
    operations.map(({ contract }) => contract),
    schemas,
    report,
  );
  checkExtensionNames(operations, report);
  checkUnenforced(operations, contracts, definitions.document, report);
  checkAccess(operations, definitions, middleware, report);
  checkThrown(operations, definitions.document, report);
}

/** The diagnostics that depend on who can call an operation. */
function checkAccess(
  operations: readonly CompiledOperation[],
  { document }: Definitions,
  middleware: readonly CompiledMiddleware[],
  report: Report,
): void {
  const found = new Map<Location, Diagnostic>();
  const wrapping = middleware.filter(({ wraps }) => wraps);
  for (const each of operations) {
    const { contract: operation, declarations, inherited, pathAt: at } = each;
    const lines = { own: declarations.described, outer: inherited?.layer.described ?? NOTHING };
    const isWrapped = middlewareAround(each, wrapping).length > 0;
    const context = { operation, security: securityOf(operation, document), isWrapped, at };
    checkDescribedAccess(lines, context, found);
  }
  for (const diagnostic of found.values()) report(diagnostic);
}

const NOTHING: Described = new Map();
function checkNames(input: CompilationInput, directory: string, report: Report): void {
  const { files, lostEvents = [] } = input;
  if (input.versions === undefined) checkLostVersions(input, report);
  checkLostEvents(lostEvents, directory, report);
  for (const { path } of files) {
    if (isJsxFile(path)) report(messages.jsxFile(fileInTree(directory, path)));
    if (isMiddlewareFile(path) && isInEvents(path)) report(messages.eventMiddleware(fileInTree(directory, path)));
    if (lacksExtension(path)) report(messages.missingExtension(fileInTree(directory, path)));
  }
}

function checkMethods(operations: readonly CompiledOperation[], served: readonly string[], report: Report): void {
  for (const { contract, declarations, pathAt } of operations)
    if (!served.includes(contract.method))
      report(messages.unservedMethod(declarations.methods[0]?.at ?? pathAt, contract.method));
}

/** Reports directories with several `_middleware` files, and returns whether each file could be read. */
function checkReadable(
  files: readonly OperationFile[],
  results: readonly MiddlewareResult[],
  directory: string,
  report: Report,
): boolean {
  const readable = files.filter((_, i) => hasResult(results[i]!));
  const paths = readable.map(({ path }) => path);
  checkMiddleware(paths, directory, report);
  return readable.length === files.length;
}

/** Whether the file of an event could be read. Other code in its directory isn't an event. */
function isRead({ event, other }: EventResult): boolean {
  return event !== undefined || other !== undefined;
}

function hasResult({ middleware, contract }: MiddlewareResult): boolean {
  return middleware !== undefined || contract !== undefined;
}
