import type { SecurityScheme } from '../../../shared/contract/enforcement.ts';
import type { EntryData } from '../../../shared/contract/manifest.ts';
import type { Operation, Response, SecurityRequirement } from '../../../shared/contract/operation.ts';
import { ANY_TYPE, readableExtensions, securityOf } from '../../../shared/contract/operation.ts';
import { constantHeaders, entryFields } from '../../../directives/effects.ts';
import { answeredStatuses } from '../../../directives/runtime-problems.ts';
import type { ServedProblemFormat } from '../../../shared/contract/problem.ts';
import { sentStatus, successOf } from '../../../shared/contract/statuses.ts';
import { isEqual } from '../../../shared/validation/values.ts';
import { PROBLEM } from '../../../shared/schema/problem.ts';
import type { Compilation } from '../../compiler/compile.ts';
import { featuresOf } from './feature-table.ts';

/**
 * Selects the plain data that the runtime needs from a contract.
 *
 * @param names The names of the path parameters, in order.
 * @param document The base document. Its `security` applies to operations without their own.
 * @param hasResponses Whether the manifest contains the schemas of responses.
 * @param isDev Whether the manifest is for the dev server.
 */
export function entryOf(
  operation: Operation,
  names: readonly string[],
  document: Compilation['document'],
  hasResponses: boolean,
  isDev: boolean,
): EntryData {
  const { id, method, path, operationId, responses, paging } = operation;
  const success = successOf(responses);
  const { mediaType, stream } = success?.content[0] ?? {};
  const security = securityOf(operation, document);
  const headers = sentHeaders(operation);
  const isSecured = requiresScheme(security);
  const extensions = readableExtensions(operation);
  const features = featuresOf(operation, { isSecured, stream, hasResponses, isDev });
  return {
    id,
    method,
    path,
    names,
    ...(operationId !== undefined && { operationId }),
    ...(success !== undefined && { status: sentStatus(success.status) }),
    ...emptyStatuses(responses),
    ...producedType(mediaType),
    ...(stream !== undefined && { stream }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(paging !== undefined && { paging }),
    ...(isSecured && { security }),
    ...entryFields(operation, document),
    ...customEntries(operation),
    ...(isDev && { answers: [...answeredStatuses(operation, document)] }),
    ...(isDev && operation.fires !== undefined && { fires: operation.fires }),
    ...(extensions.length > 0 && { extensions: Object.fromEntries(extensions) }),
    ...(operation.version !== undefined && { version: operation.version }),
    ...(features.length > 0 && { features }),
  };
}

/** The custom directives that run. */
function customEntries({ custom = [] }: Operation): Pick<EntryData, 'custom'> {
  const entries = custom
    .filter(({ runs }) => runs)
    .map(({ name, from, values, guards }) => ({ name, from, values, ...(guards !== undefined && { guards }) }));
  return entries.length === 0 ? {} : { custom: entries };
}

/** The declared statuses of results that are undefined, unless the default of 204 is enough. */
function emptyStatuses(responses: readonly Response[]): Pick<EntryData, 'emptyStatuses'> {
  const empty = responses.filter(({ status, content }) => /^2\d\d$/.test(status) && content.length === 0);
  const statuses = empty.map(({ status }) => Number(status));
  return statuses.some((status) => status !== 204) ? { emptyStatuses: statuses } : {};
}

/** The headers of every response of an operation, errors included. */
function sentHeaders(operation: Operation): NonNullable<EntryData['headers']> {
  const { method, body } = operation;
  // A structured list of media types: RFC 10008, 3.
  const queried = method === 'QUERY' ? (body?.content ?? []) : [];
  return {
    ...constantHeaders(operation),
    ...(queried.length > 0 && { 'Accept-Query': queried.map(({ mediaType }) => mediaType).join(', ') }),
  };
}

/** Selects the security schemes that operations use: OpenAPI 3.1, Security Scheme Object. */
export function usedSchemes(
  operations: readonly Operation[],
  document: Compilation['document'],
): { readonly [name: string]: SecurityScheme } {
  const used = new Set(
    operations.flatMap((operation) => securityOf(operation, document).flatMap((schemes) => Object.keys(schemes))),
  );
  const declared = Object.entries(document.components?.securitySchemes ?? {});
  return Object.fromEntries(
    declared.filter(([name]) => used.has(name)).map(([name, fields]) => [name, schemeOf(fields)]),
  );
}

/** Selects the format of problems; undefined if it is that of RFC 9457. */
export function problemFormat({
  document,
  schemas,
}: Pick<Compilation, 'document' | 'schemas'>): ServedProblemFormat | undefined {
  const isOwn = schemas.has('Problem') && !isEqual(schemas.get('Problem'), PROBLEM);
  const format = { ...(isOwn && { isOwn }), ...document['x-problem'] };
  return Object.keys(format).length === 0 ? undefined : format;
}

/** The media type to set on responses. JSON is the default, and a range such as `image/*` is not a type. A file of any type is bytes. */
function producedType(mediaType: string | undefined): Pick<EntryData, 'produces'> {
  if (mediaType === ANY_TYPE) return { produces: 'application/octet-stream' };
  return mediaType === undefined || mediaType === 'application/json' || mediaType.includes('*')
    ? {}
    : { produces: mediaType };
}

/** Whether any alternative names a scheme. Without one, there is nothing to verify. */
function requiresScheme(security: readonly SecurityRequirement[]): boolean {
  return security.some((requirement) => Object.keys(requirement).length > 0);
}

function schemeOf({ type, scheme, in: location, name }: { readonly [field: string]: unknown }): SecurityScheme {
  if (type === 'http') return { type, scheme: String(scheme).toLowerCase() };
  if (type === 'apiKey') return { type, in: location, name } as SecurityScheme;
  return { type } as SecurityScheme;
}
