import type { CursorFactory } from './cursor-position.ts';
import type { ServedProblemFormat } from './problem.ts';
import type { StreamKind } from './streams.ts';
import type {
  OpenStream,
  OperationInput,
  Place,
  ResponseCheck,
  ResponseChecks,
  ResponsePicks,
  SecurityScheme,
} from './enforcement.ts';

/** The HTTP methods of operations: OpenAPI 3.1, Path Item Object. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;

/** One of {@link METHODS}, in capitals. */
export type Method = (typeof METHODS)[number];

/** Parses a method in any letter case; undefined if it is unknown. */
export function toMethod(text: string): Method | undefined {
  const upper = text.toUpperCase();
  return METHODS.find((method) => method === upper);
}

/** A JSON Schema 2020-12, as plain data. */
export type Schema = { readonly [keyword: string]: unknown };

/** A parameter of an operation: OpenAPI 3.1, Parameter Object. */
export interface Parameter {
  readonly name: string;
  readonly in: Place;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string;
  readonly deprecated?: true;
  readonly example?: unknown;
  /** Set if the items of a list in the query are separated by commas. */
  readonly explode?: false;
}

/** The content of a body for one media type: OpenAPI 3.1, Media Type Object. */
export interface Content {
  /** `application/json`; never with parameters. */
  readonly mediaType: string;
  /** The schema of the body, or of each item of a stream. */
  readonly schema: Schema;
  /** Of an item, if the body is a stream. */
  readonly example?: unknown;
  /** Present if the body is a stream. */
  readonly stream?: StreamKind;
}

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

/** The contract of an operation, as plain data. It is compiled from the path and the comment of a file. */
export interface Operation {
  /** The file, relative to the operations directory, with `/`: `pets/{id}/@get.ts`. */
  readonly id: string;
  readonly method: Method;
  /** The decoded path template: `/pets/{id}`. */
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** The reason or the replacement; true if the comment gives none. */
  readonly deprecated?: true | string;
  readonly see?: readonly { readonly url: string; readonly description?: string }[];
  /** Whether the operation is served but not documented. */
  readonly internal?: true;
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

/** The paging of a list operation: the shape of its body and the sizes of its pages. */
export interface Paginated extends PagingLimits {
  /** The properties of the body; absent if the body is the array of rows itself. */
  readonly envelope?: Envelope;
  /** Present if clients can walk the list by a cursor. */
  readonly cursor?: CursorPaging;
}

/** How to walk a list by a cursor: keyset pagination. */
export interface CursorPaging {
  /** The properties of a row that order the list, the most significant one first. Together they are unique. */
  readonly keys: readonly CursorKey[];
  /** Set if the list has no other form of paging. */
  readonly only?: true;
}

/** A property of a row that orders a list. */
export interface CursorKey {
  readonly name: string;
  readonly type: 'string' | 'number' | 'integer' | 'boolean';
  readonly descending?: true;
}

/** The tags of an envelope's properties: in a schema `x-items: true`, in a doc comment of TypeScript `@items`. */
export const ENVELOPE_TAGS = ['items', 'total', 'limit', 'offset'] as const;

/** One of {@link ENVELOPE_TAGS}. */
export type EnvelopeTag = (typeof ENVELOPE_TAGS)[number];

/** The body of a list operation that is an object: the name of the property with each tag. */
export interface Envelope extends Readonly<Partial<Record<EnvelopeTag, string>>> {
  readonly items: string;
  /** Set if the total is required, so that every response has it. */
  readonly countsAlways?: true;
  /** The required properties that only the handler can fill; absent if there are none. */
  readonly others?: readonly string[];
}

/** The bounds of a page, in rows. */
export interface PagingLimits {
  readonly defaultSize: number;
  readonly maxSize: number;
}

/** A handler. `ctx` is Koa's context, which this layer does not import. */
// eslint-disable-next-line typescript/no-explicit-any -- narrowed by the runtime
export type AnyHandler = (ctx: any, next: any) => unknown;

/** An operation in the manifest, with everything that the runtime needs to serve it. */
export interface OperationEntry {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** The names of the path parameters, in order. */
  readonly names: readonly string[];
  readonly operationId?: string;
  /** The first declared 2xx status with a body, or else the first 2xx status; absent if none is declared. */
  readonly status?: number;
  /** The media type of the response (default: `application/json`). */
  readonly produces?: string;
  /** Present if the response is a stream. */
  readonly stream?: StreamKind;
  /** Creates the body of a stream. The manifest imports it only if an operation needs it. */
  readonly openStream?: OpenStream;
  readonly paging?: Paginated;
  /** Parameters and body, without the paging parameters; absent if there are none. */
  readonly input?: OperationInput;
  /** Alternatives, from the operation or else from the document; absent if no authentication is required. */
  readonly security?: readonly SecurityRequirement[];
  /** Copies the declared properties of responses; absent if no response needs it. */
  readonly picks?: ResponsePicks;
  /** Creates the declared responses. Called only if the app checks responses. */
  readonly responses?: () => readonly ResponseCheck[];
  /** The exports of the `_middleware` files around the operation, outermost first. */
  readonly middleware?: readonly AnyHandler[];
  /** The handler; undefined with the option `lazy`, which sets `load` instead. */
  readonly handler: AnyHandler | undefined;
  readonly load?: () => Promise<AnyHandler>;
}

/**
 * A node of a routing table, a radix tree: `[text, operation, literals, mixed, parameter]`. Trailing empty fields are omitted.
 *
 * - `text` is the literal part of a path that leads to the node, percent-encoded, with its slashes. It is empty at the root and below parameters.
 * - `operation` is an index into {@link Manifest.operations}, or -1.
 * - `literals` are the children with literal text. No two begin with the same character.
 * - `mixed` are the children that mix text and parameters, in the order to try them. `{a}...{b}` has the texts `['', '...', '']`.
 * - `parameter` is the child of a `{name}` segment.
 */
export type RouteData = readonly [
  text: string,
  operation: number,
  literals?: readonly RouteData[] | null,
  mixed?: readonly (readonly [texts: readonly string[], node: RouteData])[] | null,
  parameter?: RouteData | null,
];

/** A node of {@link RouteData}, ready to match. */
export interface RouteNode {
  readonly text: string;
  readonly operation: number;
  /** By the code of the first character of their text. */
  readonly literals: readonly RouteNode[];
  readonly mixed: readonly (readonly [texts: readonly string[], node: RouteNode])[];
  readonly parameter: RouteNode | undefined;
}

/** The root of each method's table: the JSON text of {@link RouteData}, which the method's first request replaces by a node. */
export type Routes = { [method in Method]?: string | RouteNode };

/** The default export of `virtual:operations`: everything that a server needs, computed at build time. */
export interface Manifest {
  readonly version: 1;
  /** Set by the dev server, which also reports what is left out of requests. */
  readonly isDev?: true;
  /** Whether `/pets/` and `/pets` are different paths. */
  readonly strict: boolean;
  readonly operations: readonly OperationEntry[];
  /** Checks responses; present only if the bundle contains their schemas. */
  readonly checks?: ResponseChecks;
  /** Reads and writes cursors; present only if a list has one. */
  readonly cursors?: CursorFactory;
  /** The format of error responses, if it deviates from RFC 9457. */
  readonly problem?: ServedProblemFormat;
  /** The security schemes that operations use. */
  readonly securitySchemes?: { readonly [name: string]: SecurityScheme };
  readonly routes: Routes;
}
