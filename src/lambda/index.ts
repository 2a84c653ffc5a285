import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type Koa from 'koa';
import type { Response } from 'light-my-request';
import inject from 'light-my-request';
import type { HttpEvent } from './event.ts';
import { requestOf } from './request.ts';
import type { HttpResult, LambdaHandler } from './result.ts';
import { resultOf } from './result.ts';
import { streamingHandler } from './streaming.ts';

export type { HttpEvent, HttpResult, LambdaHandler };

/** A request from Lambda: the type of `ctx.req`. */
export interface LambdaMessage extends IncomingMessage {
  /** The arguments of the invocation. The event has the caller's identity, the context the remaining time. */
  readonly lambda: { readonly event: HttpEvent; readonly context: unknown };
}

/** Options of {@link lambdaHandler}. */
export interface LambdaOptions {
  /**
   * Whether responses are sent while they are made (default: false, which collects them). The function URL needs the invoke mode
   * `RESPONSE_STREAM`, a REST API the response transfer mode `STREAM`.
   */
  readonly streaming?: boolean;
}

/**
 * Creates a Lambda function from a Koa app, for API Gateway (REST APIs and HTTP APIs), function URLs and load balancers.
 *
 * The invocation fails if the event is not an HTTP request, if the response is truncated, or if a load balancer cannot represent the response.
 *
 * @param app The result of `createApp`, or any other Koa app.
 * @throws {TypeError} With `streaming`, if the runtime is not AWS's own one for Node.
 * @example export const handler = lambdaHandler(createApp(operations));
 */
export function lambdaHandler(app: Pick<Koa, 'callback'>, { streaming = false }: LambdaOptions = {}): LambdaHandler {
  const listener = app.callback();
  if (streaming) return streamingHandler((event, context) => ask(listener, event, context, true));
  return async (event, context) => resultOf(event, await ask(listener, event, context, false));
}

/** Hands a request to the app. A streamed response is there when its headers are. */
function ask(
  listener: ReturnType<Koa['callback']>,
  event: HttpEvent,
  context: unknown,
  payloadAsStream: boolean,
): Promise<Response> {
  const { method, url, headers, body, remoteAddress } = requestOf(event);
  const options = {
    method,
    url: '/',
    headers,
    ...(body !== undefined && { payload: body }),
    ...(remoteAddress !== undefined && { remoteAddress }),
    // The validation is meant for tests and rejects unknown methods.
    validate: false,
    payloadAsStream,
  };
  return inject((req, res) => {
    // Express replaces the prototype of a response, which has the methods that collect the body.
    Object.assign(res, Object.getPrototypeOf(res));
    // light-my-request normalizes the path and adds a User-Agent.
    req.url = url;
    if (headers['user-agent'] === undefined) delete req.headers['user-agent'];
    Object.assign<Socket, { encrypted: boolean }>(req.socket, {
      encrypted: req.headers['x-forwarded-proto'] !== 'http',
    });
    void listener(Object.assign(req, { lambda: { event, context } }) satisfies LambdaMessage, res);
  }, options);
}
