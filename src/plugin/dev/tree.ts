import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { routeTables } from '../../build/codegen/manifest/routes.ts';
import type { Compilation } from '../../build/compiler/compile.ts';
import { EMPTY, contractsOf, eventsOf } from '../../build/compiler/compile.ts';
import type { Diagnostic } from '../../build/compiler/diagnostics/diagnostic.ts';
import { errorsIn, formatDiagnostic } from '../../build/compiler/diagnostics/diagnostic.ts';
import { routeOf } from '../../shared/contract/operation.ts';
import type { McpData } from '../../shared/contract/mcp.ts';
import type { Routing } from '../../shared/contract/routes.ts';
import { matchOperation } from '../../shared/contract/routes.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import type { Prefixes } from '../../shared/contract/webhooks.ts';
import { joinVersions } from '../../build/compiler/versions/join-versions.ts';
import { keyInVersion } from '../../build/compiler/operations/conversion.ts';
import { guardsIn } from '../../build/compiler/operations/guarding.ts';
import { fileInTree, isAround, pathInTree, pathOfId, versionOf } from '../../build/compiler/operations/tree-files.ts';
import { FRAME, entryOfId } from '../../build/project/virtual-modules.ts';
import type { ResolvedOptions } from '../../build/project/options.ts';
import type { Session } from '../../build/project/session.ts';
import { moduleText } from '../../build/project/module-text.ts';
import { routeUnserved } from './unserved.ts';
import type { VersionRouting } from './version-routing.ts';
import { isOfOther, routeVersions } from './version-routing.ts';

/** A tree that is compiled again after each change. */
export interface Tree {
  /** The compilation to serve, of all versions: the last one without errors, or the very first; undefined if the tree does not exist. */
  served(): Compilation | undefined;
  /** The same of the last version, with the older ones. */
  compiled(): Compilation | undefined;
  routing(): Routing<Operation>;
  /**
   * The routes that can serve a request: those of the version that its header names, or else of all versions, because the app decides. Without such
   * versions, they are the only ones.
   */
  routings(req: Pick<IncomingMessage, 'headers'>): readonly Routing<Operation>[];
  /** The operation that a request is for, if it has never been served because the tree has errors: its id. */
  unserved(method: string, path: string, req: Pick<IncomingMessage, 'headers'>): string | undefined;
  /** Whether the file of a served operation has another text now, or its directories have other guards. */
  isEdited(id: string): boolean;
  /** The file of an operation, absolute, with `/`. */
  fileOf(id: string): string;
  /** The errors of the latest compilation, or the exception that stopped it. */
  errors(): readonly Diagnostic[] | Error;
  /** Whether the latest compilation has errors. */
  isBroken(): boolean;
  /** The warnings of the latest compilation. */
  warnings(): readonly Diagnostic[];
  /**
   * Compiles the tree again.
   *
   * @param changed The files that may have changed, appeared or gone; if undefined, any of them.
   */
  update(changed: readonly string[] | undefined): Update;
  /** Whether the latest compilation has read files outside of the directories of the tree. */
  readsOthers(): boolean;
  /** The tools of the served compilation. */
  tools(): McpData;
  /** The text of a virtual module, from the served compilation. */
  text(id: string): string;
}

/** The result of an update. */
export interface Update {
  /** The diagnostics that are new, formatted. */
  readonly news: readonly { readonly isError: boolean; readonly text: string }[];
  /** Whether the contract of the served tree has changed. */
  readonly hasNewContract: boolean;
  /** Whether the manifest has changed: with the contract, or alone, as when a handler is exported by another name. */
  readonly isReassembled: boolean;
}

const UNCHANGED = { hasNewContract: false, isReassembled: false };

/**
 * Prepares a tree. Nothing is read before the first update.
 *
 * @param enforced The compilation whose contracts requests and responses are checked against (default: the served one itself).
 */
export function createTree(
  session: Session,
  prefixes: Prefixes & Pick<ResolvedOptions, 'versions'>,
  enforced: (served: Compilation) => Compilation = (compilation) => compilation,
): Tree {
  let latest = EMPTY;
  let served = EMPTY;
  let failure: Error | undefined;
  let routing: Routing<Operation> | undefined;
  let versioned: VersionRouting | undefined;
  let unserved: ReturnType<typeof routeUnserved>;
  /** Rebuilt only when a method or path changes. */
  let routes: { readonly key: string; readonly tables: Routing['routes'] } | undefined;
  const tree: Tree = {
    served: () => (served === EMPTY ? undefined : joinVersions(served)),
    compiled: () => (served === EMPTY ? undefined : served),
    routing() {
      if (routing !== undefined) return routing;
      const joined = joinVersions(served);
      const operations = contractsOf(joined);
      const key = operations.map(routeOf).join('\n');
      if (routes?.key !== key) routes = { key, tables: routeTables(joined.operations) };
      return (routing = { operations, routes: routes.tables });
    },
    routings: (req) => (versioned ??= routeVersions(joinVersions(served)))?.of(req) ?? [tree.routing()],
    unserved: (...request) => unserved && unservedIn(unserved, served, ...request),
    isEdited: (id) => isOlder(served, id, tree.fileOf(id)) || guardsAround(served, id) !== guardsAround(latest, id),
    fileOf: (id) => fileInTree(session.directory, pathOfId(id)),
    errors: () => failure ?? errorsIn(latest.diagnostics),
    isBroken: () => failure !== undefined || hasErrors(latest),
    warnings: () => latest.diagnostics.filter(({ severity }) => severity === 'warning'),
    update(changed) {
      const before = new Set(latest.diagnostics.map(diagnosticKey));
      failure = undefined;
      try {
        latest = session.compile(changed);
        // When a file is renamed, the watcher reports the new name first.
        const deleted = hasErrors(latest) ? session.watchFiles(latest).filter((file) => !existsSync(file)) : [];
        if (deleted.length > 0) latest = session.compile(deleted);
      } catch (error) {
        failure = error as Error;
        return { ...UNCHANGED, news: [{ isError: true, text: failure.message }] };
      }
      // While files are saved one after the other, a definition or scheme comes before the operation that uses it.
      const isNews = ({ code }: Diagnostic): boolean => changed === undefined || !code.startsWith('unused-');
      const news = newsOf(latest.diagnostics.filter(isNews), before);
      const isServed = !hasErrors(latest) || served === EMPTY || hasErrors(served);
      const files = session.watchFiles(latest).flatMap((file) => pathInTree(session.directory, file) ?? []);
      unserved = !hasErrors(latest)
        ? undefined
        : routeUnserved(isServed ? latest : served, latest, files, (path) => withVersion(prefixes, path));
      if (!isServed) return { ...UNCHANGED, news };
      const changes = changesOf(joinVersions(served), joinVersions(latest));
      served = latest;
      if (changes.isReassembled) routing = versioned = undefined;
      return { news, ...changes };
    },
    readsOthers: () => latest.readsOthers,
    tools: () => session.tools(served),
    text: (id) => textOf(session, served, enforced, id),
  };
  return tree;
}

/** The id of the operation of a request, if it is not served. */
function unservedIn(
  routes: NonNullable<ReturnType<typeof routeUnserved>>,
  served: Compilation,
  ...[method, path, req]: Parameters<Tree['unserved']>
): string | undefined {
  const operation = matchOperation(routes, method, path)?.operation;
  if (operation?.isServed !== false) return undefined;
  return isOfOther(served, operation.contract.id, req) ? undefined : operation.contract.id;
}

function changesOf(before: Compilation, after: Compilation): Omit<Update, 'news'> {
  const hasNewContract = !isSameContract(before, after);
  return { hasNewContract, isReassembled: hasNewContract || !isSameData(modulesOf(before), modulesOf(after)) };
}

/** The prefixes of the path of a file. */
function withVersion({ base, webhooks, versions = [] }: Parameters<typeof createTree>[1], path: string): Prefixes {
  const name = versionOf(path) ?? versions.at(-1)?.name;
  const version = versions.find((each) => each.name === name)?.prefix;
  return { base, webhooks, ...(version !== undefined && { version }) };
}

/** The text of a virtual module. The manifests have the enforced contracts. */
function textOf(
  session: Session,
  served: Compilation,
  enforced: (served: Compilation) => Compilation,
  id: string,
): string {
  if (id === FRAME) return session.manifest(enforced(joinVersions(served)), 'onDemand');
  const name = entryOfId(id);
  if (name === undefined) return moduleText(session, served, id, 'dev');
  return session.manifest(onlyOperation(enforced(joinVersions(served)), name), 'dev');
}

/** Whether an operation was compiled from another text than its file has now. */
function isOlder(served: Compilation, id: string, file: string): boolean {
  const text = joinVersions(served).operations.find(({ contract }) => contract.id === id)?.handler.at.source.text;
  try {
    return text !== undefined && readFileSync(file, 'utf8') !== text;
  } catch {
    // It was deleted, or is not readable.
    return true;
  }
}

/** The guards of an operation's directories and of the document, to compare them. */
function guardsAround(compilation: Compilation, id: string): string {
  const joined = joinVersions(compilation);
  const guards = guardsIn(joined)
    .filter(({ directory }) => isAround(directory, id))
    .map(({ path, decides, security, wraps, protection }) => [path, decides, security, wraps, protection?.name]);
  return JSON.stringify([guards, joined.document.security]);
}

/** An operation alone. Behind it are those of newer versions that its body is converted for. */
function onlyOperation(compilation: Compilation, id: string): Compilation {
  const own = compilation.operations.find(({ contract }) => contract.id === id);
  if (own === undefined) return { ...compilation, operations: [], events: [] };
  const keys = new Set(own.conversions?.map(({ to }) => keyInVersion(own.contract, to)));
  const newer = compilation.operations.filter(({ contract }) => keys.has(keyInVersion(contract, contract.version)));
  return { ...compilation, operations: [own, ...newer], events: [] };
}

/** The diagnostics that an earlier compilation did not have. */
function newsOf(diagnostics: readonly Diagnostic[], before: ReadonlySet<string>): Update['news'] {
  return diagnostics
    .filter((diagnostic) => !before.has(diagnosticKey(diagnostic)))
    .map((diagnostic) => ({ isError: diagnostic.severity === 'error', text: formatDiagnostic(diagnostic) }));
}

/** Identifies a diagnostic. This is faster than formatting it. */
function diagnosticKey({ code, message, at, notes }: Diagnostic): string {
  const places = [at, ...notes.map((note) => note.at)].map(({ source, span }) => [source.file, span.start, span.end]);
  return JSON.stringify([code, message, places]);
}

function hasErrors({ diagnostics }: Compilation): boolean {
  return errorsIn(diagnostics).length > 0;
}

function isSameContract(one: Compilation, other: Compilation): boolean {
  return (
    isSameData(contractsOf(one), contractsOf(other)) &&
    isSameData(eventsOf(one), eventsOf(other)) &&
    isSameData([...one.schemas.keys()], [...other.schemas.keys()]) &&
    isSameData([...one.schemas.values()], [...other.schemas.values()]) &&
    isSame(one.document, other.document)
  );
}

/** The imports of the manifest. The path of a middleware file determines which operations it wraps. */
function modulesOf({ operations, middleware }: Compilation): unknown[] {
  return [
    ...operations.map(
      ({ handler: { isCommonJs, exportName, isStub }, guard, conversions }) =>
        `${isCommonJs} ${exportName} ${isStub} ${guard !== undefined} ${JSON.stringify(conversions)}`,
    ),
    ...middleware.map(
      ({ path, rewriting, wraps, guard }) => `${rewriting !== undefined} ${wraps} ${guard !== undefined} ${path}`,
    ),
  ];
}

/** Whether two lists have items of the same JSON. */
function isSameData(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, i) => isSame(item, other[i]));
}

/** Compares two values as JSON. Unchanged values are mostly the same object, because the compiler reuses them. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || jsonText(one) === jsonText(other);
}

const texts = new WeakMap<object, string>();

function jsonText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}
