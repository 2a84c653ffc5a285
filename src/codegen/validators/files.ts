import type { AnySchema } from '../../schema/types.ts';
import type { Resolve } from '../../schema/types.ts';
import { partsOf } from '../../schema/decoding.ts';

/** Whether a value is a file: OpenAPI 3.1, Schema Object, `format: binary`. */
export function isFile(schema: AnySchema, resolve: Resolve): boolean {
  return partsOf(schema, resolve).some((part) => part['format'] === 'binary');
}

/**
 * The properties of a form that are files, or lists of files; `*` where those are that no one declared.
 *
 * @example fileFields({ properties: { photo: { type: 'string', format: 'binary' } } }, resolve) // ['photo']
 */
export function fileFields(schema: AnySchema, resolve: Resolve): string[] {
  const names = new Set<string>();
  for (const { properties = {}, additionalProperties = false } of partsOf(schema, resolve)) {
    const all = { ...(properties as { [name: string]: AnySchema }), '*': additionalProperties as AnySchema };
    for (const [name, property] of Object.entries(all)) if (holdsFiles(property, resolve)) names.add(name);
  }
  return [...names];
}

function holdsFiles(schema: AnySchema, resolve: Resolve): boolean {
  const items = partsOf(schema, resolve).flatMap((part) => (part['items'] ?? []) as AnySchema[]);
  return [schema, ...items].some((one) => isFile(one, resolve));
}
