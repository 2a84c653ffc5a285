import type { OperationIds, Operations } from '../../shared/contract/registry.ts';

/** A file in a form. */
export type SentFile = Blob | ArrayBuffer | Uint8Array;

/** A body of bytes. A stream is sent once, without retries. */
export type SentBytes = SentFile | AsyncIterable<Uint8Array> | { readonly getReader: (...args: never[]) => unknown };

/** Options of a client. */
export interface ClientOptions {
  /** The prefix of every path, such as `https://api.example.com` (default in a browser: the page's origin). */
  readonly baseUrl?: string | undefined;
  /** Headers of every request. A function is called for each request, for example to refresh a token. */
  readonly headers?: HeadersLike | (() => HeadersLike | Promise<HeadersLike>) | undefined;
  /** Sends a request (default: `fetch`). */
  readonly fetch?: ((request: SentRequest) => Promise<Response>) | undefined;
  /**
   * How often a request is sent again while the server answers 502, 503 or 504, or refuses or resets the connection (default: 3, and 12 for streams;
   * at most 12; 0 turns it off). Only GET, HEAD, QUERY and `@idempotent` operations are repeated, and streams with IDs.
   */
  readonly retries?: number | undefined;
}

/** A request of a client. */
export interface SentRequest extends Request {
  /** The method and path of its operation: `GET /pets/{id}`. */
  readonly operation: string;
}

/** Headers in any form that `fetch` accepts. A value can be undefined, and is not sent then. */
export type HeadersLike = ConstructorParameters<typeof Headers>[0] | { readonly [name: string]: string | undefined };

/** Options of one request, such as `signal` or `credentials`. Its headers override those of the client. */
export interface RequestOptions extends Omit<RequestInit, 'method' | 'body'> {
  /** Sends this request, instead of the client's `fetch`. */
  readonly fetch?: ClientOptions['fetch'];
  /** How often this request is sent again, instead of the client's `retries`. */
  readonly retries?: ClientOptions['retries'];
}

/** Options of one request of a stream. */
export interface StreamOptions extends RequestOptions {
  /** Whether to go on after the server has ended an event stream, as EventSource does, until it answers 204 (default: false). */
  readonly follow?: boolean | undefined;
  /** Called before the pause until the next connection. */
  readonly onReconnect?: ((event: Reconnection) => void) | undefined;
}

/** A connection of a stream that ended. */
export interface Reconnection {
  /** Why it ended; undefined if the server ended it. */
  readonly error: unknown;
  /** The pause until the next connection, in milliseconds. */
  readonly delay: number;
  /** The ID of the last event; empty if there was none. */
  readonly lastEventId: string;
}

/** The input of a request, by location. Undefined values are not sent. */
export interface ClientRequest {
  readonly path?: object;
  readonly query?: object;
  readonly header?: object;
  readonly cookie?: object;
  readonly body?: unknown;
  /** The media type of the body (default: the first that the operation takes). */
  readonly type?: string;
}

/** A promise of a response body. */
export type Pending<Body> = Promise<Body> & {
  /** The response, whose body has been read. It isn't rejected for any status. */
  readonly response: Promise<Response>;
  /** The response with a body to read, such as a large file. Take it from the call at once: `const { body } = await api.getFile().raw`. */
  readonly raw: Promise<Response>;
};

/** A promise of a page of a list. `for await` iterates over the rows of this page and all following pages. */
export type PendingPage<Body, Item> = Pending<Body> & AsyncIterable<Item>;

/** The documented operations, by method and path. */
export type OperationKey = keyof {
  [K in keyof Operations as Operations[K] extends { request: unknown } ? K : never]: K;
};

/** Names that a client uses itself. Call such an operation by its method and path. */
export type ReservedName = 'request' | 'then';

/** The input of an operation that has none. The options are the second argument. */
export interface NoInput {
  readonly path?: undefined;
  readonly query?: undefined;
  readonly header?: undefined;
  readonly cookie?: undefined;
  readonly body?: undefined;
}

/** The arguments of a request. The input is optional if all of its fields are. */
export type CallArguments<Input, Options = RequestOptions> = [keyof Input] extends [never]
  ? [input?: NoInput, options?: Options]
  : {} extends Input
    ? [input?: Input, options?: Options]
    : [input: Input, options?: Options];

/** The input of an operation. */
export type CallInput<K extends OperationKey> = Operations[K] extends { request: infer Input } ? Input : never;

/** The options of a call of an operation. */
export type CallOptions<K extends OperationKey> = Operations[K] extends { stream: unknown }
  ? StreamOptions
  : RequestOptions;

/** The result of a call of an operation. */
export type CallResult<K extends OperationKey> = Operations[K] extends { stream: infer Item }
  ? AsyncIterable<Item>
  : Operations[K] extends { response: infer Body; item: infer Item }
    ? PendingPage<Body, Item>
    : Operations[K] extends { response: infer Body }
      ? Pending<Body>
      : never;

/** An operation as a method. */
export type OperationMethod<K extends OperationKey> = (
  ...args: CallArguments<CallInput<K>, CallOptions<K>>
) => CallResult<K>;

/**
 * The operations with an operationId. Homomorphic, so that methods have the comments of `OperationIds`.
 *
 * An intersection with `OperationKey` would compare each operation with all others.
 */
export type OperationMethods = {
  readonly [
    Id in keyof OperationIds as Id extends ReservedName ? never : OperationIds[Id] extends OperationKey ? Id : never
  ]: OperationIds[Id] extends infer K extends OperationKey ? OperationMethod<K> : never;
};

/** The operations by method and path. */
export interface OperationRequests {
  /** Calls an operation by its method and path. */
  request<K extends OperationKey>(operation: K, ...args: CallArguments<CallInput<K>, CallOptions<K>>): CallResult<K>;
}

/** The client of a project without `operations.d.ts`. */
export type UntypedClient = {
  // eslint-disable-next-line typescript/no-explicit-any -- the operations are unknown
  request(operation: string, input?: ClientRequest, options?: RequestOptions): PendingPage<any, any>;
  // eslint-disable-next-line typescript/no-explicit-any -- the operations are unknown
} & { readonly [operationId: string]: any };

/** A client of the project's operations: a method for each operationId, and `request` for any method and path. */
export interface Client extends AnyClient {}

type AnyClient = [keyof Operations] extends [never] ? UntypedClient : OperationMethods & OperationRequests;
