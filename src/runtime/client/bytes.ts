import type { Encoded } from './encoded-body.ts';
import { encodeJson } from './encoded-body.ts';
import { isJson } from './response.ts';
import { isBinary, isStream, sentText } from './sent-values.ts';

/**
 * Serializes a body of bytes, text or JSON. Streams and bytes are sent as they are.
 *
 * @throws {TypeError} If a value cannot be sent in a body of the type.
 */
export function encodeBytes(value: unknown, type: string): Encoded {
  if (isStream(value)) return encodeStream(value, type);
  if (isBinary(value)) return value instanceof Blob && type.includes('*') ? { body: value } : { body: value, type };
  if (value === undefined || isJson(type)) return encodeJson(value, type);
  return { body: sentText(value, 'body'), type };
}

/** A stream as the body of a request. */
function encodeStream(value: ReadableStream | AsyncIterable<unknown>, type: string): Encoded {
  const { from } = ReadableStream as unknown as { from(items: AsyncIterable<unknown>): ReadableStream };
  const body = 'getReader' in value ? value : from(value);
  const create = (url: string, init: RequestInit): Request => {
    // Some browsers send the text of the object, with its own type.
    const request = new Request(url, { ...init, duplex: 'half' } as RequestInit);
    if (request.headers.has('Content-Type'))
      throw new TypeError('Cannot send body: this browser cannot send streams, only Blobs');
    request.headers.set('Content-Type', type);
    return request;
  };
  return { body, create };
}
