import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type Koa from 'koa';
import inject from 'light-my-request';
import type { HttpEvent } from './event.ts';
import { requestOf } from './request.ts';
import type { HttpResult } from './result.ts';
import { resultOf } from './result.ts';

export type { HttpEvent, HttpResult };

/** A request that came through Lambda: `ctx.req` of the handlers. */
export interface LambdaMessage extends IncomingMessage {
  /** What the function was invoked with: the event has who asks, the context how much time is left. */
  readonly lambda: { readonly event: HttpEvent; readonly context: unknown };
}

/** A function as Lambda calls it. */
export type LambdaHandler = (event: HttpEvent, context?: unknown) => Promise<HttpResult>;

/**
 * Makes a Koa app a Lambda function, for API Gateway (REST APIs, and HTTP APIs with either payload format), function URLs and load balancers.
 *
 * What it returns rejects, as an invocation that failed, for an event that is no HTTP request, for a response that broke off, and for what a
 * load balancer cannot be told.
 *
 * @param app What `createApp` makes, or any other Koa app.
 * @example export const handler = lambdaHandler(createApp(operations));
 */
export function lambdaHandler(app: Pick<Koa, 'callback'>): LambdaHandler {
  const listener = app.callback();
  return async (event, context) => {
    const { method, url, headers, body, remoteAddress } = requestOf(event);
    const options = {
      method,
      url: '/',
      headers,
      ...(body !== undefined && { payload: body }),
      ...(remoteAddress !== undefined && { remoteAddress }),
      // Its rules are for tests: methods that nobody knows come too.
      validate: false,
    };
    const response = await inject((req, res) => {
      // It would tidy the path, and name itself as the client.
      req.url = url;
      if (headers['user-agent'] === undefined) delete req.headers['user-agent'];
      Object.assign<Socket, { encrypted: boolean }>(req.socket, {
        encrypted: req.headers['x-forwarded-proto'] !== 'http',
      });
      void listener(Object.assign(req, { lambda: { event, context } }) satisfies LambdaMessage, res);
    }, options);
    return resultOf(event, response);
  };
}
