import { pointTo } from '../contract/json-pointer.ts';
import { mapItems } from './map-items.ts';

/** The keywords that hold values, not schemas. */
export const VALUES: ReadonlySet<string | number> = new Set(['default', 'example', 'examples', 'enum', 'const']);

/** Turns a reference into another; where it stands is worked out only if it is asked for. */
type Replace = (ref: string, pointer: () => string, keyword: '$ref' | '$dynamicRef') => string;

/** The keys that lead into a schema, the last one first. */
interface Path {
  readonly key: string | number;
  readonly parent: Path | undefined;
}

/**
 * Replaces each reference of a schema: each `$ref` and `$dynamicRef`, and each schema that the mapping of a discriminator names (OpenAPI 3.1, Discriminator
 * Object); what only looks like one, inside values, stays.
 *
 * @param replace Is given a reference and the JSON pointer to it.
 */
export function mapReferences(schema: unknown, replace: Replace): unknown {
  return isObject(schema) ? mapSchema(schema, undefined, replace) : schema;
}

function mapSchema(schema: object, path: Path | undefined, replace: Replace): unknown {
  const isNamed = path?.key === 'properties';
  return mapItems(schema, (item, key) => {
    if ((key === '$ref' || key === '$dynamicRef') && typeof item === 'string')
      return replace(item, () => toPointer({ key, parent: path }), key);
    if (!isObject(item) || (!isNamed && VALUES.has(key))) return item;
    const at = { key, parent: path };
    return key === 'discriminator' && !isNamed ? mapDiscriminator(item, at, replace) : mapSchema(item, at, replace);
  });
}

/** A schema stands in the mapping by its name, or as in a `$ref`. */
function mapDiscriminator(discriminator: object, path: Path, replace: Replace): unknown {
  return mapItems(discriminator, (mapping, field) => {
    if (field !== 'mapping' || !isObject(mapping)) return mapping;
    return mapItems(mapping, (item, key) => {
      if (typeof item !== 'string') return item;
      const isName = /^[\w.-]+$/.test(item) && targetOf(item) === undefined;
      const ref = isName ? `#/components/schemas/${item}` : item;
      return replace(ref, () => toPointer({ key, parent: { key: field, parent: path } }), '$ref');
    });
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The definition that a reference leads to: by its place in the document, or by the name of its file. */
export function targetOf(ref: string): string | undefined {
  return /^#\/components\/schemas\/([^/]+)/.exec(ref)?.[1] ?? /^(?:\.\/)?([^/#]+)\.(?:json|ya?ml)$/.exec(ref)?.[1];
}

/** A JSON Pointer: RFC 6901. */
function toPointer(path: Path | undefined): string {
  return path === undefined ? '' : pointTo(toPointer(path.parent), path.key);
}
