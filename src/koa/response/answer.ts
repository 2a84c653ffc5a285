import { Readable } from 'node:stream';
import type Koa from 'koa';
import type { OperationEntry } from '../../contract/operation.ts';
import type { OperationContext } from '../context.ts';
import { encodeJson, encodeText, hasOwnType, isJson, isOpaque, JSON_TYPE, jsonTypeOf, webStreamOf } from './encode.ts';
import { pageBody } from './paging.ts';
import { rethrow } from './problem.ts';
import { checkResponse } from './check.ts';
import type { Service } from '../steps.ts';
import { runOperation } from '../steps.ts';

/** Answers a request with the operation it was routed to, through Koa's response: its middleware around it, where it has any. */
export function answerOperation(service: Service, ctx: OperationContext, next: Koa.Next): unknown {
  const { operation } = ctx;
  if (operation.middleware === undefined) return answer(service, ctx, next, encodeJson);
  // What wraps an operation sees what it returned, and may change it: it becomes JSON when they are done. Koa has no body of null.
  let returned: unknown;
  const keep: Encode = (_operation, body) => (body === null ? 'null' : (returned = body));
  const { compose } = ctx.app as unknown as { compose: Compose };
  const wrapped = compose(operation.middleware)(ctx, () => answer(service, ctx, next, keep));
  return wrapped.then(() => {
    const { body, type } = ctx;
    const isData = typeof body === 'object' && body !== null && !isOpaque(body);
    const isReturned = returned !== undefined && body === returned && isJson(type);
    if ((isData || isReturned) && ctx.respond !== false && ctx.writable) ctx.body = encodeJson(operation, body);
  }, rethrow);
}

/** That of the app, which may have one of its own. */
type Compose = (
  middleware: readonly Koa.Middleware[],
) => (ctx: OperationContext, next: () => unknown) => Promise<unknown>;

type Encode = (operation: OperationEntry, body: unknown) => unknown;

function answer(service: Service, ctx: OperationContext, next: Koa.Next, encode: Encode): unknown {
  const { body } = ctx;
  const settle = (value: unknown): void => {
    putAnswer(ctx, value, body, encode);
    if (service.checksResponses) checkResponse(ctx);
  };
  try {
    const value = runOperation(service, ctx, next);
    return isThenable(value) ? Promise.resolve(value).then(settle).catch(rethrow) : settle(value);
  } catch (error) {
    return rethrow(error);
  }
}

/**
 * Puts what a handler returned on Koa's response; what the handler set there itself stands.
 *
 * @param before The response's body before the handler ran.
 */
export function putAnswer(ctx: OperationContext, value: unknown, before: unknown, encode: Encode = encodeJson): void {
  if (ctx.respond === false || ctx.body !== before) return;
  // Koa is given a stream even if the client has gone: it destroys it then.
  if (!isOpaque(value) && !ctx.writable) return;
  const { operation } = ctx;
  const body = operation.paging === undefined ? value : pageBody(ctx, value);
  if (!isStatusSet(ctx)) ctx.status = body === undefined ? 204 : (operation.status ?? 200);
  if (body !== undefined) putBody(ctx, body, encode);
}

/** Under the media type that the handler set, or else the contract's. */
function putBody(ctx: OperationContext, body: unknown, encode: Encode): void {
  const { operation, type } = ctx;
  const { produces } = operation;
  const jsonType = jsonTypeOf(operation);
  if (isOpaque(body)) {
    if (type === '' && produces !== undefined && !hasOwnType(body)) ctx.type = produces;
    putAsIs(ctx, body);
  } else if (type === '' && jsonType === undefined) {
    const text = encodeText(operation, body);
    ctx.type = produces!;
    ctx.body = text;
  } else if (typeof body === 'string' && type !== '' && !isJson(type)) {
    ctx.body = body;
  } else {
    if (!isJson(type)) ctx.set('Content-Type', jsonType ?? JSON_TYPE);
    ctx.body = encode(operation, body);
  }
}

function putAsIs(ctx: OperationContext, body: unknown): void {
  ctx.body = body;
  const stream = webStreamOf(body);
  if (stream === undefined) return;
  // Koa never closes one of the web's, and to HEAD it tells the length of "{}".
  const length = ctx.res.getHeader('Content-Length');
  ctx.body = stream === null ? '' : Readable.fromWeb(stream);
  if (length !== undefined) ctx.set('Content-Length', String(length));
}

/** Whether nothing but Koa itself has been at a response yet: a body sets the status, and headers that are sent have a status message. */
export function isUntouched(ctx: OperationContext): boolean {
  const { res } = ctx;
  return (
    !isStatusSet(ctx) &&
    ctx.respond !== false &&
    res.statusMessage === undefined &&
    res.getHeaderNames().length === 0 &&
    ctx.writable
  );
}

/** Whether a response is what Koa starts with, and what it would answer an unknown path with. */
export function isUnanswered(ctx: OperationContext): boolean {
  return !isStatusSet(ctx) && ctx.status === 404 && ctx.body == null && ctx.respond !== false && ctx.writable;
}

/** Whether a value is to be awaited. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Koa's own note that the status was set: 404 alone may also be what it starts with. */
function isStatusSet(ctx: OperationContext): boolean {
  return (ctx.response as { ['_explicitStatus']?: boolean })['_explicitStatus'] === true;
}
