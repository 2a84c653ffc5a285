import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { readBaseDocument } from './document.ts';
import { dataOf, parseJson, TOO_DEEP } from './json.ts';
import type { FileDefinitions, SchemaDefinition } from './model.ts';
import { NO_DEFINITIONS } from './model.ts';
import { placesIn, readLocated } from './place.ts';
import { readSchema } from './schema-file.ts';

/** Reads a file of JSON or YAML: the document `openapi`, or a schema with the name of the file. */
export function readData(source: SourceText, report: Report): FileDefinitions {
  const [, name, extension] = /([^/]+)\.(\w+)$/.exec(source.file) as unknown as [string, string, string];
  const at: Location = { source, span: { start: 0, end: 0 } };
  const isDocument = name === 'openapi';
  const json = !isDocument && extension === 'json' ? parseJson(source.text) : undefined;
  const located = json === undefined ? readLocated(source, extension, report) : undefined;
  // A JSON file is parsed again at the first report, with locations.
  const places = located?.places ?? placesIn(source);
  if (isDocument) {
    const document = located && { value: readBaseDocument(located.value, places, report), at };
    return { ...NO_DEFINITIONS, ...(document && { document }) };
  }
  const data = json ?? (located && (dataOf(located.value) ?? 'tooDeep'));
  if (data === 'tooDeep') report(messages.invalidSchema(at, '', TOO_DEEP));
  const read = data === undefined || data === 'tooDeep' ? undefined : readSchema(name, data, places, report);
  // An invalid schema allows any value, so that its uses cause no further reports.
  const any: SchemaDefinition = { name, typeParameters: [], schema: {}, at, references: [] };
  return { ...NO_DEFINITIONS, schemas: [{ ...any, ...read?.linked }], samples: read?.samples ?? [] };
}
