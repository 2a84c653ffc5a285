import { decodedParts, decodedProperties } from './decoding.ts';
import type { AnySchema, Keywords, Resolve } from './json-types.ts';
import { typesOf } from './json-types.ts';
import { eachSchema } from './walk.ts';

/** Whether the values of a schema are files: OpenAPI 3.1, Schema Object, `format: binary`. */
export function isFile(schema: AnySchema, resolve: Resolve): boolean {
  return decodedParts(schema, resolve).some((part) => part['format'] === 'binary');
}

/**
 * Lists the properties of a form that are files or lists of files, with `*` for additional properties.
 *
 * @example fileFields({ properties: { photo: { type: 'string', format: 'binary' } } }, resolve) // ['photo']
 */
export function fileFields(schema: AnySchema, resolve: Resolve): string[] {
  const named = [...decodedProperties(decodedParts(schema, resolve))];
  return named.filter(([, schemas]) => schemas.some((one) => holdsFiles(one, resolve))).map(([name]) => name);
}

/**
 * Lists the objects of a form that have files or lists of files as their properties, with the names of these. In the form, their names have
 * brackets: `user[avatar]`.
 *
 * @example fileParts({ properties: { user: { type: 'object', properties: { avatar: { type: 'string', format: 'binary' } } } } }, resolve) // { user: ['avatar'] }
 */
export function fileParts(schema: AnySchema, resolve: Resolve): { readonly [name: string]: readonly string[] } {
  const found = [...decodedProperties(decodedParts(schema, resolve))].map(([name, schemas]) => {
    const objects = schemas.filter((one) => typesOf(one, resolve).has('object'));
    return [name, [...new Set(objects.flatMap((one) => fileFields(one, resolve)))]] as const;
  });
  // An undeclared name is not read as one with brackets.
  return Object.fromEntries(found.filter(([name, parts]) => name !== '*' && parts.length > 0));
}

/** Lists the properties of a form with files that no name of a form can have, such as those in lists of objects. */
export function unsentFiles(schema: AnySchema, resolve: Resolve): string[] {
  const isUnsent = (one: AnySchema, depth: number): boolean => {
    if (holdsFiles(one, resolve)) return false;
    const parts = decodedParts(one, resolve);
    if (depth > 0 || parts.some(({ items }) => items !== undefined)) return hasFile(one, resolve);
    return [...decodedProperties(parts)].some(([, schemas]) =>
      schemas.some((property) => isUnsent(property, depth + 1)),
    );
  };
  const named = [...decodedProperties(decodedParts(schema, resolve))];
  return named
    .filter(([name, schemas]) => schemas.some((one) => isUnsent(one, name === '*' ? 1 : 0)))
    .map(([name]) => name);
}

/** Whether a file is anywhere in a schema. */
export function hasFile(schema: AnySchema, resolve: Resolve): boolean {
  let isFound = false;
  const references = new Set<string>();
  const reached = new Set([schema]);
  // The set grows while it is processed.
  for (const from of reached)
    eachSchema(from, (part) => {
      const { format, $ref } = part as Keywords;
      isFound ||= format === 'binary';
      if ($ref === undefined || references.has($ref)) return;
      references.add($ref);
      reached.add(resolve($ref) ?? true);
    });
  return isFound;
}

function holdsFiles(schema: AnySchema, resolve: Resolve): boolean {
  return decodedParts(schema, resolve).some(
    ({ format, items = false }) => format === 'binary' || isFile(items, resolve),
  );
}
