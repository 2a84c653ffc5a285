import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type Koa from 'koa';
import inject from 'light-my-request';
import type { HttpEvent } from './event.ts';
import { requestOf } from './request.ts';
import type { HttpResult } from './result.ts';
import { resultOf } from './result.ts';

export type { HttpEvent, HttpResult };

/** A request from Lambda: the type of `ctx.req`. */
export interface LambdaMessage extends IncomingMessage {
  /** The arguments of the invocation. The event has the caller's identity, the context the remaining time. */
  readonly lambda: { readonly event: HttpEvent; readonly context: unknown };
}

/** A Lambda function handler. */
export type LambdaHandler = (event: HttpEvent, context?: unknown) => Promise<HttpResult>;

/**
 * Creates a Lambda function from a Koa app, for API Gateway (REST APIs and HTTP APIs), function URLs and load balancers.
 *
 * The invocation fails if the event is not an HTTP request, if the response is truncated, or if a load balancer cannot represent the response.
 *
 * @param app The result of `createApp`, or any other Koa app.
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
      // The validation is meant for tests and rejects unknown methods.
      validate: false,
    };
    const response = await inject((req, res) => {
      // light-my-request normalizes the path and adds a User-Agent.
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
