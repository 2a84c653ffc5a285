import type { ServerResponse } from 'node:http';
import type { Connect, ResolvedConfig } from 'vite';
import { PROBLEM_TYPE } from '../../shared/contract/problem.ts';
import type { FrontEnd } from './front-end.ts';
import type { HiddenRequests } from './hidden-requests.ts';
import { OVERVIEW } from '../../build/project/dev-paths.ts';
import type { PassOn } from './pass-on.ts';
import { requestPath } from './request-path.ts';
import type { Tree } from './tree.ts';
import { unknownPathDetail } from './unknown-path.ts';

/** The facts that decide the answer. */
interface AnswerParts {
  readonly frontEnd: FrontEnd;
  readonly passOn: PassOn;
  readonly tree: Tree;
  readonly hidden: HiddenRequests;
}

/**
 * Answers requests that neither the app nor Vite has an answer to. Vite itself sends a 404 without a body.
 *
 * The address that Vite prints leads to the page of the operations, if there is no front end. Other requests get the app's own answer, or a 404
 * problem.
 */
export function answerUnanswered(
  { appType }: ResolvedConfig,
  { frontEnd, passOn, tree, hidden }: AnswerParts,
): Connect.NextHandleFunction {
  return (req, res, next) => {
    const { method, originalUrl = '/', url = originalUrl, headers } = req;
    const path = requestPath(originalUrl);
    const page = requestPath(url);
    // A server that renders pages itself adds its own middleware after this one.
    const isForVite = frontEnd.isReserved(path) || (page.endsWith('.html') && frontEnd.hasFile(page));
    if (appType === 'custom' || (isForVite && !hidden.isHidden(req))) return next();
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead && frontEnd.isHome(path) && headers.accept?.includes('text/html') === true) {
      res.writeHead(302, { Location: OVERVIEW, 'Cache-Control': 'no-store' });
      res.end();
    } else if (!passOn.answer(req)) sendProblem(res, unknownPathDetail(tree, originalUrl));
  };
}

function sendProblem(res: ServerResponse, detail: string): void {
  res.writeHead(404, { 'Content-Type': PROBLEM_TYPE });
  res.end(JSON.stringify({ type: 'about:blank', title: 'Not Found', status: 404, detail }));
}
