import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connect } from 'vite';
import { formatDiagnostic } from '../../compiler/diagnostics/diagnostic.ts';
import { allowedMethods, matchOperation, splitPath } from '../../contract/routes.ts';
import type { Loads } from './loads.ts';
import type { DevApp } from './dev-app.ts';
import type { Tree } from './tree.ts';
import { isBroken } from './tree.ts';
import type { Followed } from './file-changes.ts';

/** What Vite serves by itself, whatever the operations' paths are. */
const VITES = /^\/(?:@vite|@id|@fs|node_modules)\//;

/**
 * Answers the paths of a tree's operations, with whatever method, and leaves all others to what comes next.
 *
 * @param strict Whether a trailing slash makes another path.
 */
export function createMiddleware(
  tree: Tree,
  devApp: DevApp,
  loads: Loads,
  files: Followed,
  strict: boolean,
): Connect.NextHandleFunction {
  /** The operation that is asked for; null where it is another method of a known path, undefined where the path is unknown. */
  const find = ({ method = 'GET', url = '/' }: IncomingMessage): string | null | undefined => {
    const path = url.replace(/[?#].*$/s, '');
    if (VITES.test(path)) return undefined;
    const segments = segmentsOf(path, strict);
    const match = segments && matchOperation(tree.routing(), method, segments);
    if (match !== undefined) return match.operation.id;
    return segments !== undefined && allowedMethods(tree.routing(), segments).length > 0 ? null : undefined;
  };

  const answer = async (operation: string | null, req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const mistakes = tree.served()!.diagnostics.filter(({ severity }) => severity === 'error');
    if (mistakes.length > 0) return refuse(res, mistakes.map(formatDiagnostic).join('\n\n'));
    const failure = await loads.attempt('app', () => devApp.loadApp());
    const app = devApp.app();
    if (app === undefined) return refuse(res, failure);
    // What a broken tree says may be half of what is meant.
    const isUnsure = !files.settle() || isBroken(tree);
    if (operation !== null && !(isUnsure && devApp.hasOperation(operation))) {
      const failed = await loads.attempt(operation, () => devApp.loadOperation(operation));
      if (!devApp.hasOperation(operation)) return refuse(res, failed);
    }
    app(req, res);
  };

  return (req, res, next) => {
    files.settle();
    let operation = find(req);
    if (typeof operation === 'string' && files.tellGone(tree.fileOf(operation))) operation = find(req);
    if (operation === undefined) next();
    else answer(operation, req, res).catch(next);
  };
}

function segmentsOf(path: string, strict: boolean): string[] | undefined {
  try {
    return splitPath(path, strict);
  } catch {
    return undefined;
  }
}

/** Answers what cannot be served, because it never could be. */
function refuse(res: ServerResponse, why: unknown): void {
  res.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
  res.end(why instanceof Error ? `${why.stack ?? why.message}\n` : `${String(why)}\n`);
}
