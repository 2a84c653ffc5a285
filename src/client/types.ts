import type { OperationIds, Operations } from '../contract/registry.ts';

/** How a client reaches the API. */
export interface ClientOptions {
  /** What stands before every path, such as `https://api.example.com`; in a browser the page's own origin where not said. */
  readonly baseUrl?: string | undefined;
  /** The header fields of every request; a function is asked each time, for a token that expires. */
  readonly headers?: HeadersLike | (() => HeadersLike | Promise<HeadersLike>) | undefined;
  /** What sends a request; `fetch` where not said. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** Header fields, as `fetch` takes them. */
export type HeadersLike = ConstructorParameters<typeof Headers>[0];

/** What one request is sent with beside its input, such as `signal` or `credentials`; header fields of its own come over the client's. */
export type RequestOptions = Omit<RequestInit, 'method' | 'body'>;

/** The input of a request, each place by itself; what is undefined is not sent. */
export interface ClientRequest {
  readonly path?: object;
  readonly query?: object;
  readonly header?: object;
  readonly cookie?: object;
  readonly body?: unknown;
}

/** The body of a response to come; with the response itself beside it, whose body has been read. */
export type Pending<Body> = Promise<Body> & { readonly response: Promise<Response> };

/** A page of a list to come: `for await` goes through the rows of this one and of all that follow. */
export type PendingPage<Body, Item> = Pending<Body> & AsyncIterable<Item>;

/** The operations that are in the document, by method and path. */
type Key = keyof { [K in keyof Operations as Operations[K] extends { request: unknown } ? K : never]: K };

/** Names that mean something else in a client; such an operation is asked for by its method and path. */
type Reserved = 'request' | 'then';

/** The arguments of a request: the input may be left out where nothing of it is required. */
type Arguments<Input> = {} extends Input
  ? [input?: Input, options?: RequestOptions]
  : [input: Input, options?: RequestOptions];

type InputOf<K extends Key> = Operations[K] extends { request: infer Input } ? Input : never;

type Answer<K extends Key> = Operations[K] extends { response: infer Body; item: infer Item }
  ? PendingPage<Body, Item>
  : Operations[K] extends { response: infer Body }
    ? Pending<Body>
    : never;

/** An operation as a method. */
type Method<K extends Key> = (...args: Arguments<InputOf<K>>) => Answer<K>;

type KnownMethods = {
  readonly [Id in Exclude<keyof OperationIds, Reserved> as OperationIds[Id] extends Key ? Id : never]: Method<
    OperationIds[Id] & Key
  >;
};

interface KnownRequests {
  /** Asks an operation by its method and path. */
  request<K extends Key>(operation: K, ...args: Arguments<InputOf<K>>): Answer<K>;
}

/** A client where no one has told of the operations. */
type UntypedClient = {
  // eslint-disable-next-line typescript/no-explicit-any -- nothing is known of them
  request(operation: string, input?: ClientRequest, options?: RequestOptions): PendingPage<any, any>;
  // eslint-disable-next-line typescript/no-explicit-any -- nor of which there are
} & { readonly [operationId: string]: any };

/** A client of the project's operations: each that has an operationId is a method, and `request` takes the method and path of any. */
export type Client = [keyof Operations] extends [never] ? UntypedClient : KnownMethods & KnownRequests;
