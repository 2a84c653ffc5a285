import type { ServedProblemFormat } from './problem.ts';
import type {
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
  readonly schema: Schema;
  readonly example?: unknown;
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
  readonly shape: PageShape;
}

/** The body of a list operation: `T[]`, or `{items, total?, limit, offset}`. */
export type PageShape = 'array' | 'page';

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
 * A node of the routing tables: `[operation, statics, mixed, parameter]`.
 *
 * - `operation` is an index into {@link Manifest.operations}, or -1.
 * - `statics` holds the children with a literal segment.
 * - `mixed` holds the children that mix text and parameters, in the order to try them. `{a}...{b}` has the texts `['', '...', '']`.
 * - `parameter` is the child of a `{name}` segment.
 *
 * Trailing empty fields are omitted. Large nodes are functions that create the node on first use.
 */
export type RouteNode = [
  operation: number,
  statics?: RouteChildren | null,
  mixed?: readonly (readonly [texts: readonly string[], node: RouteNode])[] | null,
  parameter?: RouteNode | null,
];

/** Children by decoded segment, in an object without a prototype. */
export type RouteChildren = { [segment: string]: RouteNode | (() => RouteNode) };

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
  /** The format of error responses, if it deviates from RFC 9457. */
  readonly problem?: ServedProblemFormat;
  /** The security schemes that operations use. */
  readonly securitySchemes?: { readonly [name: string]: SecurityScheme };
  readonly routes: { readonly [method in Method]?: RouteNode };
}
