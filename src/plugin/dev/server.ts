import { resolve } from 'node:path';
import { styleText } from 'node:util';
import type { Connect, DevEnvironment, EnvironmentModuleNode, HotUpdateOptions, ViteDevServer } from 'vite';
import { readDirectories } from '../../build/project/project.ts';
import type { Build } from '../build.ts';
import { writeDeclarations } from '../../build/project/declaration-file.ts';
import { OVERVIEW } from '../../build/project/dev-paths.ts';
import { toPosix } from '../../build/project/files.ts';
import type { ResolvedOptions } from '../../build/project/options.ts';
import { DECLARATIONS_PAUSE } from '../timing.ts';
import { createLoads } from './loads.ts';
import { createMiddleware } from './connect-middleware.ts';
import type { OverlayError } from './overlay.ts';
import { createOverlay, diagnosticsError, thrownError } from './overlay.ts';
import { createDevApp } from './dev-app.ts';
import { createMock } from '../../tools/mock/index.ts';
import type { Sources } from './failures/describe.ts';
import { describeFailures } from './failures/describe.ts';
import type { FailureTools } from './failures/index.ts';
import { createFailures } from './failures/index.ts';
import { watchProcess } from './failures/process-end.ts';
import type { DocsPage } from './docs-page.ts';
import { createDocsPage } from './docs-page.ts';
import type { EventSenders } from './event-senders.ts';
import { listenToSenders } from './event-senders.ts';
import type { FrontEnd } from './front-end.ts';
import { locateFrontEnd } from './front-end.ts';
import type { HiddenRequests } from './hidden-requests.ts';
import { createHiddenRequests } from './hidden-requests.ts';
import { updateAppModules } from './hot-updates.ts';
import type { Editor } from '../../tools/overview/editor.ts';
import { createEditor } from '../../tools/overview/editor.ts';
import type { Events } from '../../tools/overview/events.ts';
import { createEvents } from '../../tools/overview/events.ts';
import { failurePage } from '../../tools/overview/failure-page.ts';
import { createOverview } from '../../tools/overview/index.ts';
import { printableLines } from '../../build/compiler/diagnostics/source.ts';
import type { RequestLog } from '../../tools/overview/request-log.ts';
import { createRequestLog } from '../../tools/overview/request-log.ts';
import { showFailures } from '../../tools/overview/shown-failure.ts';
import { createPassOn } from './pass-on.ts';
import type { DeveloperReport } from '../../shared/contract/developer-report.ts';
import type { Reports } from './reports.ts';
import { listenToReports } from './reports.ts';
import { createToolsServer } from './tools-server.ts';
import type { Tree } from './tree.ts';
import { createTree } from './tree.ts';
import { ignoreUpgrades } from './upgrades.ts';
import { answerUnanswered } from './unanswered.ts';
import { unknownPathOf } from './unknown-path.ts';
import { Freshness } from './freshness.ts';
import { watchFiles, invalidateVirtualModules } from './file-changes.ts';

const FIXED = 'unplugin-operations: all errors are fixed, and the API is up to date';

/** The API in Vite's dev server. */
export interface DevServer {
  /** Compiles the tree and reports its diagnostics. */
  start(): void;
  /** The text of a virtual module. */
  text(id: string): string;
  /** Chooses the modules that Vite updates after a change. */
  update(environment: DevEnvironment, change: HotUpdateOptions): EnvironmentModuleNode[] | undefined;
  readonly hidden: HiddenRequests;
  /** Answers the requests that no other middleware has answered. */
  readonly lastMiddleware: Connect.NextHandleFunction;
  /** Frees everything that the server holds. */
  close(): Promise<void>;
}

/**
 * Serves a tree next to the front end: the app answers the same requests as the built server, and Vite everything else.
 *
 * A change takes effect on the next request. While the tree has errors, Vite's overlay shows them and the last valid tree is served. When the
 * contract has changed, pages are reloaded.
 */
export function serveTree(server: ViteDevServer, build: Build, options: ResolvedOptions): DevServer {
  const [{ logger, base }, { root }] = [server.config, build.project];
  const mock = options.mock ? createMock(() => tree.served(), options.app !== undefined) : undefined;
  const tree: Tree = createTree(build.session(), options, mock?.bound);
  const app = options.app === undefined ? undefined : toPosix(resolve(root, options.app));
  const [events, editor, passOn] = [createEvents(), createEditor(root, base), createPassOn()];
  const warn = (warning: string): void => logger.warn(printableLines(warning), { timestamp: true });
  const { requests, reports, senders } = openLog(events, warn, placeIn(server, root));
  const shown = showsOf(requests, editor);
  const failures = createFailures({ root, ...sourcesOf(server), ...shown, unknownPath: unknownPathOf(tree) });
  const devApp = createDevApp({ server, tree, source: app, mock }, (made, { problem }) => {
    if (app !== undefined) passOn.attach(made);
    failures.attach(made, problem?.isOwn === true);
  });
  const freshness = new Freshness(server, build, tree, app);
  const overlay = createOverlay(server, () => events.send('state'));
  const loads = createLoads(overlay, () => !tree.isBroken());

  const scheduleDeclarations = declarationsWriter(build, tree, warn);
  const update = (changed: readonly string[] | undefined): void => {
    const wasBroken = tree.isBroken();
    if (changed === undefined) freshness.moved();
    const { news, hasNewContract, isReassembled } = tree.update(changed);
    // Each start of Vite is an update of everything.
    if (changed === undefined && mock !== undefined) logger.info(mock.notice());
    if (changed === undefined) freshness.remember();
    for (const { isError, text } of news) (isError ? logger.error : logger.warn)(`${text}\n`, { timestamp: true });
    if (wasBroken && !tree.isBroken()) logger.info(FIXED, { timestamp: true });
    if (hasNewContract || wasBroken) scheduleDeclarations();
    if (isReassembled) {
      invalidateVirtualModules(server);
      devApp.renew();
    }
    const error = errorOf(tree, root);
    void (error === undefined ? loads.retry() : overlay.show(error));
    events.send('state');
    if (hasNewContract && server.ws.clients.size > 0)
      server.environments.client.hot.send({ type: 'full-reload', path: '*' });
  };

  // A file outside of the directories can have the guard of an operation that exports all of it.
  const retry = (): void => (tree.readsOthers() ? update([]) : void loads.retry());
  const changes = watchFiles(server, readDirectories(build.project), { update, change: retry });
  const { frontEnd, hidden, docsPage } = sitesOf(server, root);
  const live = { requests, events, deliveries: () => senders.find(devApp.manifest()) };
  const page = { ...live, root, editor, hasDocs: docsPage.isInstalled, shownError: overlay.shown };
  const overview = createOverview({ tree, options, server: server.config.server, ...page });
  const own = { changes, frontEnd, passOn, docsPage, requests, reports, overview, tools: createToolsServer(server) };
  server.middlewares.use(createMiddleware({ root, tree, devApp, freshness, loads, options, shown, ...own }));
  announce(server);
  const unwatch = watchProcess({ describe: failures.describe, underWay: () => requests.underWay(), print: warn });
  return {
    start: () => update(undefined),
    text: (id) => tree.text(id),
    update: (environment, change) => updateAppModules(environment, change, rootsOf(build, app)),
    hidden,
    lastMiddleware: answerUnanswered(server.config, { frontEnd, passOn, tree, hidden }),
    close() {
      unwatch();
      for (const part of [reports, requests, senders, events]) part.close();
      return devApp.close();
    },
  };
}

/** The handling of requests that aren't for operations. */
function sitesOf(
  server: ViteDevServer,
  root: string,
): { frontEnd: FrontEnd; hidden: HiddenRequests; docsPage: DocsPage } {
  const frontEnd = locateFrontEnd(server.config);
  const hidden = createHiddenRequests(frontEnd, server.config.base);
  return { frontEnd, hidden, docsPage: createDocsPage(server, root) };
}

/** The directories and files that the app starts from. */
function rootsOf(build: Build, app: string | undefined): string[] {
  return [...readDirectories(build.project).map(toPosix), ...(app === undefined ? [] : [app])];
}

/** The errors of a tree for the overlay. */
function errorOf(tree: Tree, root: string): OverlayError | undefined {
  const errors = tree.errors();
  if (errors instanceof Error) return thrownError(errors);
  return errors.length > 0 ? diagnosticsError(errors, root) : undefined;
}

/** The reports of the runtime to the dev server. */
interface Log {
  readonly requests: RequestLog;
  readonly reports: Reports;
  readonly senders: EventSenders;
}

/** Keeps the requests, what the runtime reports about them, and the events that apps send. */
function openLog(events: Events, warn: (warning: string) => void, placeOf: (origin: Error) => string): Log {
  const requests = createRequestLog(() => events.send('requests'));
  const seen = new Set<string>();
  const reports = listenToReports((report) => {
    const { warning, origin } = report;
    if (warning !== undefined && isNews(report, seen)) warn(origin === undefined ? warning : warning + placeOf(origin));
    requests.report(report);
  });
  return { requests, reports, senders: listenToSenders(() => events.send('deliveries')) };
}

/** The line of the project's code that a stack leads to, for the end of a warning. */
function placeIn(server: ViteDevServer, root: string): (origin: Error) => string {
  return (origin) => {
    const [place] = describeFailures(origin, root, sourcesOf(server)).flatMap(({ calls }) => calls);
    return place === undefined ? '' : `\n    ${place.text}`;
  };
}

/**
 * Whether to print a warning. Many operations can return rows with the same undeclared columns, which is intended: these are printed once, and the
 * page of the requests has them all.
 */
function isNews({ warning, leftOut }: DeveloperReport, seen: Set<string>): boolean {
  if (leftOut?.from !== 'response') return true;
  const text = warning!.slice(warning!.indexOf(': '));
  const isFirst = !seen.has(text);
  seen.add(text);
  return isFirst;
}

/** Adds the page of the operations to the addresses that Vite prints. Requests for another protocol are answered too. */
function announce(server: ViteDevServer): void {
  ignoreUpgrades(server.httpServer);
  const { printUrls } = server;
  server.printUrls = () => {
    printUrls.call(server);
    const [url] = [...(server.resolvedUrls?.local ?? []), ...(server.resolvedUrls?.network ?? [])];
    if (url === undefined) return;
    const arrow = styleText('green', '➜');
    const address = styleText('cyan', new URL(OVERVIEW, url).href);
    server.config.logger.info(`  ${arrow}  ${styleText('bold', 'API')}:     ${address}`);
  };
}

/** The part of Vite that the failures of requests need. */
function sourcesOf(server: ViteDevServer): Sources & Pick<FailureTools, 'print'> {
  return {
    mapStack: (error) => server.ssrFixStacktrace(error),
    isOutdated(file) {
      // An edit drops the transformed code of a module, and its source map with it.
      const modules = [...(server.environments.ssr.moduleGraph.getModulesByFile(file) ?? [])];
      return modules.length > 0 && modules.every(({ transformResult }) => transformResult === null);
    },
    print: (text) => server.config.logger.error(printableLines(text), { timestamp: true }),
  };
}

/** Shows the failures of requests in the overview, and as pages. */
function showsOf(requests: RequestLog, editor: Editor): Pick<FailureTools, 'note' | 'pageOf'> {
  return {
    note: (req, failures) => requests.fail(req, showFailures(failures, editor)),
    pageOf: ({ method, url }, failures) => failurePage(`${method} ${url}`, showFailures(failures, editor)),
  };
}

/** Creates a function that writes the declarations after a pause, in which there can be more changes. */
function declarationsWriter(build: Build, tree: Tree, warn: (warning: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const served = tree.compiled();
      if (served === undefined || tree.isBroken()) return;
      writeDeclarations(build.session(), served, build.project, warn);
    }, DECLARATIONS_PAUSE).unref();
  };
}
