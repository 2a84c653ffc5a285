import { unescapeKey } from '../../contract/json-pointer.ts';
import type { Body, Content, Header, Operation, Parameter, Response, Schema } from '../../contract/operation.ts';
import { readStream } from '../../openapi/stream-content.ts';
import { METHODS } from '../../contract/operation.ts';
import type { AnySchema } from '../../schema/json-types.ts';
import { isKeywords } from '../../schema/json-types.ts';
import { dialectOf, translateSchema } from '../../schema/dialects.ts';
import { userError } from '../../project/errors.ts';
import type { Contract } from '../finding.ts';

type Json = { readonly [name: string]: unknown };

/** The state of reading one document. */
interface Reading {
  readonly document: Json;
  readonly readSchema: (schema: unknown) => Schema;
}

/** The dialect of OpenAPI 3.0. */
const OPENAPI_3_0 = dialectOf('https://spec.openapis.org/oas/3.0');

/** The headers that are not parameters: OpenAPI 3.1, Parameter Object, `name`. */
const RESERVED = new Set(['accept', 'content-type', 'authorization']);

/**
 * Reads an OpenAPI document (3.0, 3.1 or 3.2) as a contract.
 *
 * @param name The name in reports.
 * @throws {Error} If it is not such a document, or refers to another file.
 */
export function readOpenApi(document: unknown, name: string): Contract {
  if (!isKeywords(document) || !String(document['openapi']).startsWith('3.')) {
    const version = isKeywords(document) ? (document['openapi'] ?? document['swagger']) : undefined;
    const found = version === undefined ? '' : ` It has version ${String(version as string)}.`;
    throw userError(`${name} is not an OpenAPI document of version 3.0, 3.1 or 3.2.${found}`);
  }
  checkReferences(document, name);
  const dialect = String(document['openapi']).startsWith('3.0') ? OPENAPI_3_0 : undefined;
  const reading: Reading = { document, readSchema: createSchemaReader(dialect) };
  const {
    components = {},
    paths = {},
    security = [],
  } = document as Json & {
    components?: { schemas?: Json; securitySchemes?: Json };
    paths?: Json;
    security?: Contract['security'];
  };
  const prefix = serverPath(document);
  return {
    name,
    operations: Object.entries(paths).flatMap(([path, item]) => readPath(reading, prefix, path, item)),
    schemas: new Map(
      Object.entries(components.schemas ?? {}).map(([key, schema]) => [key, reading.readSchema(schema)]),
    ),
    security,
    securitySchemes: components.securitySchemes ?? {},
    locate: () => undefined,
  };
}

/** Translates schemas to JSON Schema 2020-12, each once. */
function createSchemaReader(dialect: typeof OPENAPI_3_0): Reading['readSchema'] {
  return (schema) => {
    if (schema === undefined || schema === true) return {};
    if (schema === false) return { not: {} };
    const known = read.get(schema as object);
    if (known !== undefined) return known;
    const translated = translateSchema(schema as AnySchema, dialect) as Schema;
    read.set(schema as object, translated);
    return translated;
  };
}

const read = new WeakMap<object, Schema>();

/** The path of the first server: it is part of every path. */
function serverPath({ servers }: Json): string {
  const [first] = (Array.isArray(servers) ? servers : []) as { readonly url?: unknown }[];
  const url = typeof first?.url === 'string' ? first.url : '/';
  const path = /^(?:[a-z]+:\/\/[^/]*)?(\/[^?#]*)?$/i.exec(url)?.[1] ?? '';
  return path.includes('{') ? '' : path.replace(/\/$/, '');
}

function readPath(reading: Reading, prefix: string, path: string, value: unknown): Operation[] {
  const item = resolve<Json>(reading, value);
  return METHODS.flatMap((method): Operation[] => {
    const raw = item[method.toLowerCase()];
    if (!isKeywords(raw)) return [];
    return [readOperation(reading, method, decodePath(`${prefix}${path}`), raw, listOf(item['parameters']))];
  });
}

function readOperation(
  reading: Reading,
  method: Operation['method'],
  path: string,
  raw: Json,
  shared: readonly unknown[],
): Operation {
  const own = listOf(raw['parameters']).flatMap((parameter) => readParameter(reading, parameter));
  const inherited = shared
    .flatMap((parameter) => readParameter(reading, parameter))
    .filter((parameter) => !own.some((other) => other.name === parameter.name && other.in === parameter.in));
  const body = raw['requestBody'] === undefined ? undefined : readBody(reading, raw['requestBody']);
  const extensions = Object.entries(raw).filter(([name]) => name.startsWith('x-'));
  return {
    id: `${method} ${path}`,
    method,
    path,
    ...(typeof raw['operationId'] === 'string' && { operationId: raw['operationId'] }),
    ...(Array.isArray(raw['tags']) && { tags: raw['tags'] as string[] }),
    ...(raw['deprecated'] === true && { deprecated: true }),
    parameters: [...inherited, ...own],
    ...(body !== undefined && { body }),
    responses: Object.entries((raw['responses'] ?? {}) as Json).map(([status, response]) =>
      readResponse(reading, status, response),
    ),
    ...(Array.isArray(raw['security']) && { security: raw['security'] as Contract['security'] }),
    ...(extensions.length > 0 && { extensions: Object.fromEntries(extensions) }),
  };
}

function readParameter(reading: Reading, value: unknown): Parameter[] {
  const raw = resolve<Json>(reading, value);
  const place = raw['in'] as Parameter['in'];
  const name = String(raw['name']);
  if (place === 'header' && RESERVED.has(name.toLowerCase())) return [];
  const schema = raw['schema'] ?? firstContent(raw['content']);
  return [
    {
      name,
      in: place,
      required: raw['required'] === true || place === 'path',
      schema: reading.readSchema(schema),
      ...(raw['deprecated'] === true && { deprecated: true }),
      ...(place === 'query' && raw['explode'] === false && { explode: false }),
    },
  ];
}

function firstContent(content: unknown): unknown {
  return isKeywords(content) ? (Object.values(content)[0] as Json | undefined)?.['schema'] : undefined;
}

function readBody(reading: Reading, value: unknown): Body {
  const raw = resolve<Json>(reading, value);
  return { required: raw['required'] === true, content: readContent(reading, raw['content']) };
}

function readContent(reading: Reading, content: unknown = {}): Content[] {
  return Object.entries(content as Json).map(([type, value]) => {
    const mediaType = type.replace(/\s*;.*$/s, '').toLowerCase();
    const { schema, itemSchema } = resolve<Json>(reading, value);
    if (itemSchema === undefined) return { mediaType, schema: reading.readSchema(schema) };
    return { mediaType, ...readStream(mediaType, reading.readSchema(itemSchema)) };
  });
}

function readResponse(reading: Reading, status: string, value: unknown): Response {
  const raw = resolve<Json>(reading, value);
  const headers = Object.entries((raw['headers'] ?? {}) as Json).map(([name, item]): Header => {
    const header = resolve<Json>(reading, item);
    return { name, required: header['required'] === true, schema: reading.readSchema(header['schema']) };
  });
  return {
    status: status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(),
    description: '',
    content: readContent(reading, raw['content']),
    ...(headers.length > 0 && { headers }),
  };
}

/** Follows references in the document; an empty object if there is no target. */
function resolve<T extends Json>({ document }: Reading, value: unknown): T {
  let target: unknown = value;
  for (let hops = 0; hops < MAX_HOPS && isKeywords(target) && typeof target['$ref'] === 'string'; hops++) {
    const keys = target['$ref'].slice('#/'.length).split('/').map(unescapeKey);
    target = keys.reduce<unknown>((object, key) => (isKeywords(object) ? object[key] : undefined), document);
  }
  return (isKeywords(target) ? target : {}) as T;
}

/** How many references to references are followed. */
const MAX_HOPS = 20;

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A document has percent-encoded paths; a contract has decoded ones. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const checked = new WeakSet<object>();

/** Refuses references to other files. */
function checkReferences(value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null || checked.has(value)) return;
  checked.add(value);
  const { $ref } = value as { readonly $ref?: unknown };
  if (typeof $ref === 'string' && !$ref.startsWith('#'))
    throw userError(
      `${name} refers to another file: ${$ref}. Bundle it into one document first, for example with "redocly bundle".`,
    );
  for (const item of Object.values(value)) checkReferences(item, name);
}
