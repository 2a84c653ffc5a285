import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { OwnRequest } from '../../shared/contract/own-request.ts';
import type { InProcessRequest } from './index.ts';

/** The part of a response that callers use. */
export interface InProcessResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>;
  stream(): Readable;
}

/** Hands a request to a platform. Its address and protocol are those of the URL and of the headers that the platform adds. */
export async function askPlatform(
  send: OwnRequest,
  { method, url, headers, body, socket, signal }: InProcessRequest<Buffer>,
): Promise<InProcessResponse> {
  const scheme = (socket as { readonly encrypted?: boolean }).encrypted === true ? 'https' : 'http';
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [name, item]),
  );
  const response = await send(`${scheme}://${String(headers['host'])}${url}`, {
    method,
    headers: sent,
    redirect: 'manual',
    ...(body !== undefined && { body: new Uint8Array(body) }),
    ...(signal !== undefined && { signal }),
  });
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    stream: () =>
      response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
  };
}
