import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { InProcessResponse } from '../in-process/dispatch.ts';
import type { InProcessRequest } from '../in-process/index.ts';

/** Hands a request to workerd. Its address and protocol are those of the URL and of the headers that the platform adds. */
export async function dispatchTo(
  handle: (request: Request) => Promise<Response>,
  { method, url, headers, body, socket, signal }: InProcessRequest,
): Promise<InProcessResponse> {
  const scheme = (socket as { readonly encrypted?: boolean }).encrypted === true ? 'https' : 'http';
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [name, item]),
  );
  const request = new Request(`${scheme}://${String(headers['host'])}${url}`, {
    method,
    headers: sent,
    redirect: 'manual',
    ...(body !== undefined && { body: new Uint8Array(body) }),
    ...(signal !== undefined && { signal }),
  });
  const response = await handle(request);
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    stream: () =>
      response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
  };
}
