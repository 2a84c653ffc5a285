import type { CachePolicy } from './cache-policy.ts';
import type { CustomUse } from './custom-directive.ts';
import type { Place } from './enforcement.ts';
import type { RateLimit } from './rate-limit.ts';
import type { StreamKind } from './streams.ts';
import type { Paginated } from './list-contract.ts';

/** The HTTP methods of operations: OpenAPI 3.2, Path Item Object. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const;

/** One of {@link METHODS}, in capitals. */
export type Method = (typeof METHODS)[number];

/** Parses a method in any letter case; undefined if it is unknown. */
export function toMethod(text: string): Method | undefined {
  const upper = text.toUpperCase();
  return METHODS.find((method) => method === upper);
}

/** The method and path of an operation, which name it without an operationId: `GET /pets/{id}`. An event has a name: `event order.paid`. */
export function routeOf({ method, path, event }: Pick<Operation, 'method' | 'path' | 'event'>): string {
  return event === undefined ? `${method} ${path}` : `event ${event}`;
}

/** The name of an operation: its operationId, or its method and path. */
export function nameOfOperation(operation: Pick<Operation, 'operationId' | 'method' | 'path'>): string {
  return operation.operationId ?? routeOf(operation);
}

/** A JSON Schema 2020-12, as plain data. */
export type Schema = { readonly [keyword: string]: unknown };

/** A part that can have examples. */
export interface Exemplified {
  readonly example?: unknown;
  /** Further examples, if there are several. */
  readonly otherExamples?: readonly unknown[];
}

/** All examples of a part. */
export function examplesOf({ example, otherExamples = [] }: Exemplified): readonly unknown[] {
  return example === undefined ? [] : [example, ...otherExamples];
}

/** The fields of a part with these examples. */
export function withExamples([example, ...otherExamples]: readonly unknown[]): Exemplified {
  if (example === undefined) return {};
  return { example, ...(otherExamples.length > 0 && { otherExamples }) };
}

/**
 * The styles of query parameters that have a facet: an object as separate parameters (`form`), a list with separators, and JSON text
 * (`content` in a document). OpenAPI 3.1, Parameter Object.
 */
export const PARAMETER_STYLES = ['form', 'pipeDelimited', 'spaceDelimited', 'json'] as const;

/** How a client writes a query parameter: JSON text, an object as separate parameters, or a list with a separator. */
export type QueryStyle = 'json' | 'form' | ',' | '|' | ' ';

/** The styles of query parameters, by name. */
export type QueryStyles = Readonly<Record<string, QueryStyle>>;

/** One of {@link PARAMETER_STYLES}. */
export type ParameterStyle = (typeof PARAMETER_STYLES)[number];

/** A parameter of an operation: OpenAPI 3.1, Parameter Object. */
export interface Parameter extends Exemplified {
  readonly name: string;
  readonly in: Place;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string;
  readonly deprecated?: true;
  /** Set if it takes the rest of the path. */
  readonly rest?: true;
  /** Set if the items of a list in the query are separated by commas. */
  readonly explode?: false;
  /** How the value is written in the query, if not in the usual way. */
  readonly style?: ParameterStyle;
}

/** The content of a body for one media type: OpenAPI 3.1, Media Type Object. */
export interface Content extends Exemplified {
  /** `application/json`; never with parameters. */
  readonly mediaType: string;
  /** The schema of the body, or of each item of a stream. */
  readonly schema: Schema;
  /** Present if the body is a stream. */
  readonly stream?: StreamKind;
  /** The maximum size of a request's body, in bytes; absent if that of the app applies. */
  readonly maxBytes?: number;
}

/** A value of an extension that middleware can read. */
type Flag = string | number | boolean | null;

/** The extensions of an operation that middleware can read: scalars and lists of them. All others are for tools that read the document. */
export function readableExtensions({
  extensions = {},
}: Pick<Operation, 'extensions'>): [name: string, value: Flag | Flag[]][] {
  return Object.entries(extensions).flatMap(([name, value]) => {
    const isReadable = [value].flat().every((one) => typeof one !== 'object' || one === null);
    return isReadable ? [[name, value as Flag | Flag[]]] : [];
  });
}

/** The range of all media types, `any` in comments: RFC 9110, 12.5.1. */
export const ANY_TYPE = '*/*';

/** Whether a media type is JSON: RFC 8259, or the suffix `+json` of RFC 6839, 3.1. */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json$/i.test(mediaType);
}

/** The body of a request: OpenAPI 3.1, Request Body Object. */
export interface Body {
  readonly required: boolean;
  readonly description?: string;
  /** One entry per media type; at least one. */
  readonly content: readonly Content[];
  /** Whether the body is declared property by property. Without a body, it is then an object of defaults. */
  readonly declaredOnly?: true;
}

/** A header of a response: OpenAPI 3.1, Header Object. */
export interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string;
}

/** The response of one status: OpenAPI 3.1, Response Object. */
export interface Response {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string;
  /** One entry per media type; empty if the response has no body. */
  readonly content: readonly Content[];
  readonly headers?: readonly Header[];
}

/** The scopes of schemes that must all accept. An empty object requires no authentication: OpenAPI 3.1, Security Requirement Object. */
export type SecurityRequirement = { readonly [scheme: string]: readonly string[] };

/** An operation as a tool for models. */
export interface Tool {
  /** Unique among the tools of an API: up to 64 letters, digits, `_` and `-`. */
  readonly name: string;
  /** The description for models, if it differs from the operation's own. */
  readonly description?: string;
  /** Whether it changes nothing although its method can. */
  readonly readOnly?: true;
}

/** The header in which clients name the version of the API. */
export interface VersionHeader {
  readonly name: string;
  /** Whether the version is that of requests without the header. */
  readonly isDefault?: true;
  /** Whether there is a newer version. */
  readonly isOlder?: true;
}

/** The contract of an operation, as plain data. It is compiled from the path and the comment of a file. */
export interface Operation {
  /** The file, relative to the operations directory, with `/`: `pets/{id}/@get.ts`. */
  readonly id: string;
  /** The name of the webhook that the operation receives: OpenAPI 3.1, OpenAPI Object. */
  readonly webhook?: string;
  /** The name of the event, if this is an event and not an operation: the API sends the payload, which is its response. */
  readonly event?: string;
  readonly method: Method;
  /** The decoded path template: `/pets/{id}`. */
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** The reason or the replacement; true if the comment gives none. */
  readonly deprecated?: true | string;
  /** The date of the deprecation: `2026-11-01`. */
  readonly deprecatedOn?: string;
  /** The date from which the operation may be gone: `2027-05-01`. */
  readonly sunset?: string;
  readonly see?: readonly { readonly url: string; readonly description?: string }[];
  /** The version of the API that has it; absent without versions. */
  readonly version?: string;
  /** How clients request that version; absent if it is in the path. */
  readonly versionHeader?: VersionHeader;
  /** In types alone: the method and path in the client of an older version. */
  readonly olderRoute?: string;
  /** Whether the operation is served but not documented. */
  readonly internal?: true;
  /** Whether a GET has an `ETag`, and PUT, PATCH and DELETE of its path are conditional. */
  readonly etag?: true;
  /** Whether a PUT, PATCH or DELETE requires `If-Match`, because the GET of its path has an `ETag`. */
  readonly conditional?: true;
  /** Whether a POST or PATCH takes or requires an `Idempotency-Key`. */
  readonly idempotent?: 'optional' | 'required';
  /** Present if models can use the operation as a tool. */
  readonly tool?: Tool;
  /** The limits that its requests count for, those of its directories first; absent if there are none. */
  readonly rateLimits?: readonly RateLimit[];
  /** How caches can keep its successful responses; absent if the handler alone decides. */
  readonly cache?: CachePolicy;
  /** The names of the events that it sends; absent if there are none. */
  readonly fires?: readonly string[];
  /** The effects of custom directives on it; absent if there are none. */
  readonly custom?: readonly CustomUse[];
  /** Whether its file, or a `_middleware` file around it, exports `authorize`. */
  readonly authorized?: true;
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
  /** Alternatives. Absent if the document's `security` applies, empty if no authentication is required. */
  readonly security?: readonly SecurityRequirement[];
  /** Present on a list operation. */
  readonly paging?: Paginated;
  /** OpenAPI extensions: their names begin with `x-`. */
  readonly extensions?: { readonly [name: string]: unknown };
}

/** Whether documents and clients have an operation. */
export function isDocumented({ internal }: Operation): boolean {
  return internal === undefined;
}

/** Whether clients of the API use an operation: it is documented, and not a webhook, which another API sends. */
export function hasClients(operation: Operation): boolean {
  return isDocumented(operation) && operation.webhook === undefined;
}

/** The name of a parameter for comparisons: those of headers are the same in any letter case. RFC 9110, 5.1. */
export function comparedName({ in: place, name }: Pick<Parameter, 'in' | 'name'>): string {
  return place === 'header' ? name.toLowerCase() : name;
}

/** Whether an operation has a parameter of the same place and name. */
export function declaresParameter(
  { parameters }: Pick<Operation, 'parameters'>,
  parameter: Pick<Parameter, 'in' | 'name'>,
): boolean {
  return parameters.some((one) => one.in === parameter.in && comparedName(one) === comparedName(parameter));
}

/** The security requirements that apply to an operation: its own, or else those of the document. OpenAPI 3.1, Operation Object. */
export function securityOf(
  { security }: Pick<Operation, 'security'>,
  document: { readonly security?: readonly SecurityRequirement[] },
): readonly SecurityRequirement[] {
  return security ?? document.security ?? [];
}

/** Whether every request needs credentials. An alternative without a scheme makes them optional. */
export function needsCredentials(security: readonly SecurityRequirement[]): boolean {
  return security.length > 0 && security.every((alternative) => Object.keys(alternative).length > 0);
}

/** A path parameter that nothing declares: any text. */
export function anyPathParameter(name: string): Parameter {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}
