import type { Document } from 'yaml';
import { isMap, isScalar } from 'yaml';
import type { Schema } from '../../contract/operation.ts';
import type { Report } from '../diagnostic.ts';
import * as messages from '../messages/index.ts';
import type { Location, SourceText } from '../source.ts';
import { spanIn } from '../source.ts';
import { findFaults } from '../values.ts';
import type { BaseDocument } from './model.ts';
import { placeOf } from './place.ts';

/** The fields a file `openapi` may have; what stands in the rest of a document comes from the comments. */
const FIELDS = ['openapi', 'info', 'servers', 'tags', 'security', 'components', 'externalDocs'];

const TEXT: Schema = { type: 'string' };
const listOf = (properties: { readonly [name: string]: Schema }): Schema => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties) },
});

/** What these fields are: OpenAPI 3.1, OpenAPI Object. */
const SHAPE: Schema = {
  type: 'object',
  properties: {
    info: { type: 'object', properties: { title: TEXT, version: TEXT, description: TEXT } },
    servers: listOf({ url: TEXT }),
    tags: listOf({ name: TEXT }),
    security: { type: 'array', items: { type: 'object', additionalProperties: { type: 'array', items: TEXT } } },
    components: {
      type: 'object',
      properties: {
        securitySchemes: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: { type: { enum: ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'] } },
            required: ['type'],
          },
        },
      },
    },
    externalDocs: { type: 'object', properties: { url: TEXT }, required: ['url'] },
  },
};

/** Reads `openapi.yaml`: what no comment can say. */
export function readBaseDocument(
  document: Document.Parsed,
  source: SourceText,
  report: Report,
): { value: BaseDocument; at: Location } {
  const at = { source, span: { start: 0, end: 0 } };
  const { openapi: _, ...value } = (document.toJS() ?? {}) as BaseDocument & { openapi?: unknown };
  const faults = findFaults(SHAPE, document.toJS() ?? {});
  for (const { pointer, message } of faults)
    report(messages.invalidDocument(placeOf(document, source, pointer), pointer, message));
  checkFields(document.contents, FIELDS, source, report);
  checkFields(document.get('components', true), ['securitySchemes'], source, report);
  return { value: faults.length > 0 ? {} : value, at };
}

function checkFields(node: unknown, allowed: readonly string[], source: SourceText, report: Report): void {
  for (const { key } of isMap(node) ? node.items : []) {
    const name = isScalar(key) ? String(key.value) : '';
    if (!allowed.includes(name) && !name.startsWith('x-'))
      report(messages.documentField(rangeOf(key, source), name, allowed));
  }
}

function rangeOf(node: unknown, source: SourceText): Location {
  const range = (node as { range?: readonly number[] | null } | undefined)?.range;
  return { source, span: spanIn(source.text, range?.[0] ?? 0, range?.[1] ?? 0) };
}
