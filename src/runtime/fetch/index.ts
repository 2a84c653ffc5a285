import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';
import type { OptionTable } from '../koa/option-table.ts';
import { setOwnRequest } from '../../shared/contract/own-request.ts';
import { checkOptions, FUNCTION } from '../koa/option-table.ts';
import { ask } from '../in-process/index.ts';
import { addressOf } from './client-address.ts';
import { requestOf } from './request.ts';
import { responseOf } from './response.ts';

/** A function of the web's interfaces, as most runtimes and platforms call it. Deno, Bun and Netlify pass a second argument. */
export type FetchHandler = (request: Request, platform?: unknown) => Promise<Response>;

/** A request from {@link fetchHandler}: cast `ctx.req` to it, with the type of the platform's second argument. */
export interface FetchMessage<Platform = unknown> extends IncomingMessage {
  /** The arguments of the handler. The body of the request belongs to the app. */
  readonly web: { readonly request: Request; readonly platform: Platform };
}

/** Options of {@link fetchHandler}. */
export interface FetchOptions {
  /** Finds the address of the client, for `ctx.ip` (default: that which Deno, Bun or Netlify pass). Without one, `ctx.ip` is empty. */
  readonly address?: (request: Request, platform: unknown) => string | undefined;
}

const OPTIONS: OptionTable<FetchOptions> = { address: FUNCTION };

/**
 * Creates a function that takes a `Request` and returns a `Response`, from a Koa app: for `deno serve`, Bun, Netlify, Azure Functions and others.
 *
 * A request whose client leaves is aborted, as in Node. The promise is rejected if there is no response to send.
 *
 * @param app The result of `createApp`, or any other Koa app.
 * @throws {TypeError} If an option is invalid.
 * @example export default { fetch: fetchHandler(createApp(operations)) };
 */
export function fetchHandler(app: Pick<Koa, 'callback'>, options: FetchOptions = {}): FetchHandler {
  checkOptions('fetchHandler', options, OPTIONS);
  const { address = addressOf } = options;
  const listener = app.callback();
  const answer = async (request: Request, platform: unknown, remoteAddress: string | undefined): Promise<Response> => {
    const fields: Pick<FetchMessage, 'web'> = { web: { request, platform } };
    // Bun knows the address of its own requests only.
    setOwnRequest(fields, (url, init) => answer(new Request(url, init), platform, remoteAddress));
    const sent = { ...requestOf(request, platform, remoteAddress), fields };
    // Azure's requests have no signal.
    const { signal } = request as { readonly signal?: AbortSignal };
    return responseOf(request.method, await ask(listener, { ...sent, ...(signal && { signal }) }, true));
  };
  return async (request, platform) => answer(request, platform, address(request, platform));
}
