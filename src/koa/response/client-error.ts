import type { Server } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { createProblem, PROBLEM_TYPE } from '../../contract/problem.ts';

/** What Node's parser says of a request it gave up on, and the status it stands for; any other is a 400. */
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
  /** What had been received when it arose. */
  readonly rawPacket?: Uint8Array;
}

/**
 * Answers with a problem (RFC 9457) what Node refuses before any app sees it: a request that is no HTTP, too large or too slow, after which the
 * connection is closed, and one that expects what nobody knows. The servers that `createApp(...).listen()` makes have this; it is for a server of one's own.
 *
 * @returns The server.
 * @example answerClientErrors(createServer(app.callback())).listen(3000);
 */
export function answerClientErrors(server: Server): Server {
  server.on('checkExpectation', (_request, response) => {
    const text = JSON.stringify(createProblem(417, STATUS_CODES[417]!));
    response.writeHead(417, { 'Content-Type': PROBLEM_TYPE, 'Content-Length': Buffer.byteLength(text) }).end(text);
  });
  return server.on('clientError', (error: ClientError, socket) => refuseClient(error, socket as Socket));
}

function refuseClient(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (!hasBegunAnswer(socket)) writeProblem(error, socket);
  // What has been written is still sent.
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

/** What is no request line at all has no method that could be unknown. */
function statusOf({ code = '', rawPacket }: ClientError): number {
  const status = STATUSES[code] ?? 400;
  return status === 501 && !REQUEST_LINE.test(Buffer.from(rawPacket ?? []).toString('latin1')) ? 400 : status;
}

/** Whether an answer is under way on a connection, which another would break into: Node's own note, as its own answer to such errors reads it. */
function hasBegunAnswer(socket: Socket): boolean {
  return (
    (socket as { ['_httpMessage']?: { readonly headersSent: boolean } | null })['_httpMessage']?.headersSent === true
  );
}
