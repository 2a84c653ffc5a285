import type { Document } from 'yaml';
import { isMap, isScalar } from 'yaml';
import type { Schema } from '../../contract/operation.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, SourceText } from '../diagnostics/source.ts';
import { spanIn } from '../diagnostics/source.ts';
import { explain } from '../../validation/explain/index.ts';
import type { BaseDocument } from '../../contract/base-document.ts';
import { placeOf } from './place.ts';

/** The fields of a file `openapi`; comments supply the others. */
const FIELDS = ['openapi', 'info', 'servers', 'tags', 'security', 'components', 'externalDocs'];

const TEXT: Schema = { type: 'string' };
const listOf = (properties: { readonly [name: string]: Schema }): Schema => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties) },
});

/** Requires the fields of security schemes of a type: OpenAPI 3.1, Security Scheme Object. */
const fieldsOf = (type: string, properties: { readonly [name: string]: Schema }): Schema => ({
  if: { properties: { type: { const: type } }, required: ['type'] },
  // eslint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties, required: Object.keys(properties) },
});

/** The schema of these fields: OpenAPI 3.1, OpenAPI Object. */
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
            allOf: [
              fieldsOf('apiKey', { name: TEXT, in: { enum: ['query', 'header', 'cookie'] } }),
              fieldsOf('http', { scheme: TEXT }),
            ],
          },
        },
      },
    },
    externalDocs: { type: 'object', properties: { url: TEXT }, required: ['url'] },
    'x-problem': {
      type: 'object',
      properties: {
        mediaType: { type: 'string', pattern: '^[\\w.+-]+/[\\w.+-]+$' },
        status: {
          type: 'object',
          propertyNames: { pattern: '^[45][0-9][0-9]$' },
          additionalProperties: { type: 'integer', minimum: 400, maximum: 599 },
        },
      },
      additionalProperties: false,
    },
  },
};

/**
 * Reads a file `openapi`, and reports its faults.
 *
 * @returns An empty document if the file is invalid.
 */
export function readBaseDocument(
  document: Document.Parsed,
  source: SourceText,
  report: Report,
): { value: BaseDocument; at: Location } {
  const at = { source, span: { start: 0, end: 0 } };
  const { openapi: _, ...value } = (document.toJS() ?? {}) as BaseDocument & { openapi?: unknown };
  const faults = explain(SHAPE, document.toJS() ?? {});
  for (const { pointer, message } of faults)
    report(messages.invalidDocument(placeOf(document, source, pointer), pointer, message));
  if (faults.length === 0) checkSecurity(document, value, source, report);
  checkFields(document.contents, FIELDS, source, report);
  checkFields(document.get('components', true), ['securitySchemes'], source, report);
  return { value: faults.length > 0 ? {} : value, at };
}

/** Reports unknown schemes: operations without their own security need them. */
function checkSecurity(document: Document.Parsed, value: BaseDocument, source: SourceText, report: Report): void {
  const known = Object.keys(value.components?.securitySchemes ?? {});
  for (const [i, requirement] of (value.security ?? []).entries()) {
    for (const scheme of Object.keys(requirement).filter((name) => !known.includes(name)))
      report(messages.unknownScheme(placeOf(document, source, `/security/${i}/${scheme}`), scheme, known));
  }
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
