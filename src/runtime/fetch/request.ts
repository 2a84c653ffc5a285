import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { InProcessRequest } from '../in-process/index.ts';

/** Converts a web request to one of Node's HTTP server. */
export function requestOf(request: Request, remoteAddress: string | undefined): Omit<InProcessRequest, 'fields'> {
  const { protocol, host, pathname, search } = new URL(request.url);
  const headers: Record<string, string> = { host, ...Object.fromEntries(request.headers) };
  const body = request.body === null ? undefined : Readable.fromWeb(request.body as ReadableStream<Uint8Array>);
  // Without either, a request has no body: RFC 9112, 6.3.
  if (body !== undefined && headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked';
  return {
    method: request.method,
    url: `${pathname}${search}`,
    headers,
    body,
    remoteAddress,
    socket: { encrypted: protocol === 'https:' },
  };
}
