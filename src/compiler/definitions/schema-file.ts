import { keysOf } from '../../contract/json-pointer.ts';
import type { Schema } from '../../contract/operation.ts';
import { mapReferences, referenceTo, targetOf } from '../../schema/references.ts';
import { findResources } from '../../schema/resources.ts';
import type { AnySchema } from '../../schema/types.ts';
import type { SchemaPath } from '../../schema/walk.ts';
import { mapSubschemas, pointerOf } from '../../schema/walk.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Reference } from '../language/declared.ts';
import type { Places } from '../user-schemas/check.ts';

/** The keywords that identify schemas of a file: once its references are written out, nothing needs them. */
const IDENTIFIERS: ReadonlySet<string> = new Set(['$schema', '$id', '$anchor', '$dynamicAnchor', '$vocabulary']);

/**
 * Turns the references in a file of JSON Schema into those of the document, where the file is `#/components/schemas/<name>`.
 *
 * @param root In 2020-12, and valid.
 */
export function linkReferences(
  name: string,
  root: AnySchema,
  places: Places,
  report: Report,
): { readonly schema: Schema; readonly references: readonly Reference[] } {
  if (typeof root === 'boolean') return { schema: root ? {} : { not: {} }, references: [] };
  // A name with other characters has been reported.
  const resources = findResources(root, `file:///${name.replaceAll(/[^\w.-]/g, '_')}.json`);
  for (const { path, id } of resources.repeated) report(messages.repeatedId(places(pointerOf(path)), id));
  const references: Reference[] = [];
  const refer = (target: string, pointer: string, path: SchemaPath): string => {
    references.push(lazyReference(target, pointer, path, places));
    return referenceTo(target, pointer)['$ref'] as string;
  };
  const schema = mapReferences(root, (reference, path, keyword) => {
    const base = resources.baseOf(pointerOf(schemaOf(path)));
    const located = resources.locate(reference, base, keyword);
    if (typeof located === 'string') return referenceTo(name, encodePointer(located))['$ref'] as string;
    const target = located.fault === 'dynamic' ? undefined : targetOf(reference);
    if (target !== undefined && keyword === '$ref') return refer(target.name, target.pointer, path);
    report(messages.unresolvedReference(places(pointerOf(path)), reference, located.fault));
    return referenceTo(name)['$ref'] as string;
  });
  return { schema: withoutIdentifiers(schema) as Schema, references };
}

/** The schema that has a reference; that of a discriminator is two levels further out. */
function schemaOf(path: SchemaPath): SchemaPath | undefined {
  return path.key === '$ref' || path.key === '$dynamicRef' ? path.parent : path.parent?.parent?.parent;
}

/** A `$dynamicRef` that is left means `$ref`. */
function withoutIdentifiers(schema: AnySchema): AnySchema {
  if (typeof schema === 'boolean') return schema;
  const { $dynamicRef, ...others } = schema;
  const kept = Object.fromEntries(Object.entries(others).filter(([keyword]) => !IDENTIFIERS.has(keyword)));
  return mapSubschemas(typeof $dynamicRef === 'string' ? withReference(kept, $dynamicRef) : kept, withoutIdentifiers);
}

function withReference(schema: Schema, $ref: string): Schema {
  if (!('$ref' in schema)) return { $ref, ...schema };
  return { ...schema, allOf: [...((schema['allOf'] as Schema[] | undefined) ?? []), { $ref }] };
}

/** A pointer as a URI fragment: RFC 6901, 6. */
function encodePointer(pointer: string): string {
  return keysOf(pointer).length === 0
    ? ''
    : pointer.split('/').map(encodeURIComponent).join('/').replaceAll('%24', '$');
}

function lazyReference(name: string, pointer: string, path: SchemaPath, places: Places): Reference {
  return {
    name,
    arity: 0,
    ...(pointer !== '' && { pointer }),
    get at() {
      return places(pointerOf(path));
    },
  };
}
