import { request } from '../../shared/contract/node-http.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { relative, resolve } from 'node:path';
import { pipeline } from 'node:stream';
import type { PreviewServer } from 'vite';
import { normalizePath } from '../../shared/contract/path-spelling.ts';
import { operationsAt, routePath } from '../../shared/contract/routes.ts';
import { look } from '../../build/project/disk.ts';
import type { ResolvedOptions } from '../../build/project/options.ts';
import type { Build } from '../build.ts';
import { baseOf, isBelow, requestPath } from '../dev/request-path.ts';
import { createTree } from '../dev/tree.ts';
import type { Child } from './child.ts';
import { startChild } from './child.ts';
import type { Builds } from './built-file.ts';
import { locateBuilt, recordFile } from './built-file.ts';
import type { Served } from './server-files.ts';
import { fileOf, whyWithheld } from './server-files.ts';
import { sendText } from '../dev/refusal.ts';

/**
 * Serves the API in `vite preview`: the built server runs as a child, which gets the requests for the paths of operations, with any method, and
 * for all paths below the option `base`. All other paths are Vite's.
 */
export function servePreview(server: PreviewServer, build: Build, options: ResolvedOptions): void {
  const { base, strict } = options;
  const tree = createTree(build.session(), options);
  tree.update(undefined);
  const prefix = baseOf(base);
  const isOperation = (url: string): boolean => {
    const path = normalizePath(requestPath(url));
    const route = routePath(path, strict);
    const isRouted = route !== undefined && operationsAt(tree.routing(), route).size > 0;
    return isRouted || (prefix !== '' && isBelow(path, prefix));
  };
  const built = runBuilt(server.config.cacheDir, build.session().directory);
  server.httpServer.once('close', () => built.stop());
  if (built.child() === undefined) server.config.logger.warn(NOT_BUILT);
  const refused = refusalOf(server, () => locateBuilt(server.config.cacheDir, build.session().directory));
  server.middlewares.use((req, res, next) => {
    const url = req.url ?? '/';
    if (!isOperation(url)) {
      const refusal = refused(url);
      return refusal === undefined ? next() : sendText(res, 404, refusal);
    }
    const child = built.child();
    if (child === undefined) sendText(res, 404, NOT_BUILT);
    else void passOn(child, req, res);
  });
}

const NOT_BUILT =
  'unplugin-operations: no server has been built, so the paths of your operations answer 404. Build it with Vite: "vite build --ssr server.ts", or as an environment of your configuration.';

const SERVER_CODE = 'unplugin-operations: this is a file of a build for the server, which the preview does not send.';

const unknownFile = (record: string): string =>
  `unplugin-operations: this can be a file of a build for the server, because ${record} lists neither your server nor this front end. Build both again.`;

/** Explains why a file is not sent that Vite would send for a path: it was built for a server, or can be. */
function refusalOf({ config }: PreviewServer, locate: () => Builds): (url: string) => string | undefined {
  const { root, base, build, environments, publicDir, cacheDir } = config;
  const client = environments['client']?.build ?? build;
  const outDir = resolve(root, client.outDir);
  const served: Served = { outDir, assetsDir: resolve(outDir, client.assetsDir), publicDir };
  return (url) => {
    const builds = locate();
    const path = requestPath(url);
    const paths = [path, path.startsWith(base) ? path.slice(base.length - 1) : path];
    const reasons = paths.map((each) => whyWithheld(fileOf(each, outDir), served, builds));
    if (reasons.includes('built')) return SERVER_CODE;
    return reasons.includes('unknown') ? unknownFile(relative(root, recordFile(cacheDir))) : undefined;
  };
}

/** Runs the latest built server, and runs it again when a new build writes it, and when that has written all of its files: the code can be in several. */
function runBuilt(cacheDir: string, directory: string): { child(): Child | undefined; stop(): void } {
  let running: { readonly key: string; readonly child: Child } | undefined;
  return {
    child() {
      const { file, at } = locateBuilt(cacheDir, directory).code.find(({ isServer }) => isServer) ?? {};
      const written = file === undefined ? undefined : look(file)?.mtimeMs;
      const key = `${file} ${written} ${at}`;
      if (running?.key === key) return running.child;
      running?.child.stop();
      running = file === undefined || written === undefined ? undefined : { key, child: startChild(file) };
      return running?.child;
    },
    stop: () => running?.child.stop(),
  };
}

/** Headers of the connection to the built server, which HTTP/2 lacks: RFC 9113, 8.2.2. */
const CONNECTION: readonly string[] = ['connection', 'keep-alive', 'transfer-encoding'];

/** Passes a request on to the built server, and its response back. */
async function passOn(child: Child, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const port = await child.port();
  if (typeof port === 'string') return sendText(res, 502, `unplugin-operations: ${port}`);
  const { method, url } = req;
  const headers = [...sentFields(req), child.addressField, req.socket.remoteAddress ?? ''];
  const passed = request({ host: 'localhost', port, method, path: url, headers }, (answer) => {
    // Not by `writeHead`, which keeps one value of each if Vite has set a header before.
    for (const [name, values = []] of Object.entries(answer.headersDistinct))
      if (!CONNECTION.includes(name)) res.setHeader(name, values);
    if (req.httpVersionMajor < 2) res.statusMessage = answer.statusMessage!;
    res.writeHead(answer.statusCode!);
    // Headers of a stream do not wait for its first item.
    res.flushHeaders();
    pipeline(answer, res, () => {});
  });
  passed.on('error', ({ message }) => {
    if (res.headersSent) res.destroy();
    else sendText(res, 502, `unplugin-operations: the built server did not answer: ${message}`);
  });
  res.once('close', () => passed.destroy());
  req.pipe(passed);
}

/** The header fields of a request as they were sent, each name before its value. */
function sentFields({ rawHeaders, headers }: IncomingMessage): string[] {
  const fields = rawHeaders.filter((_, i) => !rawHeaders[i - (i % 2)]!.startsWith(':'));
  const authority = headers[':authority'];
  return authority === undefined || headers.host !== undefined ? fields : [...fields, 'host', String(authority)];
}
