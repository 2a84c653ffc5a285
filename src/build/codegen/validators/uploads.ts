import { partsOf } from '../../../shared/schema/decoding.ts';
import type { AnySchema, Resolve } from '../../../shared/schema/json-types.ts';

/** Whether the values of a schema are files: OpenAPI 3.1, Schema Object, `format: binary`. */
export function isFile(schema: AnySchema, resolve: Resolve): boolean {
  return partsOf(schema, resolve).some((part) => part['format'] === 'binary');
}

/**
 * Lists the properties of a form that are files or lists of files, with `*` for additional properties.
 *
 * @example fileFields({ properties: { photo: { type: 'string', format: 'binary' } } }, resolve) // ['photo']
 */
export function fileFields(schema: AnySchema, resolve: Resolve): string[] {
  const names = new Set<string>();
  for (const { properties = {}, additionalProperties = false } of partsOf(schema, resolve)) {
    const all = { ...properties, '*': additionalProperties };
    for (const [name, property] of Object.entries(all)) if (holdsFiles(property, resolve)) names.add(name);
  }
  return [...names];
}

function holdsFiles(schema: AnySchema, resolve: Resolve): boolean {
  return partsOf(schema, resolve).some(({ format, items = false }) => format === 'binary' || isFile(items, resolve));
}
