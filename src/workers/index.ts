import { httpServerHandler } from 'cloudflare:node';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type Koa from 'koa';
import { WorkersResponse } from './response.ts';

/** A request that came through a worker: `ctx.req` of the handlers. */
export interface WorkersMessage extends IncomingMessage {
  /** The worker's bindings, its execution context, and what Cloudflare knows of the request. */
  readonly cloudflare: { readonly env: unknown; readonly ctx: unknown; readonly cf?: unknown };
}

/** A worker as workerd calls it: what a module exports by default. */
export interface WorkersHandler {
  fetch(request: Request, env?: unknown, ctx?: unknown): Promise<Response>;
}

/**
 * Makes a Koa app a Cloudflare Worker; it needs `nodejs_compat` with a compatibility date of 2026-03-17 or later.
 *
 * @param app What `createApp` makes, or any other Koa app.
 * @example export default workersHandler(createApp(operations));
 */
export function workersHandler(app: Pick<Koa, 'callback'>): WorkersHandler {
  const listener = app.callback();
  const server = createServer({ ServerResponse: WorkersResponse }, (req, res) => {
    // workerd forgets the client once the body is read.
    Object.defineProperty(req.socket, 'remoteAddress', { value: req.socket.remoteAddress });
    void listener(req, res);
  });
  return httpServerHandler(server);
}
