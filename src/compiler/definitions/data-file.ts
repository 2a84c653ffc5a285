import type { Document } from 'yaml';
import { visit } from 'yaml';
import type { Schema } from '../../contract/operation.ts';
import type { Dialect } from '../../schema/dialects.ts';
import { DIALECT_NAMES, dialectOf, isLatest, translateSchema } from '../../schema/dialects.ts';
import { isSchema } from '../../schema/json-types.ts';
import { KEYWORD_NAMES } from '../../schema/keywords.ts';
import { eachSchema, pointerOf } from '../../schema/walk.ts';
import { firstLine, parseYaml, plainValue } from '../comment/yaml.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, SourceText } from '../diagnostics/source.ts';
import { spanIn } from '../diagnostics/source.ts';
import type { Sample } from '../language/declared.ts';
import { samplesOf } from '../language/facets.ts';
import type { Places } from '../user-schemas/check.ts';
import { reportSchema } from '../user-schemas/check.ts';
import { readBaseDocument } from './document.ts';
import type { Data } from './json.ts';
import { dataOf, parseJson, TOO_DEEP } from './json.ts';
import type { FileDefinitions, SchemaDefinition } from './model.ts';
import { NO_DEFINITIONS } from './model.ts';
import { placeOf } from './place.ts';
import { linkReferences } from './schema-file.ts';

/** Reads a file of JSON or YAML: the document `openapi`, or a schema with the name of the file. */
export function readData(source: SourceText, report: Report): FileDefinitions {
  const [, name, extension] = /([^/]+)\.(\w+)$/.exec(source.file) as unknown as [string, string, string];
  const json = name !== 'openapi' && extension === 'json' ? parseJson(source.text) : undefined;
  if (json !== undefined) return readSchema(name, json, lazyPlaces(source), source, report);
  const document = readDocument(source, extension, report);
  if (name === 'openapi')
    return document === undefined
      ? NO_DEFINITIONS
      : { ...NO_DEFINITIONS, document: readBaseDocument(document, source, report) };
  if (document === undefined) return { ...NO_DEFINITIONS, schemas: [emptyDefinition(name, source)] };
  const data = dataOf(document.toJS()) ?? 'tooDeep';
  return readSchema(name, data, (pointer, part) => placeOf(document, source, pointer, part), source, report);
}

/** One syntax error causes others, so the first ones are enough. */
const MAX_SYNTAX_ERRORS = 10;

/** Parses YAML, or JSON as a subset of it; reports its errors and returns undefined if it is invalid. */
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
  fault(...rangeOfHugeNumber(document), plain.fault);
  return undefined;
}

/** The offsets of the first number that JSON cannot express; those of the start if there is none. */
function rangeOfHugeNumber(document: Document.Parsed): [start: number, end: number] {
  let found: [number, number] = [0, 0];
  visit(document, {
    Scalar(_, { value, range }) {
      if (typeof value !== 'number' || Number.isFinite(value) || range == null) return undefined;
      found = [range[0], range[1]];
      return visit.BREAK;
    },
  });
  return found;
}

/** Locates values of JSON, which is parsed again at the first report, with locations. */
function lazyPlaces(source: SourceText): Places {
  let document: Document.Parsed | undefined;
  return (pointer, part) => placeOf((document ??= parseYaml(source.text)), source, pointer, part);
}

/** Defines the name of an invalid schema for any value, so that its uses cause no further reports. */
function emptyDefinition(name: string, source: SourceText): SchemaDefinition {
  return { name, typeParameters: [], schema: {}, at: { source, span: { start: 0, end: 0 } }, references: [] };
}

function readSchema(
  name: string,
  data: Data | 'tooDeep',
  places: Places,
  source: SourceText,
  report: Report,
): FileDefinitions {
  const empty = emptyDefinition(name, source);
  const invalid = { ...NO_DEFINITIONS, schemas: [empty] };
  if (data === 'tooDeep') {
    report(messages.invalidSchema(empty.at, '', TOO_DEEP));
    return invalid;
  }
  const translated = data.keys.has('$schema') ? translate(data, places, report) : data;
  if (translated === undefined || !reportSchema(translated.value, places, report)) return invalid;
  const linked = linkReferences(name, translated.value, translated.keys, places, report);
  return {
    ...NO_DEFINITIONS,
    schemas: [{ ...empty, ...linked }],
    samples: SAMPLES.some((keyword) => translated.keys.has(keyword)) ? readSamples(linked.schema, places) : [],
  };
}

/** Translates a schema to 2020-12; reports an unknown dialect and returns undefined. */
function translate(data: Data, places: Places, report: Report): Data | undefined {
  const schema = data.value;
  if (!isSchema(schema)) return data;
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
  if (old === undefined) return data;
  report(messages.translatedSchema(places('/$schema'), old.name));
  // A translation can add keywords.
  return { value: translateSchema(schema), keys: new Set(KEYWORD_NAMES) };
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
