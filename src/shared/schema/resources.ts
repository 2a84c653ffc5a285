import { keysOf, pointTo } from '../contract/json-pointer.ts';
import { FORMER_NAMES } from './dialects.ts';
import type { AnySchema } from './json-types.ts';
import { schemaAt, pointerOf, eachSubschema } from './walk.ts';
import type { SchemaPath } from './walk.ts';
import { decodePart, withoutFragment } from '../contract/path-spelling.ts';

/** The keywords that only the resolution of references needs. */
export const IDENTIFIERS: readonly string[] = [
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$vocabulary',
];

/** Why a reference has no target in its file: the schema is missing, several schemas match, or the address is that of another file. */
export type ReferenceFault = 'missing' | 'dynamic' | 'elsewhere';

/** The target of a reference. */
export type Target =
  | { readonly pointer: string; readonly dynamicAnchor?: string }
  | { readonly fault: ReferenceFault; readonly uri: string };

/** The second place of an identifier. */
export interface RepeatedId {
  readonly path: SchemaPath;
  readonly id: string;
}

/**
 * The identified schemas of one file, by absolute URI: schema resources (`$id`) and anchors (`$anchor`, `$dynamicAnchor`).
 * JSON Schema 2020-12, Core, 8.2.
 */
export interface Resources {
  /** The JSON Pointer of each identified schema, by its absolute URI. */
  readonly identifiers: ReadonlyMap<string, string>;
  readonly dynamicAnchors: ReadonlySet<string>;
  /** The repeated identifiers. */
  readonly repeated: readonly RepeatedId[];
  /** Whether a schema has one of {@link IDENTIFIERS}. */
  readonly isIdentified: boolean;
  /** The base URI of a schema. */
  baseOf(path: SchemaPath | undefined): string;
  /** Finds the schema that a reference leads to. */
  locate(reference: string, base: string, keyword: '$ref' | '$dynamicRef'): Target;
}

/**
 * Finds the identified schemas of a file.
 *
 * @param root In 2020-12, identifiers and all.
 * @param keys All keys in it: only if one is an identifier, the schemas are searched.
 * @param uri The URI of the file, for a root without an `$id`.
 */
export function findResources(root: AnySchema, keys: ReadonlySet<string>, uri: string): Resources {
  const identifiers = new Map([[uri, '']]);
  const dynamic = new Map<string, string[]>();
  /** The base URIs of the root and of schemas with an `$id`, by their pointers. */
  const bases = new Map([['', uri]]);
  const repeated: RepeatedId[] = [];
  let isIdentified = false;
  const add = (id: string, pointer: string, path: SchemaPath): void => {
    if (identifiers.has(id) && identifiers.get(id) !== pointer) repeated.push({ path, id });
    else identifiers.set(id, pointer);
  };
  const visit = (schema: AnySchema, path: SchemaPath | undefined, outer: string): void => {
    let base = outer;
    if (typeof schema === 'object' && IDENTIFIERS.some((keyword) => keyword in schema)) {
      isIdentified = true;
      const { $id, $anchor, $dynamicAnchor } = schema;
      const pointer = pointerOf(path);
      const at = (key: string): SchemaPath => ({ key, parent: path });
      if (typeof $id === 'string') {
        base = resolveUri($id, outer) ?? outer;
        bases.set(pointer, base);
        add(withoutFragment(base), pointer, at('$id'));
      }
      if (typeof $anchor === 'string') add(`${base}#${$anchor}`, pointer, at('$anchor'));
      if (typeof $dynamicAnchor === 'string') {
        add(`${base}#${$dynamicAnchor}`, pointer, at('$dynamicAnchor'));
        dynamic.set($dynamicAnchor, [...(dynamic.get($dynamicAnchor) ?? []), pointer]);
      }
    }
    eachSubschema(schema, (part, at) => visit(part, at, base), path);
  };
  if (IDENTIFIERS.some((keyword) => keys.has(keyword))) visit(root, undefined, uri);
  const baseOf = (pointer: string): string => {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const base = bases.get(pointer.slice(0, end));
      if (base !== undefined) return base;
    }
    return bases.get('')!;
  };

  return {
    identifiers,
    dynamicAnchors: new Set(dynamic.keys()),
    repeated,
    isIdentified,
    baseOf: (path) => (bases.size === 1 ? bases.get('')! : baseOf(pointerOf(path))),
    locate(reference, base, keyword) {
      const absolute = resolveUri(reference, base) ?? reference;
      const target = followUri(root, identifiers, absolute);
      if (target === undefined) {
        const isOwn = identifiers.has(withoutFragment(absolute));
        return { fault: isOwn ? 'missing' : 'elsewhere', uri: absolute };
      }
      const [anchor, pointers = []] = [...dynamic].find(([, all]) => all.includes(target)) ?? [];
      if (keyword === '$ref' || anchor === undefined || !absolute.endsWith(`#${anchor}`)) return { pointer: target };
      // The outermost resource on the way wins, and every way begins at the root.
      const outermost = pointers.find((pointer) => baseOf(pointer) === bases.get('')) ?? target;
      if (outermost === target && pointers.length > 1 && baseOf(target) !== bases.get(''))
        return { fault: 'dynamic', uri: absolute };
      return { pointer: outermost, dynamicAnchor: anchor };
    },
  };
}

/**
 * Finds the JSON Pointer of the schema that a URI leads to; undefined if there is none.
 *
 * @param identifiers The pointers of identified schemas.
 */
export function followUri(root: AnySchema, identifiers: ReadonlyMap<string, string>, uri: string): string | undefined {
  const [, resource = '', fragment = ''] = /^([^#]*)#?(.*)$/s.exec(uri) ?? [];
  if (fragment !== '' && !fragment.startsWith('/')) return identifiers.get(uri);
  const start = identifiers.get(resource);
  return start === undefined ? undefined : follow(root, start, fragment);
}

/** Follows a fragment from a schema. Translated keywords are also found by their former names. */
function follow(root: AnySchema, start: string, fragment: string): string | undefined {
  let keys = keysOf(start);
  const pending = keysOf(decodePart(fragment));
  while (pending.length > 0) {
    const next = [2, 1].flatMap((length) => {
      const [keyword = '', ...rest] = pending.slice(0, length);
      const names = [keyword, ...Object.keys(FORMER_NAMES).filter((name) => FORMER_NAMES[name]!.includes(keyword))];
      const found = names.map((name) => [...keys, name, ...rest]).find((each) => schemaAt(root, each) !== undefined);
      return found !== undefined && pending.length >= length ? [{ found, length }] : [];
    })[0];
    if (next === undefined) return undefined;
    keys = next.found;
    pending.splice(0, next.length);
  }
  return keys.reduce<string>((pointer, key) => pointTo(pointer, key), '');
}

function resolveUri(reference: string, base: string): string | undefined {
  // A URN has no hierarchy: only a fragment can be relative to it.
  if (reference.startsWith('#')) return `${withoutFragment(base)}${reference}`;
  return URL.canParse(reference, base)
    ? new URL(reference, base).href
    : URL.canParse(reference)
      ? new URL(reference).href
      : undefined;
}
