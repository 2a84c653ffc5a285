import { keysOf } from '../../../shared/contract/json-pointer.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { DIALECT_NAMES, dialectsIn, isLatest, translateSchema } from '../../../shared/schema/dialects.ts';
import { KEYWORD_NAMES } from '../../../shared/schema/keywords.ts';
import { mapReferences, referenceTo, targetOf } from '../../../shared/schema/references.ts';
import { IDENTIFIERS, findResources } from '../../../shared/schema/resources.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { asSchema, isSchema } from '../../../shared/schema/json-types.ts';
import type { SchemaPath } from '../../../shared/schema/walk.ts';
import { eachSchema, mapSubschemas, pointerOf } from '../../../shared/schema/walk.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, Location } from '../diagnostics/source.ts';
import type { Reference, Sample } from '../language/declared.ts';
import { samplesOf } from '../language/facets.ts';
import type { Places } from '../user-schemas/check.ts';
import { reportSchema } from '../user-schemas/check.ts';
import type { Data } from '../comment/json.ts';
import type { ExternalReference, SchemaDefinition } from './model.ts';

/**
 * Reads the schema of a file: translates it to 2020-12, checks it, links its references and collects its samples.
 *
 * @param name The name of the file, which becomes that of the definition.
 * @returns undefined if the schema is invalid, which has then been reported.
 */
export function readSchema(
  name: string,
  data: Data,
  places: Places,
  report: Report,
): { readonly linked: Linked; readonly samples: Declared<Sample>[] } | undefined {
  const translated = data.keys.has('$schema') ? translate(data, places, report) : data;
  if (translated === undefined || !reportSchema(translated.value, places, report)) return undefined;
  const linked = linkReferences(name, translated.value, translated.keys, places, report);
  const hasSamples = SAMPLES.some((keyword) => translated.keys.has(keyword));
  return { linked, samples: hasSamples ? readSamples(linked.schema, places) : [] };
}

/** Translates a schema to 2020-12; reports an unknown dialect and returns undefined. */
function translate(data: Data, places: Places, report: Report): Data | undefined {
  const schema = data.value;
  if (!isSchema(schema)) return data;
  const named = dialectsIn(schema);
  const unknown = named.filter(({ dialect }) => dialect === undefined);
  for (const { uri, path } of unknown) report(messages.unknownDialect(places(pointerOf(path)), uri, DIALECT_NAMES));
  if (unknown.length > 0) return undefined;
  const old = named.find(({ dialect }) => !isLatest(dialect!))?.dialect;
  if (old === undefined) return data;
  report(messages.translatedSchema(places('/$schema'), old.name));
  // A translation can add keywords.
  return { value: translateSchema(schema), keys: new Set(KEYWORD_NAMES) };
}

type Linked = Pick<SchemaDefinition, 'schema' | 'references' | 'identified'>;

/**
 * Turns the references in a file of JSON Schema into those of the document, where the file is `#/components/schemas/<name>`. References by URI to
 * other files become absolute, for all files together to resolve.
 *
 * @param root In 2020-12, and valid.
 * @param keys All keys in it.
 */
function linkReferences(
  name: string,
  root: AnySchema,
  keys: ReadonlySet<string>,
  places: Places,
  report: Report,
): Linked {
  if (typeof root === 'boolean') return { schema: asSchema(root), references: [] };
  // A name with other characters has been reported.
  const uri = `file:///${name.replaceAll(/[^\w.-]/g, '_')}.json`;
  const resources = findResources(root, keys, uri);
  for (const { path, id } of resources.repeated) report(messages.repeatedId(places(pointerOf(path)), id));
  const references: Reference[] = [];
  const dynamicReferences: Declared<string>[] = [];
  const external: Declared<ExternalReference>[] = [];
  const schema = mapReferences(root, (text, path, keyword) => {
    // Finding a location takes time, so only a report does it.
    const located = <T extends object>(value: T): T & { readonly at: Location } => ({
      ...value,
      get at() {
        return places(pointerOf(path));
      },
    });
    const definition = keyword === '$ref' ? targetOf(text) : undefined;
    const base = resources.baseOf(schemaOf(path));
    if (definition !== undefined && (text.startsWith('#') || base === uri)) {
      references.push(located({ ...definition, arity: 0 }));
      return referenceTo(definition.name, definition.pointer).$ref;
    }
    const target = resources.locate(text, base, keyword);
    if ('pointer' in target) {
      if (target.dynamicAnchor !== undefined) dynamicReferences.push(located({ value: target.dynamicAnchor }));
      references.push(located({ name, arity: 0 }));
      return referenceTo(name, encodePointer(target.pointer)).$ref;
    }
    if (keyword === '$ref' && target.fault === 'elsewhere') {
      external.push(located({ value: { uri: target.uri, text } }));
      return target.uri;
    }
    report(messages.unresolvedReference(places(pointerOf(path)), text, target.fault));
    return referenceTo(name).$ref;
  });
  const { identifiers, dynamicAnchors, isIdentified } = resources;
  const identified = { identifiers, dynamicAnchors, dynamicReferences, external };
  return { schema: isIdentified ? (withoutIdentifiers(schema) as Schema) : schema, references, identified };
}

/** The path of the schema that has a reference; the mapping of a discriminator is two levels deeper. */
function schemaOf(path: SchemaPath): SchemaPath | undefined {
  return path.key === '$ref' || path.key === '$dynamicRef' ? path.parent : path.parent?.parent?.parent;
}

/** Removes identifiers, and makes `$ref` of `$dynamicRef`. */
function withoutIdentifiers(schema: AnySchema): AnySchema {
  if (typeof schema === 'boolean') return schema;
  const { $dynamicRef, ...others } = schema;
  const plain = Object.fromEntries(Object.entries(others).filter(([keyword]) => !IDENTIFIERS.includes(keyword)));
  return mapSubschemas(typeof $dynamicRef === 'string' ? withReference(plain, $dynamicRef) : plain, withoutIdentifiers);
}

function withReference(schema: Schema, $ref: string): Schema {
  if (!('$ref' in schema)) return { $ref, ...schema };
  return { ...schema, allOf: [...((schema['allOf'] as Schema[] | undefined) ?? []), { $ref }] };
}

/** Encodes a pointer as a URI fragment: RFC 6901, 6. */
function encodePointer(pointer: string): string {
  return keysOf(pointer).length === 0
    ? ''
    : pointer.split('/').map(encodeURIComponent).join('/').replaceAll('%24', '$');
}

/** The keywords whose values their own schema must allow. An enum can have values that its schema refuses. */
const SAMPLES = ['default', 'const', 'example', 'examples'];

/** Collects the samples in a schema, which are located only for a report. */
function readSamples(root: Schema, places: Places): Declared<Sample>[] {
  const samples: Declared<Sample>[] = [];
  eachSchema(root, (part, parent) => {
    // A format is an annotation (2020-12, Validation, 7.2.1), and published schemas have samples that violate it.
    const { format: _, ...schema } = part;
    for (const keyword of Object.keys(part).filter((key) => SAMPLES.includes(key)))
      for (const [i, sample] of samplesOf(keyword, part[keyword], {}, schema).entries())
        samples.push({
          value: { ...sample, ...(sample.what === 'example' && { isWarning: true }) },
          get at() {
            const path = { key: keyword, parent };
            return places(pointerOf(keyword === 'examples' ? { key: i, parent: path } : path));
          },
        });
  });
  return samples;
}
