import { isKeywords } from '../../../shared/schema/json-types.ts';

/** An object of a document. */
export type Fields = { readonly [field: string]: unknown };

/** The entries of an object; none for any other value. */
export function entries(value: unknown): [string, unknown][] {
  return isKeywords(value) ? Object.entries(value) : [];
}

/** The items of a list; none for any other value. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
