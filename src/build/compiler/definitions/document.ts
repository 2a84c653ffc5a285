import { distance } from 'fastest-levenshtein';
import { pointTo } from '../../../shared/contract/json-pointer.ts';
import type { Violation } from '../../../shared/contract/enforcement.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Keywords } from '../../../shared/schema/json-types.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { explain } from '../../../shared/validation/explain/index.ts';
import type { BaseDocument } from '../../../shared/contract/base-document.ts';
import type { Places } from '../user-schemas/check.ts';

/** The fields of a file `openapi`; comments supply the others. */
const FIELDS = ['openapi', 'info', 'servers', 'tags', 'security', 'components', 'externalDocs'];

const TEXT: Schema = { type: 'string' };
/** The types of security schemes: OpenAPI 3.1, Security Scheme Object. */
export const SCHEME_TYPES: readonly unknown[] = ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'];

const listSchema = (properties: { readonly [name: string]: Schema }): Schema => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties) },
});

/** Requires the fields of security schemes of a type: OpenAPI 3.1, Security Scheme Object. */
const schemeFields = (type: string, properties: { readonly [name: string]: Schema }): Schema => ({
  if: { properties: { type: { const: type } }, required: ['type'] },
  // eslint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties, required: Object.keys(properties) },
});

/** The schema of these fields: OpenAPI 3.1, OpenAPI Object. */
const SHAPE: Schema = {
  type: 'object',
  properties: {
    info: { type: 'object', properties: { title: TEXT, version: TEXT, description: TEXT } },
    servers: listSchema({ url: TEXT }),
    tags: listSchema({ name: TEXT }),
    security: { type: 'array', items: { type: 'object', additionalProperties: { type: 'array', items: TEXT } } },
    components: {
      type: 'object',
      properties: {
        securitySchemes: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: { type: { enum: SCHEME_TYPES } },
            required: ['type'],
            allOf: [
              schemeFields('apiKey', { name: TEXT, in: { enum: ['query', 'header', 'cookie'] } }),
              schemeFields('http', { scheme: TEXT }),
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

/** The faults of the content of a file `openapi`, each with the JSON Pointer of its part. */
export function documentFaults(data: unknown): readonly Violation[] {
  return explain(SHAPE, data ?? {});
}

/**
 * Checks the value of a file `openapi`, and reports its faults.
 *
 * @returns An empty document if the file is invalid.
 */
export function readBaseDocument(data: unknown, places: Places, report: Report): BaseDocument {
  const faults = documentFaults(data);
  for (const { pointer, message } of faults) report(messages.invalidDocument(places(pointer), pointer, message));
  const { openapi: _, ...value } = (data ?? {}) as BaseDocument & { openapi?: unknown };
  if (faults.length === 0) checkSecurity(value, places, report);
  checkFields(data, '', FIELDS, places, report);
  checkFields(value.components, '/components', ['securitySchemes'], places, report);
  checkExtensions(data, '', Object.keys(value.components?.securitySchemes ?? {}), places, report);
  for (const name of ['info', 'servers', 'tags', 'externalDocs'] as const)
    checkLostSecurity(value[name], `/${name}`, places, report);
  return faults.length > 0 ? {} : value;
}

/** Reports unknown schemes: operations without their own security need them. */
function checkSecurity(value: BaseDocument, places: Places, report: Report): void {
  const known = Object.keys(value.components?.securitySchemes ?? {});
  if (known.includes('none'))
    report(
      messages.invalidDocument(
        places('/components/securitySchemes/none', 'key'),
        '/components/securitySchemes/none',
        'choose another name, because "@security none" lets everyone call an operation',
      ),
    );
  for (const [i, requirement] of (value.security ?? []).entries()) {
    for (const scheme of Object.keys(requirement).filter((name) => !known.includes(name)))
      report(messages.unknownScheme(places(pointTo(`/security/${i}`, scheme), 'key'), scheme, known));
  }
}

function checkFields(
  value: unknown,
  pointer: string,
  allowed: readonly string[],
  places: Places,
  report: Report,
): void {
  for (const name of isKeywords(value) ? Object.keys(value) : []) {
    if (allowed.includes(name) || name.startsWith('x-')) continue;
    const at = places(pointTo(pointer, name), 'key');
    if (isSecurityKey(name)) report(messages.lostSecurity(at, name, (value as Keywords)[name], allowed));
    else report(messages.documentField(at, name, allowed));
  }
}

/** Reports keys that seem to declare security in parts of the document that have none. */
function checkLostSecurity(value: unknown, pointer: string, places: Places, report: Report): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    // The names of variables are the author's.
    if (name.startsWith('x-') || name === 'variables') continue;
    const inner = pointTo(pointer, name);
    if (isSecurityKey(name)) report(messages.lostSecurity(places(inner, 'key'), name, part));
    else checkLostSecurity(part, inner, places, report);
  }
}

/** Reports extensions that declare security, which nothing reads. The content of others is the author's. */
function checkExtensions(
  value: unknown,
  pointer: string,
  schemes: readonly string[],
  places: Places,
  report: Report,
): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const inner = pointTo(pointer, name);
    const allowed = pointer === '' ? FIELDS.filter((field) => !Object.hasOwn(value, field)) : [];
    if (!name.startsWith('x-')) checkExtensions(part, inner, schemes, places, report);
    else if (declaresSecurity(name, part, schemes))
      report(messages.lostSecurity(places(inner, 'key'), name, part, allowed));
  }
}

/**
 * Whether a key is near those of security, also as an extension, and has requirements or schemes.
 *
 * @param schemes The known ones, whose names are requirements too.
 */
export function declaresSecurity(key: string, value: unknown, schemes: readonly unknown[] = []): boolean {
  if (!isSecurityKey(key.replace(/^x-/, ''))) return false;
  const isNamed = /^x-securit(?:y|ies)$/i.test(key) && [value].flat().some((each) => schemes.includes(each));
  return isNamed || isRequirements(value) || isSchemes(value);
}

function isRequirements(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isRequirement);
}

function isRequirement(value: unknown): boolean {
  return isKeywords(value) && Object.values(value).every((scopes) => Array.isArray(scopes) && scopes.every(isText));
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isSchemes(value: unknown): boolean {
  return (
    isKeywords(value) && Object.values(value).some((each) => isKeywords(each) && SCHEME_TYPES.includes(each['type']))
  );
}

/** Whether a key is near `security` or `securitySchemes`. Extensions and paths are not. */
export function isSecurityKey(name: string): boolean {
  if (/^(?:x-|\/)/.test(name)) return false;
  const word = name.toLowerCase().replaceAll(/[-_ ]/g, '');
  return (
    word.startsWith('secur') ||
    /^authenti[ck]/.test(word) ||
    ['security', 'securityschemes'].some((each) => distance(word, each) <= 2)
  );
}
