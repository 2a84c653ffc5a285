import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Compilation } from '../../src/build/compiler/compile.ts';
import type { Schema } from '../../src/shared/contract/operation.ts';
import { findByStatus } from '../../src/shared/contract/statuses.ts';
import type { OperationObject, Reference, ResponseObject } from '../../src/build/openapi/document.ts';
import type { OpenApiDocument } from '../../src/build/openapi/write/index.ts';
import { explainRequest } from '../../src/build/project/explain-request.ts';
import type { Answer, Request } from './compare.ts';

/** Names what of an answer is not as the document says of its operation and status. */
export type Judge = (request: Request, answer: Answer) => unknown[];

/**
 * Makes a judge of answers by a document. Its schemas are shut: an answer has nothing that they do not name.
 *
 * @param compilation What the document was written from: it finds the operation of a request.
 */
export function judgeBy(document: OpenApiDocument, compilation: Compilation): Judge {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const schemas = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [
    name,
    shutParts(toResponse(schema)),
  ]);
  ajv.addSchema({ $id: 'document:', components: { schemas: Object.fromEntries(schemas) as object } });
  const resolve = (response: ResponseObject | Reference): ResponseObject =>
    '$ref' in response ? document.components!.responses![response.$ref.split('/').at(-1)!]! : response;

  return ({ path, init }, { status, headers, body }) => {
    const method = init?.method ?? 'GET';
    const { operation } = explainRequest(compilation, false, method, path);
    // Without an operation, the server refuses the request itself.
    if (operation === undefined) return [];
    const webhook = operation.path.replace(/^\/webhooks\//, '');
    const items = {
      ...document.paths,
      [operation.path]: document.paths[operation.path] ?? document.webhooks?.[webhook],
    };
    const item = items[operation.path] as Readonly<Record<string, OperationObject>> | undefined;
    const documentedOperation = item?.[operation.method.toLowerCase()];
    // `@internal` leaves an operation out of the document.
    if (documentedOperation === undefined) return [];
    const { responses } = documentedOperation;
    const documented = findByStatus(status, (name) => responses[name]);
    // An unexpected error, which every operation can have: it is documented only if it is declared.
    if (documented === undefined && status === 500) return [];
    if (documented === undefined) return [`${operation.id} does not document ${status}`];
    const { content = {}, headers: own = {} } = resolve(documented);
    const missing = Object.keys(own).filter((name) => 'required' in own[name]! && !(name.toLowerCase() in headers));
    const mediaType = headers['content-type']?.split(';')[0];
    if (mediaType === undefined) return [...missing, ...Object.keys(content), ...(body === '' ? [] : [body])];
    const found = content[mediaType] ?? content['*/*'];
    if (found === undefined) return [...missing, `${operation.id} does not document ${mediaType}`];
    // A body that is no JSON is bytes, or a stream, which test/runtime/streams reads.
    if (found.schema === undefined || method === 'HEAD') return missing;
    const schema = JSON.stringify(shut(toResponse(found.schema))).replaceAll('"#/', '"document:#/');
    const isValid = ajv.validate(JSON.parse(schema) as Schema, mediaType.endsWith('json') ? JSON.parse(body) : body);
    return isValid ? missing : [...missing, ...ajv.errors!];
  };
}

/** The exception of document and wire: a writeOnly property is not required of a response. */
function toResponse(schema: Schema): Schema {
  const { properties = {}, required } = schema as { properties?: Record<string, Schema>; required?: readonly string[] };
  const sent = required?.filter((name) => properties[name]?.['writeOnly'] !== true);
  return sent === undefined ? schema : { ...schema, required: sent };
}

function shut(schema: Schema): Schema {
  const isOpen = schema['properties'] === undefined && schema['allOf'] === undefined && schema['$ref'] === undefined;
  return { ...shutParts(schema), ...(!isOpen && { unevaluatedProperties: false }) };
}

/** A schema that lists no property is open, and so is one that says so itself: Problem. */
function shutParts(schema: Schema): Schema {
  const { properties, items, allOf } = schema as { properties?: object; items?: Schema; allOf?: Schema[] };
  const parts = Object.entries(properties ?? {}).map(([name, part]) => [name, shut(part as Schema)]);
  return {
    ...schema,
    ...(properties !== undefined && { properties: Object.fromEntries(parts) as object }),
    ...(items !== undefined && { items: shut(items) }),
    ...(allOf !== undefined && { allOf: allOf.map(shutParts) }),
  };
}
