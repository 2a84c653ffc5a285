import { fromNodeHeader } from '../../shared/contract/header-text.ts';
import type { WorkersResponse } from './response.ts';

/** The additions of workerd to the web's interfaces. */
interface WorkersInit extends ResponseInit {
  /** `manual` if the body has the Content-Encoding of the headers already. */
  readonly encodeBody: 'manual';
}
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>;

/**
 * Completes a response of workerd's `node:http`, whose body is a stream of unknown length, for HEAD too, and would be encoded again.
 *
 * @param method The method of the request.
 */
export function toResponse(response: Response, { whole }: WorkersResponse, method: string): Response {
  const { status, statusText, headers } = response;
  encodeHeaders(headers);
  const init: WorkersInit = { status, statusText, headers, encodeBody: 'manual' };
  return new Response(method === 'HEAD' ? null : platformBody(response, whole), init);
}

/** workerd sends values as UTF-8. */
function encodeHeaders(headers: Headers): void {
  const cookies = headers.getSetCookie();
  for (const [name, value] of Array.from(headers))
    if (name !== 'set-cookie' && fromNodeHeader(value) !== value) headers.set(name, fromNodeHeader(value));
  if (cookies.every((cookie) => fromNodeHeader(cookie) === cookie)) return;
  headers.delete('Set-Cookie');
  for (const cookie of cookies) headers.append('Set-Cookie', fromNodeHeader(cookie));
}

function platformBody(
  { body, headers }: Response,
  whole: Uint8Array | undefined,
): ConstructorParameters<typeof Response>[0] {
  if (body === null) return null;
  if (whole !== undefined) return whole as Uint8Array<ArrayBuffer>;
  const length = headers.get('Content-Length');
  return length === null ? body : withLength(body, Number(length));
}

function withLength(body: ReadableStream<Uint8Array>, length: number): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(length);
  // The stream that is read has the error, too.
  body.pipeTo(writable).catch(() => {});
  return readable;
}
