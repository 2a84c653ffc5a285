import type { OperationInput, Place, ResponseCheck, SecurityScheme } from './enforcement.ts';

/** The HTTP methods an operation may have: OpenAPI 3.1, Path Item Object. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;

/** One of {@link METHODS}, in capitals. */
export type Method = (typeof METHODS)[number];

/** `text` as a method, whatever its letter case, or undefined where it is none. */
export function toMethod(text: string): Method | undefined {
  const upper = text.toUpperCase();
  return METHODS.find((method) => method === upper);
}

/** A JSON Schema 2020-12, as plain data. */
export type Schema = { readonly [keyword: string]: unknown };

/** An input of an operation, other than its body: OpenAPI 3.1, Parameter Object. */
export interface Parameter {
  readonly name: string;
  readonly in: Place;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string;
  readonly deprecated?: true;
  readonly example?: unknown;
}

/** A body under one media type: OpenAPI 3.1, Media Type Object. */
export interface Content {
  /** `application/json`; never with parameters. */
  readonly mediaType: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

/** The body of a request: OpenAPI 3.1, Request Body Object. */
export interface Body {
  readonly required: boolean;
  readonly description?: string;
  /** The media types it may have; at least one. */
  readonly content: readonly Content[];
  /** Whether it is declared property by property, so that no other property reaches the handler. */
  readonly declaredOnly?: true;
}

/** A header of a response: OpenAPI 3.1, Header Object. */
export interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string;
}

/** What an operation answers under one status: OpenAPI 3.1, Response Object. */
export interface Response {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string;
  /** The media types it may have; none where there is no body. */
  readonly content: readonly Content[];
  readonly headers?: readonly Header[];
}

/** Schemes that must be passed together, each with its scopes; without any, no one is asked: OpenAPI 3.1, Security Requirement Object. */
export type SecurityRequirement = { readonly [scheme: string]: readonly string[] };

/** One operation's contract as plain data: what its file's path and comment say. */
export interface Operation {
  /** The file below the operations tree, with `/`: `pets/{id}/@get.ts`. */
  readonly id: string;
  readonly method: Method;
  /** The path template, decoded: `/pets/{id}`. */
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** Why, or what to use instead; true where the comment does not say. */
  readonly deprecated?: true | string;
  readonly see?: readonly { readonly url: string; readonly description?: string }[];
  /** Served, but in no document. */
  readonly internal?: true;
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
  /** Alternatives; absent where the document's own `security` holds, empty where no one is asked. */
  readonly security?: readonly SecurityRequirement[];
  /** Present on a list operation. */
  readonly paging?: Paginated;
  /** OpenAPI extensions: their names begin with `x-`. */
  readonly extensions?: { readonly [name: string]: unknown };
}

/** What makes an operation a list operation: the shape of its body, and the sizes of its pages. */
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

/** What a handler's file exports; `ctx` is Koa's context, which this layer does not know. */
// eslint-disable-next-line typescript/no-explicit-any -- narrowed by the runtime
export type AnyHandler = (ctx: any, next: any) => unknown;

/** What the runtime needs to know of an operation to serve it. */
export interface OperationEntry {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** The names of the path's parameters, in their order. */
  readonly names: readonly string[];
  readonly operationId?: string;
  /** The first declared 2xx status that has a body, else the first; absent where none is declared. */
  readonly status?: number;
  /** The media type of what the handler returns; `application/json` where not said. */
  readonly produces?: string;
  readonly paging?: Paginated;
  /** What it takes, but for the paging of a list operation; absent where it takes nothing. */
  readonly input?: OperationInput;
  /** Alternatives, the document's own where it has none of its own; absent where no one is asked. */
  readonly security?: readonly SecurityRequirement[];
  /** What it may answer; a function, for only an app that checks its responses needs it. */
  readonly responses?: () => readonly ResponseCheck[];
  /** What the `_middleware` files above it export, the outermost first. */
  readonly middleware?: readonly AnyHandler[];
  /** The handler, or with the option `lazy` a function that evaluates its module. */
  readonly handler: AnyHandler | undefined;
  readonly load?: () => Promise<AnyHandler>;
}

/**
 * A place in the routing tables: `[operation, statics, mixed, parameter]`.
 *
 * `operation` is an index into {@link Manifest.operations}, or -1. `statics` has the children whose segment is plain text, `mixed` those that
 * mix text and parameters as the texts around the parameters (`{a}...{b}` is `['', '...', '']`) in the order to try them, `parameter` the child of
 * a whole `{name}`. Trailing empty fields are left out. A function makes a large node when it is first needed.
 */
export type RouteNode = [
  operation: number,
  statics?: RouteChildren | null,
  mixed?: readonly (readonly [texts: readonly string[], node: RouteNode])[] | null,
  parameter?: RouteNode | null,
];

/** Children by their decoded segment, in an object without a prototype. */
export type RouteChildren = { [segment: string]: RouteNode | (() => RouteNode) };

/** What `virtual:operations` exports: all that a server needs to answer, and nothing it would have to work out at start-up. */
export interface Manifest {
  readonly version: 1;
  /** Whether `/pets/` is another path than `/pets`. */
  readonly strict: boolean;
  readonly operations: readonly OperationEntry[];
  /** The schemes that the operations' `security` names. */
  readonly securitySchemes?: { readonly [name: string]: SecurityScheme };
  readonly routes: { readonly [method in Method]?: RouteNode };
}
