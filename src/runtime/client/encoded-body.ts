import { isJson } from './response.ts';

type Values = { readonly [name: string]: unknown };

/** A serialized body and its media type, which is undefined if `fetch` sets it. */
export type Encoded = readonly [body?: FormData | URLSearchParams | Blob | string, mediaType?: string];

/**
 * Serializes a body by its media type.
 *
 * @throws {TypeError} If it is a stream, which would be sent as the text of an object.
 */
export function encodeBody(value: unknown, mediaType: string): Encoded {
  if (value === undefined) return [];
  if ((value as Values | null)?.['getReader']) throw new TypeError('Read the stream into a Blob first');
  if (value instanceof FormData || value instanceof URLSearchParams) return [value];
  if (value instanceof Blob) return mediaType.includes('*') ? [value] : [value, mediaType];
  if (isJson(mediaType)) return [JSON.stringify(value), mediaType];
  if (mediaType === 'multipart/form-data') return [fillForm(new FormData(), value as Values)];
  if (mediaType === 'application/x-www-form-urlencoded') return [fillForm(new URLSearchParams(), value as Values)];
  return [typeof value === 'string' ? value : new Blob([value as ArrayBuffer]), mediaType];
}

/** Adds the fields of a form. Lists repeat the name, objects are JSON (OpenAPI 3.1, Encoding Object). */
function fillForm<T extends FormData | URLSearchParams>(form: T, values: Values): T {
  for (const [name, value] of Object.entries(values)) {
    for (const item of [value].flat()) {
      if (item === undefined) continue;
      const isJsonText = typeof item === 'object' && item !== null && !(item instanceof Blob);
      form.append(name, isJsonText ? JSON.stringify(item) : ((item ?? '') as string));
    }
  }
  return form;
}
