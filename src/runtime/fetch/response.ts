import type { Response as Injected } from 'light-my-request';
import { Readable } from 'node:stream';
import { hasNoBody } from '../../shared/contract/statuses.ts';
import { CONNECTION_HEADERS } from '../in-process/index.ts';

/** Converts a response whose headers have been sent. If its client leaves, the app's response is closed. */
export function responseOf(method: string, injected: Injected): Response {
  const { statusCode: status, statusMessage: statusText } = injected;
  const isEmpty = method === 'HEAD' || hasNoBody(status);
  return new Response(isEmpty ? null : webBody(injected), { status, statusText, headers: webHeaders(injected) });
}

function webHeaders({ headers }: Injected): Headers {
  const result = new Headers();
  for (const [name, values] of Object.entries(headers))
    if (!CONNECTION_HEADERS.includes(name))
      for (const value of [values ?? []].flat()) result.append(name, String(value));
  return result;
}

function webBody(injected: Injected): ConstructorParameters<typeof Response>[0] {
  const { res } = injected.raw;
  const stream = injected.stream();
  // One that was written at once is there, and its bytes have a length.
  if (res.writableEnded) return (stream.read() as Uint8Array<ArrayBuffer> | null) ?? new Uint8Array();
  stream.once('close', () => {
    if (!res.writableFinished) res.destroy();
  });
  return Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>;
}
