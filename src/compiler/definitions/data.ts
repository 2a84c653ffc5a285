import type { Document } from 'yaml';
import { keysOf } from '../../contract/json-pointer.ts';
import type { Schema } from '../../contract/operation.ts';
import type { Reference, Sample } from '../language/declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { samplesOf } from '../language/facets.ts';
import * as messages from '../diagnostics/messages.ts';
import { mapReferences, targetOf } from '../../schema/references.ts';
import type { Places } from '../user-schemas/check.ts';
import { reportSchema } from '../user-schemas/check.ts';
import type { Declared, SourceText } from '../diagnostics/source.ts';
import { spanIn } from '../diagnostics/source.ts';
import { firstLine, parseYaml, plainValue } from '../comment/yaml.ts';
import { readBaseDocument } from './document.ts';
import { parseJson } from './json.ts';
import type { FileDefinitions, SchemaDefinition } from './model.ts';
import { NO_DEFINITIONS } from './model.ts';
import { placeOf } from './place.ts';

/** Reads a file of JSON or YAML: `openapi`, or a schema that is named as the file is. */
export function readData(source: SourceText, report: Report): FileDefinitions {
  const [, name, extension] = /([^/]+)\.(\w+)$/.exec(source.file) as unknown as [string, string, string];
  const json = name !== 'openapi' && extension === 'json' ? parseJson(source.text) : undefined;
  if (json !== undefined) {
    return { ...NO_DEFINITIONS, ...readSchema(name, json.value, lazyPlaces(source), source, report) };
  }
  const document = parseYaml(source.text);
  for (const error of document.errors) {
    report(messages.invalidYaml({ source, span: spanIn(source.text, ...error.pos) }, firstLine(error.message)));
  }
  if (document.errors.length > 0) return NO_DEFINITIONS;
  const plain = plainValue(() => document.toJS() as unknown);
  if ('fault' in plain) {
    report(messages.invalidYaml({ source, span: { start: 0, end: 0 } }, plain.fault));
    return NO_DEFINITIONS;
  }
  if (name === 'openapi') return { ...NO_DEFINITIONS, document: readBaseDocument(document, source, report) };
  const places: Places = (pointer, what) => placeOf(document, source, pointer, what);
  return { ...NO_DEFINITIONS, ...readSchema(name, plain.value, places, source, report) };
}

/** Only what is reported needs a place, and only for that is JSON read again by a reader that knows places. */
function lazyPlaces(source: SourceText): Places {
  let document: Document.Parsed | undefined;
  return (pointer, what) => placeOf((document ??= parseYaml(source.text)), source, pointer, what);
}

function readSchema(
  name: string,
  value: unknown,
  places: Places,
  source: SourceText,
  report: Report,
): Pick<FileDefinitions, 'schemas' | 'samples'> {
  const at = { source, span: { start: 0, end: 0 } };
  // The name is there all the same: that its users do not find it is no second mistake.
  const stands: SchemaDefinition = { name, typeParameters: [], schema: {}, at, references: [] };
  const doubts: [keyword: string, pointer: string][] = [];
  if (!reportSchema(value, places, report, (...doubt) => doubts.push(doubt))) return { schemas: [stands], samples: [] };
  const references: Reference[] = [];
  const schema = mapReferences(value, (ref, pointer, keyword) => {
    if (keyword === '$dynamicRef') {
      report(messages.invalidReference(places(pointer()), ref, keyword));
      return ref;
    }
    const local = /^#\/(\$defs|definitions)\//.test(ref);
    if (local || ref === '#') return `#/components/schemas/${name}${ref.slice(1)}`;
    const target = targetOf(ref);
    if (target === undefined) report(messages.invalidReference(places(pointer()), ref, keyword));
    else references.push(lazyReference(target, pointer, places));
    return target === undefined || ref.startsWith('#') ? ref : `#/components/schemas/${target}`;
  }) as Schema;
  // Tools' own words about the file, which a component does not have.
  const { $schema: _, $id: __, ...rest } = schema;
  return {
    schemas: [{ ...stands, schema: rest, references }],
    samples: doubts.flatMap(([keyword, pointer]) => readSamples(keyword, pointer, schema, places)),
  };
}

/** The samples of a keyword; where they stand is worked out only if something is wrong with them. */
function readSamples(keyword: string, pointer: string, root: Schema, places: Places): Declared<Sample>[] {
  const path = keysOf(pointer);
  const parent = path.slice(0, -1).reduce<unknown>((value, key) => (value as Schema)[key], root) as Schema;
  // A format is an annotation (2020-12, Validation, 7.2.1), and what is published has "" for none.
  const { format: _, ...schema } = parent;
  return samplesOf(keyword, parent[keyword], {}, schema).map((sample, i) => ({
    value: { ...sample, ...(sample.what === 'example' && { isWarning: true }) },
    get at() {
      return places(keyword === 'examples' ? `${pointer}/${i}` : pointer);
    },
  }));
}

function lazyReference(name: string, pointer: () => string, places: Places): Reference {
  return {
    name,
    get at() {
      return places(pointer());
    },
  };
}
