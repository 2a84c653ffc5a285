import type { OperationTable } from './operation-table.ts';
import type { PageParameters } from './query-types.ts';
import type { ClientParts, PreparedRequest } from './request.ts';
import { prepareRequest } from './request.ts';
import type { ClientOptions, ClientRequest, HeadersLike, RequestOptions, SentRequest } from './types.ts';

/** A request that can be sent several times. */
export interface Exchange {
  readonly prepared: PreparedRequest;
  /** Sends it. Its headers override those of the client, and the headers of the contract override both. */
  send(more?: Readonly<Record<string, string>>): Promise<Response>;
  /**
   * Whether the server can get it again: GET, HEAD, QUERY, and requests with an idempotency key.
   *
   * @param isRefused Whether the server has refused it before its handler: then all requests, but not streams.
   */
  canRepeat(isRefused?: boolean): boolean | undefined;
}

const KEY = 'Idempotency-Key';

/**
 * Prepares a request of an operation.
 *
 * @param page The query parameters of a page after the first.
 * @throws {TypeError} If the input cannot be sent.
 */
export function exchangeOf(
  operation: string,
  row: OperationTable[string],
  input: ClientRequest = {},
  init: RequestOptions,
  options: ClientOptions & ClientParts,
  page?: PageParameters,
): Exchange {
  // Each attempt has the same key.
  const keyed = row.idempotent ? withKey(input, init) : input;
  const prepared = prepareRequest(operation, row, keyed, page, options);
  let sent: SentRequest | undefined;
  return {
    prepared,
    async send(more) {
      sent = Object.assign(await requestOf(prepared, more, init, options), { operation });
      return (init.fetch ?? options.fetch ?? fetch)(sent);
    },
    // A stream is read once, and the option `fetch` can remove the key.
    canRepeat: (isRefused) =>
      !prepared.create &&
      (isRefused || /^(?:GET|HEAD|QUERY) /.test(operation) || (row.idempotent && sent?.headers.has(KEY))),
  };
}

async function requestOf(
  { headers: own, url: path, create, addCookies, ...prepared }: PreparedRequest,
  more: Readonly<Record<string, string>> | undefined,
  init: RequestOptions,
  { baseUrl = '', headers }: ClientOptions,
): Promise<Request> {
  const fields = headerFields(typeof headers === 'function' ? await headers() : headers);
  for (const [name, value] of headerFields(init.headers)) fields.set(name, value);
  for (const [name, value] of Object.entries({ ...own, ...more })) fields.set(name, value);
  addCookies?.(fields);
  // The body has the type of the contract, and `fetch` sets that of a form.
  if (!('Content-Type' in own)) fields.delete('Content-Type');
  const url = absolute(baseUrl.replace(/\/+$/, '') + path);
  const request = { ...init, ...prepared, headers: fields };
  return create?.(url, request) ?? new Request(url, request);
}

interface Page {
  readonly document?: { readonly baseURI: string };
  readonly location?: { readonly href: string };
}

/** Node's Request needs an absolute URL, in jsdom too. */
function absolute(url: string): string {
  if (/^\w+:/.test(url)) return url;
  const { document, location } = globalThis as Page;
  const base = document?.baseURI ?? location?.href;
  if (!base) throw new TypeError(`Set the option baseUrl: ${url} has no origin`);
  return new URL(url, base).href;
}

/** Adds a new key to a request without one. */
function withKey(input: ClientRequest, { headers }: RequestOptions): ClientRequest {
  if ([headers, input.header as HeadersLike].some((fields) => headerFields(fields).get(KEY))) return input;
  // Unlike crypto.randomUUID, this also works on pages without HTTPS.
  return { ...input, header: { ...input.header, [KEY]: crypto.getRandomValues(new Uint32Array(4)).join('-') } };
}

/** Header fields, without undefined values and null. */
function headerFields(given: HeadersLike = {}): Headers {
  const entries = Symbol.iterator in given ? [...given] : Object.entries(given);
  return new Headers(entries.filter(([, value]) => value != null) as [string, string][]);
}
