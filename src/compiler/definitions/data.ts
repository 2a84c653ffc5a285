import type { Document } from 'yaml';
import type { Schema } from '../../contract/operation.ts';
import type { Dialect } from '../../schema/dialects.ts';
import { DIALECT_NAMES, dialectOf, isLatest, translateSchema } from '../../schema/dialects.ts';
import type { AnySchema } from '../../schema/types.ts';
import { isKeywords, isSchema } from '../../schema/types.ts';
import { eachSchema, pointerOf } from '../../schema/walk.ts';
import { firstLine, parseYaml, plainValue } from '../comment/yaml.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, SourceText } from '../diagnostics/source.ts';
import { spanIn } from '../diagnostics/source.ts';
import type { Sample } from '../language/declared.ts';
import { samplesOf } from '../language/facets.ts';
import type { Places } from '../user-schemas/check.ts';
import { eachSampleKeyword, reportSchema } from '../user-schemas/check.ts';
import { readBaseDocument } from './document.ts';
import { isTooDeep, parseJson, TOO_DEEP } from './json.ts';
import type { FileDefinitions, SchemaDefinition } from './model.ts';
import { NO_DEFINITIONS } from './model.ts';
import { placeOf } from './place.ts';
import { linkReferences } from './schema-file.ts';

/** Reads a file of JSON or YAML: `openapi`, or a schema that is named after its file. */
export function readData(source: SourceText, report: Report): FileDefinitions {
  const [, name, extension] = /([^/]+)\.(\w+)$/.exec(source.file) as unknown as [string, string, string];
  const json = name !== 'openapi' && extension === 'json' ? parseJson(source.text) : undefined;
  if (json !== undefined) return readSchema(name, json.value, lazyPlaces(source), source, report);
  const document = readDocument(source, extension, report);
  if (name === 'openapi')
    return document === undefined
      ? NO_DEFINITIONS
      : { ...NO_DEFINITIONS, document: readBaseDocument(document, source, report) };
  if (document === undefined) return { ...NO_DEFINITIONS, schemas: [emptyDefinition(name, source)] };
  return readSchema(name, document.toJS(), (pointer, what) => placeOf(document, source, pointer, what), source, report);
}

/** Errors of syntax follow from each other, so the first ones are enough. */
const MAX_SYNTAX_ERRORS = 10;

/** Parses YAML, of which JSON is a part; undefined after its faults have been reported. */
function readDocument(source: SourceText, extension: string, report: Report): Document.Parsed | undefined {
  const invalid = extension === 'json' ? messages.invalidJson : messages.invalidYaml;
  const fault = (start: number, end: number, reason: string): void =>
    report(invalid({ source, span: spanIn(source.text, start, end) }, reason));
  const document = parseYaml(source.text);
  for (const error of document.errors.slice(0, MAX_SYNTAX_ERRORS))
    fault(...error.pos, error.code === 'DUPLICATE_KEY' ? 'a key is repeated' : firstLine(error.message));
  if (document.errors.length > 0) return undefined;
  const plain = plainValue(() => document.toJS() as unknown);
  if ('value' in plain) return document;
  fault(0, 0, plain.fault);
  return undefined;
}

/** Only a report needs a place, and only for that JSON is read again by a parser that knows places. */
function lazyPlaces(source: SourceText): Places {
  let document: Document.Parsed | undefined;
  return (pointer, what) => placeOf((document ??= parseYaml(source.text)), source, pointer, what);
}

/** A definition of any value: the name exists all the same, so that its uses are no second mistake. */
function emptyDefinition(name: string, source: SourceText): SchemaDefinition {
  return { name, typeParameters: [], schema: {}, at: { source, span: { start: 0, end: 0 } }, references: [] };
}

function readSchema(name: string, value: unknown, places: Places, source: SourceText, report: Report): FileDefinitions {
  const empty = emptyDefinition(name, source);
  const invalid = { ...NO_DEFINITIONS, schemas: [empty] };
  if (isTooDeep(value)) {
    report(messages.invalidSchema(empty.at, '', TOO_DEEP));
    return invalid;
  }
  const translated = isSchema(value) ? translate(value, places, report) : value;
  if (translated === undefined || !reportSchema(translated, places, report)) return invalid;
  const linked = linkReferences(name, translated, places, report);
  return {
    ...NO_DEFINITIONS,
    schemas: [{ ...empty, ...linked }],
    samples: readSamples(linked.schema, places),
  };
}

/** Brings a schema to 2020-12; undefined if it is in a dialect that nobody here knows. */
function translate(schema: AnySchema, places: Places, report: Report): AnySchema | undefined {
  let isKnown = true;
  const found = new Set<Dialect>();
  eachSchema(schema, ({ $schema }, path) => {
    if (typeof $schema !== 'string') return;
    const dialect = dialectOf($schema);
    if (dialect !== undefined) found.add(dialect);
    else report(messages.unknownDialect(places(pointerOf({ key: '$schema', parent: path })), $schema, DIALECT_NAMES));
    isKnown &&= dialect !== undefined;
  });
  if (!isKnown) return undefined;
  const old = [...found].find((dialect) => !isLatest(dialect));
  if (old === undefined) return schema;
  report(messages.translatedSchema(places('/$schema'), old.name));
  return translateSchema(schema);
}

/** The samples in a schema; they are located only if something is wrong with them. */
function readSamples(root: Schema, places: Places): Declared<Sample>[] {
  const samples: Declared<Sample>[] = [];
  eachSampleKeyword(root, (keyword, value, parent, path) => {
    // A format is an annotation (2020-12, Validation, 7.2.1), and published schemas have "" for none.
    const { format: _, ...schema } = parent;
    for (const [i, sample] of samplesOf(keyword, value, {}, schema).entries())
      samples.push({
        value: { ...sample, ...(sample.what === 'example' && { isWarning: true }) },
        get at() {
          return places(pointerOf(keyword === 'examples' ? { key: i, parent: path } : path));
        },
      });
  });
  return samples;
}
