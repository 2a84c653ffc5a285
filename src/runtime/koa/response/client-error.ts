import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createProblem, PROBLEM_TYPE } from '../../../shared/contract/problem.ts';
import { STATUS_CODES } from '../../../shared/contract/node-http.ts';
import { continueWhenRead } from '../connection/continue.ts';

/** The status for each error code of Node's HTTP parser. Every other code is a 400. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
  HPE_INVALID_METHOD: 501,
  HPE_INVALID_VERSION: 505,
};

const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/\d\.\d\r?$/m;

/** An error of Node's `clientError` event. */
interface ClientError extends Error {
  readonly code?: string;
  /** The bytes received before the error. */
  readonly rawPacket?: Uint8Array;
}

/**
 * Answers requests that Node rejects before they reach the app with a problem (RFC 9457): invalid HTTP, headers that are too large, timeouts and
 * unknown expectations. With `Expect: 100-continue`, the client gets a refusal at once, and 100 (Continue) only when its body is read.
 *
 * `createApp(...).listen()` calls this for its server. Call it yourself if you create the server. If the server has another listener of these
 * events, that one answers.
 *
 * @returns The same server.
 * @example answerClientErrors(createServer(app.callback())).listen(3000);
 */
export function answerClientErrors(server: Server): Server {
  continueWhenRead(server);
  server.on('checkExpectation', (_request, response) => {
    if (server.listenerCount('checkExpectation') > 1) return;
    const text = JSON.stringify(createProblem(417, STATUS_CODES[417]!));
    response.writeHead(417, { 'Content-Type': PROBLEM_TYPE, 'Content-Length': Buffer.byteLength(text) }).end(text);
  });
  return server.on('clientError', (error: ClientError, socket) => {
    if (server.listenerCount('clientError') === 1) refuseClient(error, socket as Socket);
  });
}

function refuseClient(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (!hasStartedResponse(socket)) writeProblem(error, socket);
  // destroySoon first flushes written data.
  socket.destroySoon();
}

function writeProblem(error: ClientError, socket: Socket): void {
  const status = statusOf(error);
  const title = STATUS_CODES[status] ?? '';
  const text = JSON.stringify(createProblem(status, title));
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
}

/** The status of an error. An unknown method is a 501 only if the request line is well formed. */
function statusOf({ code = '', rawPacket }: ClientError): number {
  const status = STATUSES[code] ?? 400;
  return status === 501 && !REQUEST_LINE.test(Buffer.from(rawPacket ?? []).toString('latin1')) ? 400 : status;
}

/** Whether a connection is already sending a response: Node's private field, which its own handler of `clientError` reads too. */
function hasStartedResponse(socket: Socket): boolean {
  return (
    (socket as { ['_httpMessage']?: { readonly headersSent: boolean } | null })['_httpMessage']?.headersSent === true
  );
}
