import { isJson } from './response.ts';
import { isBinary, isStream, partsOf, textOf } from './values.ts';

type Values = { readonly [name: string]: unknown };

/** A serialized body and its media type, which is undefined if `fetch` sets it. */
export type Encoded = readonly [
  body?: ReadableStream | FormData | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string,
  mediaType?: string,
];

const MULTIPART = 'multipart/form-data';
const URLENCODED = 'application/x-www-form-urlencoded';

/**
 * Serializes a body by its media type. Streams and bytes are sent as they are.
 *
 * @throws {TypeError} If a value cannot be sent in a body of the type.
 */
export function encodeBody(value: unknown, mediaType: string): Encoded {
  if (value === undefined) return [];
  if (value instanceof FormData) return [value];
  // React Native sends no body of this class.
  if (value instanceof URLSearchParams) return [String(value), `${URLENCODED};charset=UTF-8`];
  if (isStream(value) && mediaType !== MULTIPART) return [streamOf(value), mediaType];
  if (isBinary(value)) return value instanceof Blob && mediaType.includes('*') ? [value] : [value, mediaType];
  if (isJson(mediaType)) return [JSON.stringify(value, refuseBinary), mediaType];
  if (mediaType === MULTIPART) return [fillForm(new FormData(), value)];
  if (mediaType === URLENCODED) return encodeBody(fillForm(new URLSearchParams(), value), mediaType);
  return [textOf(value, 'body'), mediaType];
}

function streamOf(value: ReadableStream | AsyncIterable<unknown>): ReadableStream {
  if ('getReader' in value) return value;
  return (ReadableStream as unknown as { from(items: AsyncIterable<unknown>): ReadableStream }).from(value);
}

/** Adds the fields of a form. Lists repeat the name, objects are JSON (OpenAPI 3.1, Encoding Object). */
function fillForm<T extends FormData | URLSearchParams>(form: T, values: unknown): T {
  const parts = partsOf(values);
  if (parts === undefined) throw new TypeError('The body of a form must be an object, or a form of its own');
  for (const [name, value] of parts) {
    for (const item of [value].flat()) {
      if (item === undefined) continue;
      const hasFile = isBinary(item) && form instanceof FormData;
      const isJsonText = Array.isArray(item) || partsOf(item) !== undefined;
      const text = (): string => (isJsonText ? JSON.stringify(item, refuseBinary) : textOf(item, `body.${name}`));
      form.append(name, (hasFile ? (item instanceof Blob ? item : new Blob([item])) : text()) as string);
    }
  }
  return form;
}

/** A replacer that refuses bytes in JSON, where a Buffer would be a list of numbers, and a file nothing. */
function refuseBinary(this: Values, name: string, value: unknown): unknown {
  if (value === Object(value) && isBinary(this[name])) textOf(this[name], `body, ${JSON.stringify(name)}`);
  return value;
}
