import type { Readable } from 'node:stream';
import { Stream } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** Whether a value can be more than data. Most bodies are ordinary objects and lists, which need no other test. */
export function isSpecial(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const isOrdinary = Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value);
  return !isOrdinary || typeof (value as { pipe?: unknown }).pipe === 'function';
}

/** Bytes as a Buffer, because Koa sends any other Uint8Array as JSON. Other values stay. */
export function toBuffer(value: unknown): unknown {
  if (!(value instanceof Uint8Array) || Buffer.isBuffer(value)) return value;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** Whether Koa takes a value for a stream. Those of `readable-stream` aren't instances of Node's class. */
export function isStream(value: unknown): value is Stream {
  if (!isSpecial(value)) return false;
  if (value instanceof Stream) return true;
  const { readable, readableObjectMode, pipe, read, destroy, destroyed } = value as { [name: string]: unknown };
  return (
    readable === true &&
    typeof readableObjectMode === 'boolean' &&
    typeof destroyed === 'boolean' &&
    [pipe, read, destroy].every((method) => typeof method === 'function')
  );
}

/** Whether a stream can be read: one that can only be written to has nothing to send. */
export function isReadable(value: unknown): value is Readable {
  return isStream(value) && typeof (value as { read?: unknown }).read === 'function';
}

/** Whether a body is a stream of values instead of bytes, such as `Readable.from(rows)`. */
export function isObjectStream(body: unknown): body is Readable {
  return isReadable(body) && body.readableObjectMode;
}

/** Whether a value is a Blob or a File. */
export function isBlob(value: unknown): value is Blob {
  return hasBrand(value, ['Blob', 'File'], () => [globalThis.Blob.prototype, 'size']);
}

/** Whether a value is a web Response. */
export function isResponse(value: unknown): value is Response {
  return hasBrand(value, ['Response'], () => [globalThis.Response.prototype, 'status']);
}

/** Whether a value is a web stream. */
export function isWebStream(value: unknown): value is ReadableStream {
  return hasBrand(value, ['ReadableStream'], () => [globalThis.ReadableStream.prototype, 'locked']);
}

/**
 * Whether a getter of a class accepts a value: it reads an internal field, which other objects cannot have.
 *
 * @param getter Called only if the tag fits, because `Response` loads Node's fetch implementation.
 */
function hasBrand(value: unknown, tags: readonly string[], getter: () => readonly [object, string]): boolean {
  if (!isSpecial(value)) return false;
  if (!tags.includes((value as { [Symbol.toStringTag]?: string })[Symbol.toStringTag] ?? '')) return false;
  const [prototype, name] = getter();
  try {
    Object.getOwnPropertyDescriptor(prototype, name)!.get!.call(value);
    return true;
  } catch {
    return false;
  }
}

/** Whether a value must be awaited. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
