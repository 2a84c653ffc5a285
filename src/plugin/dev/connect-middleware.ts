import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connect } from 'vite';
import { normalizePath } from '../../shared/contract/path-spelling.ts';
import { hasRest } from '../../shared/contract/path-template.ts';
import { openedPath } from '../../shared/contract/refusal.ts';
import { markUnseen } from '../../shared/contract/seen-request.ts';
import { matchOperation, operationsAt, routePath } from '../../shared/contract/routes.ts';
import { DOCS_PAGE, OVERVIEW, TOOLS } from '../../build/project/dev-paths.ts';
import type { ResolvedOptions } from '../../build/project/options.ts';
import type { Listener } from './app-lease.ts';
import type { DevApp } from './dev-app.ts';
import type { DocsPage } from './docs-page.ts';
import type { FileChanges } from './file-changes.ts';
import type { Freshness } from './freshness.ts';
import type { FrontEnd } from './front-end.ts';
import type { Loads } from './loads.ts';
import type { Overview } from '../../tools/overview/index.ts';
import type { RequestLog } from '../../tools/overview/request-log.ts';
import type { Failure } from './failures/describe.ts';
import type { Page } from './failures/index.ts';
import type { PassOn } from './pass-on.ts';
import type { ServerRefusal } from './refusal.ts';
import { explainErrors, explainThrown, sendServerRefusal as sendRefusal } from './refusal.ts';
import type { Reports } from './reports.ts';
import { baseOf, isBelow, requestPath } from './request-path.ts';
import type { ToolsServer } from './tools-server.ts';
import { TOOLS_METADATA } from './tools-server.ts';
import type { Tree } from './tree.ts';
import { meantPathOf } from './unknown-path.ts';
import { errorsIn } from '../../build/compiler/diagnostics/diagnostic.ts';

/** The parts of the dev server that answer requests. */
export interface ServerParts {
  /** The directory that paths are relative to. */
  readonly root: string;
  readonly tree: Tree;
  readonly devApp: DevApp;
  readonly loads: Loads;
  readonly changes: FileChanges;
  readonly freshness: Freshness;
  readonly frontEnd: FrontEnd;
  readonly passOn: PassOn;
  readonly options: ResolvedOptions;
  readonly docsPage: DocsPage;
  readonly requests: RequestLog;
  readonly reports: Reports;
  readonly overview: Overview;
  readonly tools: ToolsServer;
  /** Keeps the failures of a request, and shows them as a page. */
  readonly shown: {
    note(req: IncomingMessage, failures: readonly Failure[]): void;
    pageOf(req: IncomingMessage, failures: readonly Failure[]): Page;
  };
}

/**
 * Handles requests to the paths of operations, with any method, and to all paths below the option `base`. With the option `app`, all other
 * requests go to the app first, except those that only Vite can answer.
 */
export function createMiddleware(parts: ServerParts): Connect.NextHandleFunction {
  const { tree, changes, frontEnd, options, docsPage, requests, reports, overview } = parts;
  /** The ids of the operations that may answer: one for each version that it can be. Empty if only the method is unknown, undefined if the path is. */
  const find = (routings: Routings, method: string, path: string): readonly string[] | undefined => {
    const ids = idsOf(routings, method, path);
    return ids.length > 0 || operationsAt(tree.routing(), path).size > 0 ? ids : undefined;
  };
  const base = baseOf(options.base);
  const isOwn = (path: string): boolean => base !== '' && isBelow(path, base);

  const middleware: Connect.NextHandleFunction = (req, res, next) => {
    changes.settle();
    reports.watch(req);
    markUnseen(req);
    const { method = 'GET', url = '/' } = req;
    const path = normalizePath(requestPath(url));
    if (frontEnd.isReserved(path)) return next();
    const { strict } = options;
    // An edit that is reported meanwhile changes them.
    const routings = (): Routings => tree.routings(req);
    const route = routePath(openedPath({ ...routings()[0]!, strict }, method, path), strict);
    reportMoved(parts);
    // The rest of a path matches everything else, so modules of the front end come first.
    const isModule = route !== undefined && frontEnd.isFirst(req, path) && isRest(routings(), method, route);
    if (route !== undefined && !isModule) {
      for (const id of operationsFor(tree.unserved(method, route, req), routings(), method, route))
        reportChanges(parts, id);
      const unserved = tree.unserved(method, route, req);
      if (unserved !== undefined && !(tree.errors() instanceof Error)) {
        requests.record(req, res, unserved);
        return refuseAndNote(parts, req, res, explainTree(parts, unserved));
      }
      const operations = find(routings(), method, route);
      if (operations !== undefined) {
        requests.record(req, res, operations[0]);
        return void serveOperation(parts, operations, req, res).catch(next);
      }
    }
    if (isBelow(path, DOCS_PAGE)) {
      // The guard of production does not run here.
      if (!overview.refuses(req, res)) docsPage.serve(req, res);
      return;
    }
    if (path === TOOLS || path === TOOLS_METADATA) {
      if (!overview.refuses(req, res)) serveTools(parts, middleware, req, res).catch(next);
      return;
    }
    if (isBelow(path, OVERVIEW)) return overview.serve(req, res, path);
    if (frontEnd.isFirst(req, path)) return next();
    if (isOwn(path)) {
      requests.record(req, res, undefined, () => meantPathOf(tree, url));
      serveOwn(parts, req, res).catch(next);
      return;
    }
    requests.recordUnknown(req, res, () => meantPathOf(tree, url));
    if (options.app === undefined) next();
    else serveFirst(parts, path, req, res, next).catch(next);
  };
  return middleware;
}

/** Refuses a request, and keeps the reason. */
function refuseAndNote(
  { shown }: ServerParts,
  req: IncomingMessage,
  res: ServerResponse,
  refusal: ServerRefusal,
): void {
  shown.note(req, refusal.failures);
  sendRefusal(req, res, refusal, shown.pageOf);
}

/** Reports the files that are new or gone, which the watcher reports late: one of them can be a guard. */
function reportMoved({ changes, freshness }: ServerParts): void {
  const moved = freshness.moved();
  if (moved.length > 0) changes.report(moved);
}

type Routings = ReturnType<Tree['routings']>;

/** The operations of a request in all versions that it can be. */
function idsOf(routings: Routings, method: string, path: string): readonly string[] {
  return [...new Set(routings.flatMap((routing) => matchOperation(routing, method, path)?.operation.id ?? []))];
}

/** Whether the operation of a request takes the rest of its path. */
function isRest(routings: Routings, method: string, path: string): boolean {
  return routings.some((routing) => hasRest(matchOperation(routing, method, path)?.operation.path ?? ''));
}

/** The operations that decide how a request is answered: its own, or those of other methods, which an edit can give its method. */
function operationsFor(
  unserved: string | undefined,
  routings: Routings,
  method: string,
  path: string,
): readonly string[] {
  const own = unserved === undefined ? idsOf(routings, method, path) : [unserved];
  if (own.length > 0) return own;
  return [...new Set(routings.flatMap((routing) => [...operationsAt(routing, path).values()]))].map(({ id }) => id);
}

/** Reports changes that the watcher hasn't reported yet in the files that an operation depends on. */
function reportChanges({ changes, tree, freshness }: ServerParts, operation: string): void {
  if (changes.reportIfDeleted(tree.fileOf(operation))) return;
  const written = freshness.written(operation);
  if (written.length > 0) changes.report(written);
}

/** Serves a message to the tools. The requests of calls come back here. */
async function serveTools(
  parts: ServerParts,
  middleware: Connect.NextHandleFunction,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const refusal = await loadApp(parts);
  if (refusal !== undefined) return refuseAndNote(parts, req, res, refusal);
  const { devApp, tools, root } = parts;
  const fail = (inner: IncomingMessage, answer: ServerResponse, error: unknown): void =>
    refuseAndNote(parts, inner, answer, explainThrown(error, root));
  const listener: Listener = (inner, answer) => middleware(inner, answer, (error) => fail(inner, answer, error));
  try {
    await tools.serve(devApp.koa()!, listener, req, res);
  } catch (error) {
    fail(req, res, error);
  }
}

/** Serves an operation, or another method of its path if there is none. The first one of several is that of the default version. */
async function serveOperation(
  parts: ServerParts,
  [first, ...others]: readonly string[],
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { devApp, requests } = parts;
  const operation = first ?? null;
  // Without its code, an operation of another version answers with an error.
  for (const other of others) await loadOperation(parts, other);
  let refusal = await loadOperation(parts, operation);
  // If an edit arrived meanwhile, the app has the contract before it, and the operation's code checks the one after it.
  if (refusal === undefined && devApp.isOutdated()) refusal = await loadOperation(parts, operation);
  if (refusal !== undefined) return refuseAndNote(parts, req, res, refusal);
  requests.loaded(req);
  devApp.app()!(req, res);
}

/** Loads the app and the code of an operation; returns the reason if one of them has never been loaded. */
async function loadOperation(parts: ServerParts, operation: string | null): Promise<ServerRefusal | undefined> {
  const refusal = await loadApp(parts, operation ?? undefined);
  if (refusal !== undefined || operation === null) return refusal;
  const { tree, devApp, loads, changes, root } = parts;
  // While the tree has errors, an operation's files may be half written.
  const isUnstable = !changes.settle() || tree.isBroken();
  if (isUnstable && devApp.hasOperation(operation)) return undefined;
  // Its code is that of now, and its contract the one before.
  if (tree.isBroken() && tree.isEdited(operation)) return explainTree(parts, operation);
  const failed = await loads.attempt(operation, () => devApp.loadOperation(operation));
  return devApp.hasOperation(operation) ? undefined : explainThrown(failed, root);
}

/** Serves a path below the base without an operation. */
async function serveOwn(parts: ServerParts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const refusal = await loadApp(parts);
  if (refusal !== undefined) return refuseAndNote(parts, req, res, refusal);
  parts.requests.loaded(req);
  parts.devApp.app()!(req, res);
}

/** Lets the app answer a request before Vite. */
async function serveFirst(
  parts: ServerParts,
  path: string,
  req: IncomingMessage,
  res: ServerResponse,
  next: Connect.NextFunction,
): Promise<void> {
  const refusal = await loadApp(parts);
  const { devApp, frontEnd, passOn } = parts;
  if (refusal === undefined) {
    passOn.allow(req, res, next, frontEnd.hasFile(path));
    devApp.app()!(req, res);
  } else {
    passOn.keep(req, () => refuseAndNote(parts, req, res, refusal));
    next();
  }
}

/**
 * Creates the app if it is new or has changed; returns the reason if there is none, or only an older one without the operation.
 *
 * @param operation The id of the requested operation.
 */
async function loadApp(parts: ServerParts, operation?: string): Promise<ServerRefusal | undefined> {
  const { tree, devApp, loads, root } = parts;
  const served = tree.served();
  if (served === undefined || errorsIn(served.diagnostics).length > 0) return explainTree(parts, operation);
  const failure = await loads.attempt('app', () => devApp.loadApp());
  const isServed = devApp.app() !== undefined && (operation === undefined || devApp.serves(operation));
  return failure === undefined || isServed ? undefined : explainThrown(failure, root);
}

/** Explains why the tree cannot be served. */
function explainTree({ tree, root }: ServerParts, operation: string | undefined): ServerRefusal {
  const errors = tree.errors();
  if (errors instanceof Error) return explainThrown(errors, root);
  return explainErrors(errors, operation && tree.fileOf(operation), root);
}
