import type { PreparedRequest } from './request.ts';
import { prepareRequest } from './request.ts';
import { ResponseError, nextLink, readResponse } from './response.ts';
import type { Client, ClientOptions, ClientRequest, PendingPage, RequestOptions } from './types.ts';

export { ResponseError };

/** What a client knows of the operations, by method and path. */
export interface OperationTable {
  readonly [operation: string]: {
    readonly id?: string;
    /** The media type of its body; `application/json` where not said. */
    readonly body?: string;
  };
}

/** A response, and the address that was asked: absolute, which that of a response need not be. */
interface Exchange {
  readonly url: string;
  readonly response: Response;
}

/** Names that mean something else in a client. */
const RESERVED: readonly string[] = ['request', 'then'];

/**
 * Makes a client of some operations.
 *
 * @example createClient({ 'GET /pets/{id}': { id: 'getPet' } }).getPet({ path: { id: 7 } })
 */
export function createClient(operations: OperationTable, options: ClientOptions = {}): Client {
  const request = (operation: string, input?: ClientRequest, init: RequestOptions = {}): Page => {
    // Within a promise: input that no request can hold is an answer like any other.
    const asked = Promise.resolve().then(() => prepareRequest(operation, operations[operation]?.body, input));
    const first = asked.then((prepared) => send(prepared.url, prepared, init, options));
    return pendingPage(operation, first, async (url) => {
      const { headers } = await asked;
      return send(url, { method: 'GET', headers }, init, options);
    });
  };
  // Without a prototype: an operation may be called `toString`.
  const client: { [operationId: string]: unknown } = Object.assign(Object.create(null) as object, { request });
  for (const [operation, { id }] of Object.entries(operations)) {
    if (id === undefined || RESERVED.includes(id)) continue;
    client[id] = (input?: ClientRequest, init?: RequestOptions) => request(operation, input, init);
  }
  return client as unknown as Client;
}

/** Sends a request; the header fields of the one are over those of the client, and the contract's over both. */
async function send(
  url: string,
  prepared: Omit<PreparedRequest, 'url'>,
  init: RequestOptions,
  { baseUrl = '', headers, fetch = (request) => globalThis.fetch(request) }: ClientOptions,
): Promise<Exchange> {
  const fields = new Headers(typeof headers === 'function' ? await headers() : headers);
  for (const more of [init.headers, prepared.headers])
    for (const [name, value] of new Headers(more)) fields.set(name, value);
  const address = url.startsWith('/') ? baseUrl.replace(/\/+$/, '') + url : url;
  const request = new Request(address, { ...init, ...prepared, headers: fields });
  return { url: request.url, response: await fetch(request) };
}

type Page = PendingPage<unknown, unknown>;

function pendingPage(operation: string, first: Promise<Exchange>, follow: (url: string) => Promise<Exchange>): Page {
  const read = async (exchange: Promise<Exchange>): Promise<unknown> =>
    readResponse(operation, (await exchange).response);
  const body = read(first);
  const rows = async function* (): AsyncGenerator {
    yield* rowsOf(operation, await body);
    for (let last = await first; ;) {
      const url = nextPage(last);
      if (url === undefined) return;
      const next = follow(url);
      yield* rowsOf(operation, await read(next));
      last = await next;
    }
  };
  const response = async (): Promise<Response> => {
    // Who asks for the response sees its status there: that the body is none to return is no surprise.
    await body.catch(() => {});
    return (await first).response;
  };
  return Object.defineProperties(body, {
    response: { get: response },
    [Symbol.asyncIterator]: { value: rows },
  }) as Page;
}

/** The rows of a page, in either of its shapes. */
function rowsOf(operation: string, body: unknown): readonly unknown[] {
  const rows = Array.isArray(body) ? body : (body as { items?: unknown } | undefined)?.items;
  if (!Array.isArray(rows)) throw new TypeError(`${operation} is no list operation: its response has no rows`);
  return rows as unknown[];
}

/**
 * The address of the page after one.
 *
 * @throws {TypeError} Where it is on another server: what the client's header fields hold is not for that.
 */
function nextPage({ url, response }: Exchange): string | undefined {
  const link = nextLink(response);
  if (link === undefined) return undefined;
  const next = new URL(link, url);
  if (next.origin === new URL(url).origin) return next.href;
  throw new TypeError(`The next page of ${url} is on another server: ${next.href}`);
}
