/** The manifest of the operations. To type it, add `/// <reference types="unplugin-operations/client" />` to a declaration file of your project. */
declare module 'virtual:operations' {
  import type { Manifest, Operation } from 'unplugin-operations/types';
  const operations: Manifest;
  /** The operations to serve: `createApp(operations)`. */
  export default operations;
  /** The contracts of the operations, as plain data. They are bundled only if you import them. */
  export const metadata: readonly Operation[];
}

declare module 'virtual:operations/openapi' {
  import type { OpenApiDocument } from 'unplugin-operations';
  /** The OpenAPI document of the operations: version 3.1, or 3.2 if an operation needs it. */
  const document: OpenApiDocument;
  export default document;
}

declare module 'virtual:operations/schemas' {
  import type { DataSchema, InputError, Schemas } from 'unplugin-operations/types';
  /** The definitions, each as a Standard Schema. Bundlers leave out those that you do not use: `schemas.Customer`. */
  export const schemas: { readonly [Name in keyof Schemas]: DataSchema<Schemas[Name]> };
  /**
   * Checks data by a definition, as the body of a request is checked.
   *
   * @returns A copy with declared properties alone, and with defaults.
   * @throws {InvalidData} If the value is invalid.
   * @example parse('NewCustomer', JSON.parse(line))
   */
  export function parse<Name extends keyof Schemas>(name: Name, value: unknown): Schemas[Name];
  /**
   * Copies the declared properties of a value, as of a response. It checks nothing.
   *
   * @example pick('Customer', row)
   */
  export function pick<Name extends keyof Schemas>(name: Name, value: object): Schemas[Name];
  /** The error of data that does not match its definition. It lists every violation, as a 400 does. */
  export class InvalidData extends Error {
    readonly definition: string;
    readonly errors: readonly InputError[];
  }
}

declare module 'virtual:operations/docs' {
  import type Koa from 'koa';
  /** Options of the docs page. */
  export interface DocsOptions {
    /** The path of the page (default: `/docs`). Its files are below it. */
    readonly path?: string;
    /**
     * Decides who sees the page and the document. If the result is falsy, the request passes on to the next middleware, and usually becomes a 404.
     * It can throw another status: `ctx.throw(401)`. An error that it returns counts as thrown.
     */
    readonly guard?: (ctx: Koa.Context) => unknown;
    /** Values for the form of OAuth. */
    readonly oauth?: OAuthOptions;
  }
  /** The page as a client of OAuth. It uses PKCE, so it needs no secret. */
  export interface OAuthOptions {
    readonly clientId?: string;
    /** The scopes that are selected at first. */
    readonly scopes?: readonly string[];
  }
  /**
   * Creates a middleware that serves a page to read and try the API.
   *
   * @throws {TypeError} If an option is invalid.
   * @example app.use(docs({ path: '/docs', guard: (ctx) => isStaff(ctx) }));
   */
  export function docs(options?: DocsOptions): Koa.Middleware;
}

declare module 'virtual:operations/mcp' {
  import type Koa from 'koa';
  /** Options of the server of the Model Context Protocol. */
  export interface McpOptions {
    /** The path of the server (default: `/mcp`). */
    readonly path?: string;
    /** The prefix of the operations' paths in this app, for `createRouter(operations, { prefix })`. */
    readonly prefix?: string;
    /** Headers of the caller that models can't choose: `['X-User-Id']`. `['Cookie']` copies cookies too. */
    readonly forward?: readonly string[];
    /** Origins whose pages may use the server: `['https://chat.example']`. */
    readonly origins?: readonly string[];
    /** The hosts that the server has (default: any, but on the loopback only its names and the host of `resource`). Their pages may use the server. */
    readonly hosts?: readonly string[];
    /** The public URL of the server, if a proxy hides it: `https://shop.example/mcp`. */
    readonly resource?: string;
    /** The issuers of tokens (default: those of `openIdConnectUrl` and `oauth2MetadataUrl` in openapi.yaml). */
    readonly authorizationServers?: readonly string[];
    /** How many tokens the list of tools may cost before it is replaced by a search, a description and a call (default: 2,000). If all tools cost less than 2,000, it cannot be below their cost. */
    readonly budget?: number;
    /** The number of items after which a stream is cancelled (default: 100). */
    readonly streamItems?: number;
    /** A text about the API that clients can show to models (default: `info.description` in openapi.yaml). */
    readonly instructions?: string;
  }
  /**
   * Creates a middleware that serves the operations with `@tool` to models.
   *
   * @throws {TypeError} If an option is invalid.
   * @example app.use(mcp({ path: '/mcp' }));
   */
  export function mcp(options?: McpOptions): Koa.Middleware;
}

declare module 'virtual:operations/client' {
  import type {
    Client,
    ClientOptions,
    ErrorOf,
    ErrorSource,
    InfiniteQueryOptions,
    Hooks,
    ListName,
    MutationOptions,
    QueryArguments,
    QueryName,
    QueryOptions,
    RequestOptions,
    ResponseError as Thrown,
    SentRequest,
  } from 'unplugin-operations/types';
  export type {
    Client,
    ClientOptions,
    ClientRequest,
    ErrorOf,
    Hooks,
    InfiniteQueryOptions,
    MutationOptions,
    Pending,
    PendingPage,
    QueryOptions,
    QueryPage,
    Reconnection,
    RequestOptions,
    StreamOptions,
  } from 'unplugin-operations/types';
  /**
   * Creates a client of the API: a method for each operationId, and `request` for any method and path.
   *
   * @example const shop = createClient({ baseUrl: 'https://shop.example' });
   * const book = await shop.getBook({ path: { book_id: 12 } });
   */
  export function createClient(options?: ClientOptions): Client;
  /** The error of a response without a 2xx status. */
  export const ResponseError: typeof Thrown;
  export type ResponseError = Thrown;
  /**
   * Whether a value is the error of a response to an operation. If it is, its status decides the types of its `body` and `problem`.
   *
   * @param name The operationId, or the method and path.
   * @example if (isErrorOf(error, 'getBook') && error.status === 404) console.log(error.problem.detail);
   */
  export function isErrorOf<Name extends ErrorSource>(error: unknown, name: Name): error is ErrorOf<Name>;
  /**
   * Creates the options of a query of TanStack Query.
   *
   * @param name The operationId, or the method and path.
   * @example useQuery(queryOptions(shop, 'getBook', { path: { book_id: 12 } }))
   */
  export function queryOptions<Name extends QueryName>(
    client: Client,
    name: Name,
    ...args: QueryArguments<Name>
  ): QueryOptions<Name>;
  /**
   * Creates the options of an infinite query of TanStack Query. It follows the links of a list operation to its next pages.
   *
   * @param name The operationId of a list operation, or its method and path.
   * @example useInfiniteQuery(infiniteQueryOptions(shop, 'listBooks', { query: { page_size: 50 } }))
   */
  export function infiniteQueryOptions<Name extends ListName>(
    client: Client,
    name: Name,
    ...args: QueryArguments<Name>
  ): InfiniteQueryOptions<Name>;
  /**
   * Creates the options of a mutation of TanStack Query. Its variables are the input of the operation.
   *
   * @param name The operationId, or the method and path.
   * @example useMutation(mutationOptions(shop, 'addReview')).mutate({ path: { book_id: 12 }, body: { rating: 5 } })
   */
  export function mutationOptions<Name extends QueryName>(
    client: Client,
    name: Name,
    options?: RequestOptions,
  ): MutationOptions<Name>;
  /**
   * Creates the option `fetch` of a client, with functions that run before and after each request.
   *
   * @example createClient({ fetch: withHooks({ after: (response, { operation }) => console.log(operation, response.status) }) })
   */
  export function withHooks(hooks: Hooks): (request: SentRequest) => Promise<Response>;
}

/** The client of a version. `operations.d.ts` has the types of its operations. */
declare module 'virtual:operations/*/client' {
  import type { ClientOptions, ResponseError as Thrown, UntypedClient } from 'unplugin-operations/types';
  /**
   * Creates a client of the version.
   *
   * @example import { createClient } from 'virtual:operations/v1/client';
   */
  export function createClient(options?: ClientOptions): UntypedClient;
  /** The error of a response without a 2xx status. */
  export const ResponseError: typeof Thrown;
  export type ResponseError = Thrown;
}

declare module 'virtual:operations/*/openapi' {
  import type { OpenApiDocument } from 'unplugin-operations';
  /** The OpenAPI document of a version: `virtual:operations/v1/openapi`. */
  const document: OpenApiDocument;
  export default document;
}
