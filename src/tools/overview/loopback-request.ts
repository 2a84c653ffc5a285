import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { request as requestHttp } from '../../shared/contract/node-http.ts';

/** The headers that belong to a connection, and those that the client of a request sets itself. */
const DROPPED = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade', 'expect', 'te']);

/** A request to the dev server. */
interface LoopbackRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: OutgoingHttpHeaders;
  /** The size of the body in bytes; undefined if there is none. */
  readonly length: number | undefined;
}

/**
 * Begins a request to the server that got another one. It goes nowhere else.
 *
 * @throws {TypeError} If the method, the path or a header is malformed.
 */
export function requestServer(
  { socket }: IncomingMessage,
  { method, url, headers, length }: LoopbackRequest,
): ClientRequest {
  const isSecure = (socket as Partial<TLSSocket>).encrypted === true;
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith(':') && !DROPPED.has(name.toLowerCase()));
  return (isSecure ? requestHttps : requestHttp)({
    host: socket.localAddress,
    port: socket.localPort,
    method,
    path: url,
    headers: { ...Object.fromEntries(kept), ...(length !== undefined && { 'content-length': length }) },
    // The certificate of a dev server is often its own.
    ...(isSecure && { rejectUnauthorized: false }),
  });
}
