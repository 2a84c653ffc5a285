import { Readable } from 'node:stream';
import type Koa from 'koa';
import type { OperationEntry } from '../../contract/operation.ts';
import { isJsonType } from '../../contract/operation.ts';
import type { OperationContext } from '../context.ts';
import { encodeJson, encodeText, hasOwnType, isOpaque, JSON_TYPE, jsonTypeOf, webStreamOf } from './encode.ts';
import { pageBody } from './paging.ts';
import { rethrow } from './problem.ts';
import { checkResponse } from './conformance.ts';
import type { Runtime } from '../steps.ts';
import { runOperation } from '../steps.ts';

/** Runs the matched operation inside its `_middleware` files and puts the result on Koa's response. */
export function answerOperation(runtime: Runtime, ctx: OperationContext, next: Koa.Next): unknown {
  const { operation } = ctx;
  if (operation.middleware === undefined) return answer(runtime, ctx, next, encodeJson);
  // Middleware sees the returned data and may change it, so it is serialized last. Koa cannot hold null as a body.
  let returned: unknown;
  const defer: Encode = (_operation, body) => (body === null ? 'null' : (returned = body));
  const { compose } = ctx.app as unknown as { compose: Compose };
  const wrapped = compose(operation.middleware)(ctx, () => answer(runtime, ctx, next, defer));
  return wrapped.then(() => {
    const { body, type } = ctx;
    const isData = typeof body === 'object' && body !== null && !isOpaque(body);
    const isReturned = returned !== undefined && body === returned && isJsonType(type);
    if ((isData || isReturned) && ctx.respond !== false && ctx.writable) ctx.body = encodeJson(operation, body);
  }, rethrow);
}

/** The app's own `compose`, which users can replace. */
type Compose = (
  middleware: readonly Koa.Middleware[],
) => (ctx: OperationContext, next: () => unknown) => Promise<unknown>;

type Encode = (operation: OperationEntry, body: unknown) => unknown;

function answer(runtime: Runtime, ctx: OperationContext, next: Koa.Next, encode: Encode): unknown {
  const { body } = ctx;
  const settle = (value: unknown): void => {
    putAnswer(ctx, value, body, encode);
    if (runtime.checksResponses) checkResponse(ctx);
  };
  try {
    const value = runOperation(runtime, ctx, next);
    return isThenable(value) ? Promise.resolve(value).then(settle).catch(rethrow) : settle(value);
  } catch (error) {
    return rethrow(error);
  }
}

/**
 * Puts the result of a handler on Koa's response. A body or status that the handler set itself takes precedence.
 *
 * @param before The response's body before the handler ran.
 * @throws {TypeError} If the result cannot be encoded as the declared media type.
 */
export function putAnswer(ctx: OperationContext, value: unknown, before: unknown, encode: Encode = encodeJson): void {
  if (ctx.respond === false || ctx.body !== before) return;
  // Pass streams to Koa even if the client has disconnected: Koa destroys them.
  if (!isOpaque(value) && !ctx.writable) return;
  const { operation } = ctx;
  const body = operation.paging === undefined ? value : pageBody(ctx, value);
  if (!isStatusSet(ctx)) ctx.status = body === undefined ? 204 : (operation.status ?? 200);
  if (body !== undefined) putBody(ctx, body, encode);
}

/** Sets the body, with the media type that the handler set or else the one that the contract declares. */
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
  } else if (typeof body === 'string' && type !== '' && !isJsonType(type)) {
    ctx.body = body;
  } else {
    if (!isJsonType(type)) ctx.set('Content-Type', jsonType ?? JSON_TYPE);
    ctx.body = encode(operation, body);
  }
}

function putAsIs(ctx: OperationContext, body: unknown): void {
  ctx.body = body;
  const stream = webStreamOf(body);
  if (stream === undefined) return;
  // Koa never closes a web stream, and for HEAD it computes the length of "{}".
  const length = ctx.res.getHeader('Content-Length');
  ctx.body = stream === null ? '' : Readable.fromWeb(stream);
  if (length !== undefined) ctx.set('Content-Length', String(length));
}

/** Whether a response is unchanged: setting a body also sets the status, and sending headers sets the status message. */
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

/** Whether a response is still in Koa's initial state, which Koa would send as a 404. */
export function isUnanswered(ctx: OperationContext): boolean {
  return !isStatusSet(ctx) && ctx.status === 404 && ctx.body == null && ctx.respond !== false && ctx.writable;
}

/** Whether a value must be awaited. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Whether the status was set: Koa's private flag, because a status of 404 is also the initial one. */
function isStatusSet(ctx: OperationContext): boolean {
  return (ctx.response as { ['_explicitStatus']?: boolean })['_explicitStatus'] === true;
}
