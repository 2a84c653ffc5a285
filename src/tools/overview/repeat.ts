import type { IncomingMessage } from 'node:http';
import { request as requestHttp } from '../../shared/contract/node-http.ts';
import { request as requestHttps } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { SentRequest } from './request-log.ts';

/** The headers that belong to a connection, and those that the client of this request sets itself. */
const DROPPED = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade', 'expect', 'te']);

/** Sends a request again, to the server that got it. Its response is only logged. */
export function repeatRequest({ socket }: IncomingMessage, { method, url, headers, body }: SentRequest): Promise<void> {
  const isSecure = (socket as Partial<TLSSocket>).encrypted === true;
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith(':') && !DROPPED.has(name));
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? requestHttps : requestHttp)({
      host: socket.localAddress,
      port: socket.localPort,
      method,
      path: url,
      headers: { ...Object.fromEntries(kept), ...(body.length > 0 && { 'content-length': body.length }) },
      // The certificate of a dev server is often its own.
      ...(isSecure && { rejectUnauthorized: false }),
    });
    sent.once('response', (response) => {
      resolve();
      // A stream may never end: its beginning is enough.
      response.once('data', () => setTimeout(() => response.destroy(), REPEAT_TIME).unref());
      response.on('error', () => {});
      response.resume();
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** How long to read the response of a repeated request, in milliseconds. */
const REPEAT_TIME = 5_000;
