import type { ReadableStream } from 'node:stream/web';
import type { OperationEntry } from '../../contract/operation.ts';

/** The media type of a JSON body, as Koa writes it. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Whether a media type's content is JSON: RFC 8259, and the suffix of RFC 6839. */
export function isJson(type: string): boolean {
  return /[/+]json$/i.test(type);
}

/** The media type that an operation's JSON has; undefined where the contract says that what it answers is none. */
export function jsonTypeOf({ produces }: OperationEntry): string | undefined {
  if (produces === undefined) return JSON_TYPE;
  return isJson(produces) ? produces : undefined;
}

/** Whether Koa sends a value as it is, not as JSON: a Buffer, a stream of Node's or the web's, a Blob, a web Response. */
export function isOpaque(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Buffer.isBuffer(value) || typeof (value as { pipe?: unknown }).pipe === 'function') return true;
  const tag = tagOf(value);
  return tag === 'ReadableStream' || tag === 'Blob' || tag === 'File' || tag === 'Response';
}

/** The stream of the web's that a value is, or that a web Response has; null of one without a body, undefined of anything else. */
export function webStreamOf(value: unknown): ReadableStream | null | undefined {
  const tag = tagOf(value as object);
  if (tag === 'Response') return (value as Response).body as ReadableStream | null;
  return tag === 'ReadableStream' ? (value as ReadableStream) : undefined;
}

/** Whether a value says of what media type it is. */
export function hasOwnType(value: unknown): boolean {
  const tag = tagOf(value as object);
  return (tag === 'Blob' || tag === 'File') && (value as Blob).type !== '';
}

/**
 * A body as JSON text.
 *
 * @throws {TypeError} For what JSON cannot say.
 */
export function encodeJson({ id }: OperationEntry, body: unknown): string {
  const text = JSON.stringify(body) as string | undefined;
  if (text === undefined) throw new TypeError(`${id} returned a ${typeof body}, which JSON cannot say`);
  return text;
}

/**
 * A body as text of a media type that is not JSON; numbers and truth values are what they look like.
 *
 * @throws {TypeError} For what is no text.
 */
export function encodeText({ id, produces }: OperationEntry, body: unknown): string {
  if (typeof body === 'string' || typeof body === 'number' || typeof body === 'boolean') return String(body);
  const what = body === null ? 'null' : `a value of type ${typeof body}`;
  throw new TypeError(
    `${id} returned ${what}, and its contract says ${produces}: return a string, a Buffer or a stream, or set ctx.type`,
  );
}

/** A value's tag; to name the class Response would load it. */
function tagOf(value: { [Symbol.toStringTag]?: unknown }): unknown {
  return value[Symbol.toStringTag];
}
