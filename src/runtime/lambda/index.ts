import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';
import type { Response } from 'light-my-request';
import type { OptionTable } from '../koa/option-table.ts';
import { checkOptions, FLAG } from '../koa/option-table.ts';
import { ask } from '../in-process/index.ts';
import type { HttpEvent } from './lambda-event.ts';
import { requestOf } from './request.ts';
import type { HttpResult, LambdaHandler } from './result.ts';
import { resultOf } from './result.ts';
import { streamingHandler } from './streaming.ts';

export { serveLambda } from './local.ts';
export type { HttpEvent, HttpResult, LambdaHandler };

/** The context of an invocation. For its other fields, cast it to `Context` of `@types/aws-lambda`. */
export interface LambdaContext {
  readonly awsRequestId: string;
  readonly functionName: string;
  /** The milliseconds until Lambda ends the invocation. */
  getRemainingTimeInMillis(): number;
}

/** A request from Lambda: cast `ctx.req` to it. */
export interface LambdaMessage extends IncomingMessage {
  /** The arguments of the invocation. The event has the caller's identity, the context the remaining time. */
  readonly lambda: { readonly event: HttpEvent; readonly context: LambdaContext };
}

/** Options of {@link lambdaHandler}. */
export interface LambdaOptions {
  /**
   * Whether responses are sent while they are made (default: false, which collects them). The function URL needs the invoke mode
   * `RESPONSE_STREAM`, a REST API the response transfer mode `STREAM`.
   */
  readonly streaming?: boolean;
}

const OPTIONS: OptionTable<LambdaOptions> = { streaming: FLAG };

/**
 * Creates a Lambda function from a Koa app, for API Gateway (REST APIs and HTTP APIs), function URLs, load balancers and VPC Lattice.
 *
 * The invocation fails if the event is not an HTTP request, if the response is truncated, or if a load balancer or VPC Lattice cannot represent the response.
 *
 * @param app The result of `createApp`, or any other Koa app.
 * @throws {TypeError} If an option is invalid, or with `streaming`, if the runtime is not AWS's own one for Node.
 * @example export const handler = lambdaHandler(createApp(operations));
 */
export function lambdaHandler(app: Pick<Koa, 'callback'>, options: LambdaOptions = {}): LambdaHandler {
  checkOptions('lambdaHandler', options, OPTIONS);
  const listener = app.callback();
  if (options.streaming === true) return streamingHandler((event, context) => askApp(listener, event, context, true));
  return async (event, context) => resultOf(event, await askApp(listener, event, context, false));
}

/** Hands a request to the app. A streamed response is there when its headers are. */
function askApp(
  listener: ReturnType<Koa['callback']>,
  event: HttpEvent,
  context: unknown,
  payloadAsStream: boolean,
): Promise<Response> {
  const request = requestOf(event);
  const fields: Pick<LambdaMessage, 'lambda'> = { lambda: { event, context: context as LambdaContext } };
  // With multi-value headers, it is a list.
  const socket = { encrypted: String(request.headers['x-forwarded-proto']) !== 'http' };
  return ask(listener, { ...request, socket, fields }, payloadAsStream);
}
