import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import type { Diagnostic } from '../../build/compiler/diagnostics/diagnostic.ts';
import { formatDiagnostic, formatHead } from '../../build/compiler/diagnostics/diagnostic.ts';
import { codeFrame, formatLocation, positionOf } from '../../build/compiler/diagnostics/source.ts';
import { STATUS_CODES } from '../../shared/contract/node-http.ts';
import { createProblem, PROBLEM_TYPE } from '../../shared/contract/problem.ts';
import { toPosix } from '../../build/project/files.ts';
import type { Failure } from './failures/describe.ts';
import { describeFailures, readableMessage, traceOf } from './failures/describe.ts';
import type { Page } from './failures/index.ts';
import { prefersPage } from './prefers-page.ts';

/** The reason why a request cannot be served: as a problem, and as a text for people. */
export interface ServerRefusal {
  readonly detail: string;
  readonly trace: readonly string[];
  readonly text: string;
  readonly failures: readonly Failure[];
}

/** Explains an error that an app or an operation threw while it was loaded. */
export function explainThrown(thrown: unknown, root: string): ServerRefusal {
  if (!(thrown instanceof Error)) return { detail: String(thrown), trace: [], text: String(thrown), failures: [] };
  // Vite has already mapped the positions of the stack.
  const failures = describeFailures(thrown, root);
  const text = readableMessage(thrown.stack ?? thrown.message);
  return { detail: failures[0]!.message, trace: traceOf(failures), text, failures };
}

/**
 * Explains the errors of a tree that has never been served, or whose new files have not.
 *
 * @param file The file of the requested operation, whose errors come first; undefined if the request is not for one.
 */
export function explainErrors(errors: readonly Diagnostic[], file: string | undefined, root: string): ServerRefusal {
  const isOwn = ({ at }: Diagnostic): boolean => toPosix(resolve(root, at.source.file)) === file;
  const sorted = [...errors].sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)));
  const isElsewhere = file !== undefined && !isOwn(sorted[0]!);
  const opening = isElsewhere ? ['This operation cannot be served until the errors in other files are fixed.'] : [];
  const [first, ...others] = sorted.map(formatHead);
  return {
    detail: [...opening, first].join(' '),
    trace: others,
    text: [...opening, ...sorted.map(formatDiagnostic)].join('\n\n'),
    failures: sorted.map((error) => failureOf(error, root)),
  };
}

/** A mistake in the tree as a failure, whose only call is its place. */
function failureOf({ at, code, message }: Diagnostic, root: string): Failure {
  const file = toPosix(resolve(root, at.source.file));
  return {
    name: code,
    message,
    calls: [{ file, ...positionOf(at), text: `at ${formatLocation(at)}` }],
    code: codeFrame(at),
  };
}

/**
 * Sends a 500: a problem, as for an error in a handler, a page to a person, or the text to clients that accept text but not JSON.
 *
 * @param pageOf Writes the page.
 */
export function sendServerRefusal(
  req: IncomingMessage,
  res: ServerResponse,
  { detail, trace, text, failures }: ServerRefusal,
  pageOf: (req: IncomingMessage, failures: readonly Failure[]) => Page,
): void {
  const { accept = '*/*' } = req.headers;
  if (failures.length > 0 && prefersPage(req)) {
    const { headers, html } = pageOf(req, failures);
    res.writeHead(500, headers);
    return void res.end(html);
  }
  if (/\btext\//.test(accept) && !/\bjson\b/.test(accept)) return sendText(res, 500, text);
  res.writeHead(500, { 'Content-Type': PROBLEM_TYPE });
  const members = { detail, ...(trace.length > 0 && { trace }) };
  res.end(JSON.stringify(createProblem(500, STATUS_CODES[500]!, members)));
}

/** Sends a plain text. */
export function sendText(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  res.end(`${text}\n`);
}
