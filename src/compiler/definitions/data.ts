import type { Document } from 'yaml';
import type { Schema } from '../../contract/operation.ts';
import type { Reference } from '../declarations.ts';
import type { Report } from '../diagnostic.ts';
import * as messages from '../messages/index.ts';
import { mapReferences, targetOf } from '../references.ts';
import type { Places } from '../schema-check.ts';
import { reportSchema } from '../schema-check.ts';
import type { SourceText } from '../source.ts';
import { spanIn } from '../source.ts';
import { firstLine, parseYaml, plainValue } from '../yaml.ts';
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
    return { ...NO_DEFINITIONS, schemas: [readSchema(name, json.value, lazyPlaces(source), source, report)] };
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
  return { ...NO_DEFINITIONS, schemas: [readSchema(name, plain.value, places, source, report)] };
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
): SchemaDefinition {
  const at = { source, span: { start: 0, end: 0 } };
  // The name is there all the same: that its users do not find it is no second mistake.
  if (!reportSchema(value, places, report)) return { name, typeParameters: [], schema: {}, at, references: [] };
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
  return { name, typeParameters: [], schema: rest, at, references };
}

function lazyReference(name: string, pointer: () => string, places: Places): Reference {
  return {
    name,
    get at() {
      return places(pointer());
    },
  };
}
