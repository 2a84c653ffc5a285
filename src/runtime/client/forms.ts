import { encodeBytes } from './bytes.ts';
import type { Encoded } from './encoded-body.ts';
import { jsonText } from './encoded-body.ts';
import { isBinary, sentEntries, sentText } from './sent-values.ts';

const MULTIPART = 'multipart/form-data';
const URLENCODED = 'application/x-www-form-urlencoded';

/**
 * Serializes a form, or a body of another type.
 *
 * @throws {TypeError} If a value cannot be sent in a body of the type.
 */
export function encodeForm(value: unknown, type: string): Encoded {
  if (value instanceof FormData) return { body: value };
  // React Native sends no body of this class.
  if (value instanceof URLSearchParams) return { body: String(value), type: `${URLENCODED};charset=UTF-8` };
  if (value === undefined || isBinary(value)) return encodeBytes(value, type);
  if (type === MULTIPART) return { body: fillForm(new FormData(), value) };
  return type === URLENCODED ? encodeForm(fillForm(new URLSearchParams(), value), type) : encodeBytes(value, type);
}

/** Adds the fields of a form. Lists repeat the name, objects are JSON (OpenAPI 3.1, Encoding Object), or have a field for each property if one is a file. */
function fillForm<T extends FormData | URLSearchParams>(form: T, values: unknown, object?: string): T {
  const parts = sentEntries(values);
  if (parts === undefined) throw new TypeError('The body of a form must be an object, or a form of its own');
  for (const [key, value] of parts) {
    const name = object ? `${object}[${key}]` : key;
    if (!object && form instanceof FormData && sentEntries(value)?.some(hasFile)) {
      fillForm(form, value, name);
      continue;
    }
    for (const item of [value].flat()) {
      if (item === undefined) continue;
      const isSentFile = isBinary(item) && form instanceof FormData;
      const isJsonText = Array.isArray(item) || sentEntries(item) !== undefined;
      const text = (): string => (isJsonText ? jsonText(item) : sentText(item, `body.${name}`));
      form.append(name, (isSentFile ? (item instanceof Blob ? item : new Blob([item])) : text()) as string);
    }
  }
  return form;
}

function hasFile([, part]: readonly unknown[]): boolean {
  return [part].flat().some(isBinary);
}
