import type { StreamKind } from '../contract/streams.ts';
import type { PreparedRequest } from './request.ts';
import { prepareRequest } from './request.ts';
import { ResponseError, nextLink, readResponse } from './response.ts';
import type { Client, ClientOptions, ClientRequest, PendingPage, RequestOptions } from './types.ts';

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
    /** The property of the body that has the rows (default: `items`). */
    readonly items?: string;
    /** Present if the response is a stream. */
    readonly stream?: StreamKind;
  };
}

/** A response and the absolute URL of its request. `Response.url` may be empty. */
interface Exchange {
  readonly url: string;
  readonly response: Response;
}

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
  const request = (operation: string, input?: ClientRequest, init: RequestOptions = {}): Page => {
    // Prepare within a promise, so that invalid input rejects instead of throwing.
    const { body: mediaType, joined, items } = operations[operation] ?? {};
    const preparing = Promise.resolve().then(() => prepareRequest(operation, mediaType, input, joined));
    const first = preparing.then((prepared) => send(prepared.url, prepared, init, options));
    return pendingPage({ operation, items }, first, async (url) => {
      const { headers } = await preparing;
      return send(url, { method: 'GET', headers }, init, options);
    });
  };
  // No prototype, because an operation may be named `toString`.
  const client: { [operationId: string]: unknown } = Object.assign(Object.create(null) as object, { request });
  for (const [operation, { id }] of Object.entries(operations)) {
    if (id === undefined || RESERVED.includes(id)) continue;
    client[id] = (input?: ClientRequest, init?: RequestOptions) => request(operation, input, init);
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

/** Sends a request. Its headers override those of the client, and the headers of the contract override both. */
export async function send(
  url: string,
  prepared: Omit<PreparedRequest, 'url'>,
  init: RequestOptions,
  { baseUrl = '', headers, fetch = (request) => globalThis.fetch(request) }: ClientOptions,
): Promise<Exchange> {
  const fields = new Headers(typeof headers === 'function' ? await headers() : headers);
  for (const overrides of [init.headers, prepared.headers])
    for (const [name, value] of new Headers(overrides)) fields.set(name, value);
  const target = url.startsWith('/') ? baseUrl.replace(/\/+$/, '') + url : url;
  const request = new Request(target, { ...init, ...prepared, headers: fields });
  return { url: request.url, response: await fetch(request) };
}

type Page = PendingPage<unknown, unknown>;

/** A list operation, and the property of its body that has the rows. */
interface List {
  readonly operation: string;
  readonly items: string | undefined;
}

function pendingPage(list: List, first: Promise<Exchange>, follow: (url: string) => Promise<Exchange>): Page {
  const read = async (exchange: Promise<Exchange>): Promise<unknown> =>
    readResponse(list.operation, (await exchange).response);
  const body = read(first);
  const rows = async function* (): AsyncGenerator {
    yield* rowsOf(list, await body);
    for (let last = await first; ;) {
      const url = nextPage(last);
      if (url === undefined) return;
      const next = follow(url);
      yield* rowsOf(list, await read(next));
      last = await next;
    }
  };
  const response = async (): Promise<Response> => {
    // The caller can read the status from the response, so ignore an error of the body.
    await body.catch(() => {});
    return (await first).response;
  };
  return Object.defineProperties(body, {
    response: { get: response },
    [Symbol.asyncIterator]: { value: rows },
  }) as Page;
}

/** The rows of a page: the body itself, or a property of it. */
function rowsOf({ operation, items = 'items' }: List, body: unknown): readonly unknown[] {
  const rows = Array.isArray(body) ? body : (body as { readonly [name: string]: unknown } | null | undefined)?.[items];
  if (!Array.isArray(rows)) throw new TypeError(`${operation} is not a list operation: its response has no rows`);
  return rows as unknown[];
}

/**
 * The URL of the next page, or undefined on the last page.
 *
 * @throws {TypeError} If it has another origin, because the client's headers may hold credentials.
 */
function nextPage({ url, response }: Exchange): string | undefined {
  const link = nextLink(response);
  if (link === undefined) return undefined;
  const next = new URL(link, url);
  if (next.origin === new URL(url).origin) return next.href;
  throw new TypeError(`The next page of ${url} has another origin: ${next.href}`);
}
