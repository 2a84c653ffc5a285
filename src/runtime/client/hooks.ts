import type { ClientOptions, SentRequest } from './types.ts';

/** Functions that run around each request of a client, also around each one of several attempts. */
export interface Hooks {
  /** Runs before a request. It can change the headers of the request, or return another one. */
  readonly before?: (request: SentRequest) => Request | void | Promise<Request | void>;
  /** Runs after a response with any status. It can return another one. */
  readonly after?: (response: Response, request: SentRequest) => Response | void | Promise<Response | void>;
  /** Runs if a request fails without a response. The error is thrown nevertheless. */
  readonly failed?: (error: unknown, request: SentRequest) => void | Promise<void>;
  /** Sends the request (default: `fetch`). */
  readonly fetch?: ClientOptions['fetch'];
}

/**
 * Creates the option `fetch` of a client, with functions that run before and after each request.
 *
 * @example createClient({ fetch: withHooks({ after: (response, { operation }) => console.log(operation, response.status) }) })
 */
export function withHooks({ before, after, failed, fetch }: Hooks): (request: SentRequest) => Promise<Response> {
  return async (request) => {
    const returned = (await before?.(request)) ?? request;
    // Without the key in the sent request, the client must not repeat it.
    if (!returned.headers.has('Idempotency-Key')) request.headers.delete('Idempotency-Key');
    const sent = Object.assign(returned, { operation: request.operation });
    let response: Response;
    try {
      response = await (fetch ?? globalThis.fetch)(sent);
    } catch (error) {
      await failed?.(error, sent);
      throw error;
    }
    return (await after?.(response, sent)) ?? response;
  };
}
