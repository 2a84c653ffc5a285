import type { QueryStyles } from '../../shared/contract/operation.ts';
import type { StreamKind } from '../../shared/contract/streams.ts';
import type { PageRequest } from './pages.ts';
import { nextPage, pageRequest } from './pages.ts';
import type { PageParameters } from './query-types.ts';
import type { PreparedRequest } from './request.ts';
import { prepareRequest } from './request.ts';
import { styled } from './styles.ts';
import { ResponseError } from './response.ts';
import { isRepeatable, sendWithRetries } from './retry.ts';
import type { Client, ClientOptions, ClientRequest, RequestOptions } from './types.ts';

export { infiniteQueryOptions, queryOptions } from './queries.ts';
export { ResponseError };

/** The operations of a client, by method and path. */
export interface OperationTable {
  readonly [operation: string]: {
    /** The operationId. */
    readonly id?: string;
    /** The media type of the request body (default: `application/json`). */
    readonly body?: string;
    /** The query parameters whose items are separated by commas. */
    readonly joined?: readonly string[];
    /** The query parameters of other styles. */
    readonly styles?: QueryStyles;
    /** The property of the body that has the rows (default: `items`). */
    readonly items?: string;
    /** Present if the response is a stream. */
    readonly stream?: StreamKind;
    /** Whether the response is a file of any media type. */
    readonly file?: true;
    /** Whether a request has an `Idempotency-Key`. */
    readonly idempotent?: true;
  };
}

type Call = readonly [input?: ClientRequest, options?: RequestOptions, page?: PageParameters];

type Send = (operation: string, ...args: Call) => PageRequest;

/** Operation IDs that cannot be methods of a client, because it uses these names itself. */
const RESERVED: readonly string[] = ['request', 'then'];

/**
 * Creates a client for operations.
 *
 * Its methods reject with a {@link ResponseError} for a response without a 2xx status, and with a `TypeError` for input that cannot be sent.
 *
 * @example createClient({ 'GET /pets/{id}': { id: 'getPet' } }).getPet({ path: { id: 7 } })
 */
export function createClient(operations: OperationTable, options: ClientOptions = {}): Client {
  const request: Send = (operation, input, init = {}, page) => {
    const { body: mediaType, joined, styles, items = 'items', file, idempotent } = operations[operation] ?? {};
    // Prepare within a promise, so that invalid input rejects instead of throwing.
    const preparing = Promise.resolve().then(() =>
      prepareRequest(operation, mediaType, withStyles(idempotent ? withKey(input, init) : input, styles), joined, page),
    );
    const sending = preparing.then((prepared) => {
      const attempt = (): Promise<Response> => send(prepared, init, options);
      return isRepeatable(operation, idempotent) ? sendWithRetries(attempt, init.signal, options.retries) : attempt();
    });
    const next = async (): Promise<PageParameters | undefined> =>
      nextPage(operation, (await preparing).own, await sending);
    return pageRequest(operation, items, sending, next, (turned) => request(operation, input, init, turned), file);
  };
  // No prototype, because an operation may be named `toString`.
  const client: { [operationId: string]: unknown } = { __proto__: null, request };
  for (const [operation, { id }] of Object.entries(operations)) {
    if (id === undefined || RESERVED.includes(id)) continue;
    client[id] = (...args: Call) => request(operation, ...args);
  }
  return client as unknown as Client;
}

/**
 * Whether a value is the error of a response to an operation.
 *
 * @param name Its operationId, or its method and path.
 * @example isErrorOf({ 'GET /pets/{id}': { id: 'getPet' } }, error, 'getPet') && error.status === 404
 */
export function isErrorOf(operations: OperationTable, error: unknown, name: string): error is ResponseError {
  return error instanceof ResponseError && (error.operation === name || operations[error.operation]?.id === name);
}

/** An input whose query has the styles of its parameters. */
export function withStyles(input: ClientRequest = {}, styles: QueryStyles | undefined): ClientRequest {
  return styles === undefined ? input : { ...input, query: styled(input.query as QueryValues, styles) };
}

type QueryValues = Parameters<typeof styled>[0];

/** Adds a new key to a request without one. If `fetch` sends the request again, it has the same key. */
export function withKey(input: ClientRequest = {}, { headers }: RequestOptions): ClientRequest {
  const name = 'idempotency-key';
  if ([headers, input.header].some((fields) => new Headers(fields as Record<string, string>).has(name))) return input;
  // Unlike crypto.randomUUID, this also works on pages without HTTPS.
  return { ...input, header: { ...input.header, [name]: crypto.getRandomValues(new Uint32Array(4)).join('-') } };
}

/** Sends a request. Its headers override those of the client, and the headers of the contract override both. */
export async function send(
  prepared: PreparedRequest,
  init: RequestOptions,
  { baseUrl = '', headers, fetch = (request) => globalThis.fetch(request) }: ClientOptions,
): Promise<Response> {
  const given = (typeof headers === 'function' ? await headers() : headers) ?? {};
  const entries = [...(Symbol.iterator in given ? given : Object.entries(given))];
  const fields = new Headers(entries.filter(([, value]) => value !== undefined) as [string, string][]);
  for (const overrides of [init.headers, prepared.headers])
    for (const [name, value] of new Headers(overrides)) fields.set(name, value);
  const url = baseUrl.replace(/\/+$/, '') + prepared.url;
  if (!('location' in globalThis) && !/^\w+:/.test(url))
    throw new TypeError(`Outside of a browser, set the option baseUrl to an origin: ${url} has none`);
  return fetch(new Request(url, { ...init, ...prepared, headers: fields }));
}
