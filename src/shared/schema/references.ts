import { unescapeKey } from '../contract/json-pointer.ts';
import type { Schema } from '../contract/operation.ts';
import type { AnySchema, Resolve } from './json-types.ts';
import { isKeywords } from './json-types.ts';
import { mapItems, mapSubschemas, schemaAt } from './walk.ts';
import type { SchemaPath } from './walk.ts';
import { isComponentName } from '../contract/component-name.ts';

const DEFINITIONS = '#/components/schemas/';

/**
 * Makes a reference to a definition, or to a part of one by a JSON Pointer: OpenAPI 3.1, Reference Object.
 *
 * @example referenceTo('Pet') // { $ref: '#/components/schemas/Pet' }
 */
export function referenceTo(name: string, pointer: string = ''): { readonly $ref: string } {
  return { $ref: `${DEFINITIONS}${name}${pointer}` };
}

/**
 * Splits a reference into the name of a definition and the keys of a path into it.
 *
 * @returns undefined for other references.
 * @example splitReference('#/components/schemas/Pet/properties/a~1b') // { name: 'Pet', keys: ['properties', 'a/b'] }
 */
export function splitReference(
  reference: string,
): { readonly name: string; readonly keys: readonly string[] } | undefined {
  if (!reference.startsWith(DEFINITIONS)) return undefined;
  const [name = '', ...keys] = reference.slice(DEFINITIONS.length).split('/').map(decodeKey);
  return { name, keys };
}

/** Finds the name of the definition that a schema refers to; undefined for a part of a definition. */
export function referredName({ $ref }: Schema): string | undefined {
  const split = typeof $ref === 'string' ? splitReference($ref) : undefined;
  return split?.keys.length === 0 ? split.name : undefined;
}

/** Makes a {@link Resolve} for definitions by name. */
export function resolverOf(schemas: { get(name: string): AnySchema | undefined }): Resolve {
  return (reference) => {
    const split = splitReference(reference);
    const schema = split && schemas.get(split.name);
    return schema === undefined ? undefined : schemaAt(schema, split!.keys);
  };
}

/**
 * Finds the definition that a reference in a user's schema names, by its place in the document or by its file.
 *
 * @returns undefined for other references.
 * @example targetOf('Pet.json#/properties/id') // { name: 'Pet', pointer: '/properties/id' }
 */
export function targetOf(reference: string): { readonly name: string; readonly pointer: string } | undefined {
  const [, name, pointer = ''] =
    /^#\/components\/schemas\/([^/]+)(\/.*)?$/s.exec(reference) ??
    /^(?:\.\/)?([^/#]+)\.(?:json|ya?ml)(?:#(\/.*)?)?$/s.exec(reference) ??
    [];
  return name === undefined ? undefined : { name: decodeKey(name), pointer };
}

/** Makes the new text of a reference at a path. */
export type ReplaceReference = (reference: string, path: SchemaPath, keyword: '$ref' | '$dynamicRef') => string;

/**
 * Replaces all references in a schema: `$ref`, `$dynamicRef`, and the mapping of a discriminator (OpenAPI 3.1, Discriminator Object).
 */
export function mapReferences(schema: Schema, replace: ReplaceReference, path?: SchemaPath): Schema {
  const refers = '$ref' in schema || '$dynamicRef' in schema || 'discriminator' in schema;
  const own = refers ? mapOwnReferences(schema, replace, path) : schema;
  return mapSubschemas(
    own,
    (subschema, at) => (typeof subschema === 'boolean' ? subschema : mapReferences(subschema, replace, at)),
    path,
  );
}

function mapOwnReferences(schema: Schema, replace: ReplaceReference, path: SchemaPath | undefined): Schema {
  return mapItems(schema, (value, key) => {
    const at: SchemaPath = { key, parent: path };
    if ((key === '$ref' || key === '$dynamicRef') && typeof value === 'string') return replace(value, at, key);
    return key === 'discriminator' && isKeywords(value) ? mapDiscriminator(value, at, replace) : value;
  }) as Schema;
}

/** Replaces the references of a mapping, which can also be plain names. */
function mapDiscriminator(discriminator: Schema, path: SchemaPath, replace: ReplaceReference): unknown {
  return mapItems(discriminator, (mapping, field) => {
    if (field !== 'mapping' || !isKeywords(mapping)) return mapping;
    return mapItems(mapping, (item, key) => {
      if (typeof item !== 'string') return item;
      const isName = isComponentName(item) && targetOf(item) === undefined;
      return replace(isName ? `${DEFINITIONS}${item}` : item, { key, parent: { key: field, parent: path } }, '$ref');
    });
  });
}

function decodeKey(text: string): string {
  if (!/[%~]/.test(text)) return text;
  try {
    return unescapeKey(decodeURIComponent(text));
  } catch {
    return unescapeKey(text);
  }
}
