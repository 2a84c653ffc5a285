import type { OperationTable } from './operation-table.ts';
import type { PageRequest } from './pages.ts';
import { nextPage, pageRequest } from './pages.ts';
import type { ClientParts } from './request.ts';
import type { PageParameters } from './query-types.ts';
import { exchangeOf } from './exchange.ts';
import { ResponseError, UNKNOWN } from './response.ts';
import { sendWithRetries } from './retry.ts';
import type { Client, ClientOptions, ClientRequest, RequestOptions } from './types.ts';

export { infiniteQueryOptions, mutationOptions, queryOptions } from './queries.ts';
export { withHooks } from './hooks.ts';
export { writePath } from './address.ts';
export { styled } from './styles.ts';
export { writeCookies } from './cookies.ts';
export { encodeBytes } from './bytes.ts';
export { encodeForm } from './forms.ts';
export { iterate } from './iterate.ts';
export { iterateRecords } from './records.ts';
export { ResponseError };

type Call = readonly [input?: ClientRequest, options?: RequestOptions, page?: PageParameters];

type Send = (operation: string, ...args: Call) => PageRequest | AsyncIterable<unknown>;

/**
 * Creates a client for operations.
 *
 * Its methods reject with a {@link ResponseError} for a response without a 2xx status, and with a `TypeError` for input that cannot be sent.
 *
 * @example createClient({ 'GET /pets/{id}': { id: 'getPet' } }).getPet({ path: { id: 7 } })
 */
export function createClient(operations: OperationTable, options: ClientOptions & ClientParts = {}): Client {
  const request: Send = (operation, input, init = {}, page) => {
    const row = operations[operation] ?? UNKNOWN;
    if (row.stream) return options.iterate!(operation, row, input, init, options);
    // Prepare within a promise, so that invalid input rejects instead of throwing.
    const preparing = (async () => exchangeOf(operation, row, input, init, options, page))();
    const sending = preparing.then((exchange) =>
      sendWithRetries(exchange, init.signal, init.retries ?? options.retries),
    );
    const next = async (relation: string): Promise<PageParameters | undefined> =>
      nextPage(operation, (await preparing).prepared.own, await sending, relation);
    return pageRequest(
      operation,
      row,
      sending,
      next,
      (turned) => request(operation, input, init, turned) as PageRequest,
    );
  };
  // No prototype, because an operation may be named `toString`.
  const client: { [operationId: string]: unknown } = { __proto__: null };
  for (const [operation, { id }] of Object.entries(operations)) {
    if (id) client[id] = (...args: Call) => request(operation, ...args);
  }
  // With this method, a client would be a promise.
  delete client['then'];
  return Object.assign(client, { request }) as unknown as Client;
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
