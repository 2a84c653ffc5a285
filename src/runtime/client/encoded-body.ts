import { isJson } from './response.ts';
import { isBinary, isStream, sentText } from './sent-values.ts';

/** A serialized body. */
export interface Encoded {
  readonly body?: NonNullable<RequestInit['body']>;
  /** Its media type, which is undefined if `fetch` sets it. */
  readonly type?: string;
  /** Creates the request of a stream, which can be sent once. */
  readonly create?: (url: string, init: RequestInit) => Request;
}

/**
 * Serializes a body as JSON.
 *
 * @throws {TypeError} If a part of it is not JSON.
 */
export function encodeJson(value: unknown, type: string): Encoded {
  if (value === undefined) return {};
  if (!isJson(type)) throw new TypeError(`Cannot send ${type}: no operation takes it`);
  return { body: jsonText(value), type };
}

/** The JSON text of a value, as JSON.stringify writes it. Only bytes and streams are refused. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, refuseBytes);
}

/** In JSON, a Buffer would be a list of numbers, and a file nothing. */
function refuseBytes(this: { readonly [name: string]: unknown }, name: string, value: unknown): unknown {
  const own = this[name];
  if (value === Object(value) && (isBinary(own) || isStream(own) || own instanceof FormData))
    sentText(own, `body${name && `, ${JSON.stringify(name)}`}`);
  return value;
}
