import { pointTo } from '../../../shared/contract/json-pointer.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { isNear } from '../diagnostics/report.ts';
import { declaredSecurity, isNearDocument, securityInSchema } from './lost-document.ts';
import * as messages from '../diagnostics/messages.ts';
import { readData, readLocated } from './located-data.ts';
import { readBaseDocument } from './document.ts';
import type { FileDefinitions, SchemaDefinition } from './model.ts';
import { NO_DEFINITIONS } from './model.ts';
import { readSchema } from './schema-file.ts';

/** Reads a file of JSON or YAML: the document `openapi`, or a schema with the name of the file. */
export function readDataFile(source: SourceText, report: Report): FileDefinitions {
  const [, name, extension] = /([^/]+)\.(\w+)$/.exec(source.file) as unknown as [string, string, string];
  const at: Location = { source, span: { start: 0, end: 0 } };
  if (name === 'openapi') {
    const located = readLocated(source, extension, report);
    if (located === undefined) return NO_DEFINITIONS;
    const value = readBaseDocument(located.value, located.places, report);
    const security = (value.security ?? []).map((requirement, i) => ({
      value: requirement,
      at: located.places(`/security/${i}`),
    }));
    const schemes = Object.keys(value.components?.securitySchemes ?? {}).map((scheme) => ({
      value: scheme,
      at: located.places(pointTo('/components/securitySchemes', scheme), 'key'),
    }));
    return { ...NO_DEFINITIONS, document: { value, at, security, schemes } };
  }
  const read = readData(source, extension, report);
  const isMeant = isNear(name, 'openapi') || isNearDocument(source.file);
  const lost = read && isMeant ? declaredSecurity(read.data.value, read.places) : undefined;
  if (lost !== undefined) {
    report(messages.misnamedDocument(lost, `openapi.${extension}`));
    return NO_DEFINITIONS;
  }
  const unread = read && securityInSchema(read.data.value, read.places);
  if (unread !== undefined) report(messages.unreadSecurity(unread, undefined));
  const schema = read && readSchema(name, read.data, read.places, report);
  // An invalid schema allows any value, so that its uses cause no further reports.
  const any: SchemaDefinition = { name, typeParameters: [], schema: {}, at, references: [] };
  return { ...NO_DEFINITIONS, schemas: [{ ...any, ...schema?.linked }], samples: schema?.samples ?? [] };
}
