import { mapItems } from './map-items.ts';

/** The keywords that hold values, not schemas. */
const VALUES: ReadonlySet<string | number> = new Set(['default', 'example', 'examples', 'enum', 'const']);

/** Turns a reference into another. */
type Replace = (ref: string, pointer: string) => string;

/**
 * Replaces each reference of a schema: each `$ref`, and each schema that the mapping of a discriminator names (OpenAPI 3.1, Discriminator
 * Object); what only looks like one, inside values, stays.
 *
 * @param replace Is given a reference and the JSON pointer to it.
 */
export function mapReferences(schema: unknown, replace: Replace): unknown {
  return mapSchema(schema, [], replace);
}

function mapSchema(value: unknown, path: readonly (string | number)[], replace: Replace): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const isNamed = path.at(-1) === 'properties';
  return mapItems(value, (item, key) => {
    const at = [...path, key];
    if (key === '$ref' && typeof item === 'string') return replace(item, toPointer(at));
    if (typeof item !== 'object' || item === null) return item;
    if (isNamed) return mapSchema(item, at, replace);
    if (key === 'discriminator') return mapItems(item, (each, field) => mapMapping(each, [...at, field], replace));
    return VALUES.has(key) ? item : mapSchema(item, at, replace);
  });
}

/** A schema stands in a mapping by its name, or as in a `$ref`. */
function mapMapping(mapping: unknown, path: readonly (string | number)[], replace: Replace): unknown {
  if (path.at(-1) !== 'mapping' || typeof mapping !== 'object' || mapping === null) return mapping;
  return mapItems(mapping, (item, key) => {
    if (typeof item !== 'string') return item;
    const isName = /^[\w.-]+$/.test(item) && targetOf(item) === undefined;
    return replace(isName ? `#/components/schemas/${item}` : item, toPointer([...path, key]));
  });
}

/** The definition that a reference leads to: by its place in the document, or by the name of its file. */
export function targetOf(ref: string): string | undefined {
  return /^#\/components\/schemas\/([^/]+)/.exec(ref)?.[1] ?? /^(?:\.\/)?([^/#]+)\.(?:json|ya?ml)$/.exec(ref)?.[1];
}

/** A JSON Pointer: RFC 6901. */
function toPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
