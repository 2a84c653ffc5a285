import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connect } from 'vite';
import { formatDiagnostic } from '../../compiler/diagnostics/diagnostic.ts';
import { normalizePath } from '../../contract/path-spelling.ts';
import type { PathSegments } from '../../contract/routes.ts';
import { allowedMethods, matchOperation, splitPath } from '../../contract/routes.ts';
import type { Loads } from './loads.ts';
import type { DevApp } from './dev-app.ts';
import type { Tree } from './tree.ts';
import { isBroken } from './tree.ts';
import type { FileChanges } from './file-changes.ts';

/** Matches the paths that Vite serves itself, even if an operation has such a path. */
const VITES = /^\/(?:@vite|@id|@fs|node_modules)\//;

/**
 * Handles requests to the paths of operations, with any method, and passes on all others.
 *
 * @param strict Whether `/pets/` and `/pets` are different paths.
 */
export function createMiddleware(
  tree: Tree,
  devApp: DevApp,
  loads: Loads,
  changes: FileChanges,
  strict: boolean,
): Connect.NextHandleFunction {
  /** The id of the requested operation; null if only the method is unknown, undefined if the path is. */
  const find = (method: string, segments: PathSegments): string | null | undefined => {
    const match = matchOperation(tree.routing(), method, segments);
    if (match !== undefined) return match.operation.id;
    return allowedMethods(tree.routing(), segments).length > 0 ? null : undefined;
  };

  const handle = async (operation: string | null, req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const errors = tree.served()!.diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) return refuse(res, errors.map(formatDiagnostic).join('\n\n'));
    const failure = await loads.attempt('app', () => devApp.loadApp());
    const app = devApp.app();
    if (app === undefined) return refuse(res, failure);
    // While the tree has errors, an operation's files may be half written.
    const isUnstable = !changes.settle() || isBroken(tree);
    if (operation !== null && !(isUnstable && devApp.hasOperation(operation))) {
      const failed = await loads.attempt(operation, () => devApp.loadOperation(operation));
      if (!devApp.hasOperation(operation)) return refuse(res, failed);
    }
    app(req, res);
  };

  return (req, res, next) => {
    changes.settle();
    const { method = 'GET', url = '/' } = req;
    const path = pathOf(url);
    const segments = VITES.test(path) ? undefined : splitPath(normalizePath(path), strict);
    if (segments === undefined) return next();
    const errors = tree.errors();
    if (Array.isArray(errors) && tree.isUnserved(method, segments))
      return refuse(res, errors.map(formatDiagnostic).join('\n\n'));
    let operation = find(method, segments);
    if (typeof operation === 'string' && changes.reportIfDeleted(tree.fileOf(operation)))
      operation = find(method, segments);
    if (operation === undefined) next();
    else handle(operation, req, res).catch(next);
  };
}

function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** Sends an error for an operation that has never loaded. */
function refuse(res: ServerResponse, error: unknown): void {
  res.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
  res.end(error instanceof Error ? `${error.stack ?? error.message}\n` : `${String(error)}\n`);
}
