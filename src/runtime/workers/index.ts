import { httpServerHandler } from 'cloudflare:node';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type Koa from 'koa';
import { toNodeHeader } from '../../shared/contract/header-text.ts';
import { setLifetime } from '../../shared/contract/lifetime.ts';
import { setOwnRequest } from '../../shared/contract/own-request.ts';
import { WorkersResponse } from './response.ts';
import { toResponse } from './to-response.ts';

/** A request from a Worker: cast `ctx.req` to it, with the type of your bindings. */
export interface WorkersMessage<Env = unknown> extends IncomingMessage {
  /** The Worker's bindings, its execution context, and Cloudflare's metadata of the request. */
  readonly cloudflare: {
    readonly env: Env;
    readonly ctx: { waitUntil(promise: Promise<unknown>): void };
    readonly cf?: unknown;
  };
}

/** The default export of a Worker module. */
export interface WorkersHandler {
  fetch(request: Request, env?: unknown, ctx?: unknown): Promise<Response>;
}

/**
 * Creates a Cloudflare Worker from a Koa app. It requires `nodejs_compat` and a compatibility date of 2026-03-17 or later.
 *
 * @param app The result of `createApp`, or any other Koa app.
 * @example export default workersHandler(createApp(operations));
 */
export function workersHandler(app: Pick<Koa, 'callback'>): WorkersHandler {
  const listener = app.callback();
  // workerd calls the listener while its `fetch` is called.
  let call: Call | undefined;
  const server = createServer({ ServerResponse: WorkersResponse }, (req, res) => {
    const own = call;
    if (own !== undefined) own.res = res;
    // workerd loses the client's address after the body is read.
    Object.defineProperty(req.socket, 'remoteAddress', { value: req.socket.remoteAddress });
    for (const i of req.rawHeaders.keys()) req.rawHeaders[i] = toNodeHeader(req.rawHeaders[i]!);
    const { env, ctx, cf } = (req as WorkersMessage).cloudflare;
    setOwnRequest(req, (url, init) => handler.fetch(new Request(url, { ...init, cf } as RequestInit), env, ctx));
    // workerd drops a request whose client has left, in the middle of a write too.
    const waitUntil = (promise: Promise<unknown>): void => ctx?.waitUntil(promise);
    setLifetime(req, { waitUntil });
    waitUntil(new Promise<void>((resolve) => res.once('close', resolve)));
    own?.request.signal.addEventListener('abort', () => res.destroy());
    waitUntil(Promise.resolve(listener(req, res)));
  });
  const { fetch } = httpServerHandler(server);
  const handler: WorkersHandler = {
    async fetch(request, env, ctx) {
      const own: Call = (call = { request, res: undefined });
      const answered = fetch(request, env, ctx);
      call = undefined;
      const response = await answered;
      return own.res === undefined ? response : toResponse(response, own.res, request.method);
    },
  };
  return handler;
}

/** A request, and its response once the listener is called. */
interface Call {
  readonly request: Request;
  res: WorkersResponse | undefined;
}
