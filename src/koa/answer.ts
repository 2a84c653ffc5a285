import type Koa from 'koa';
import type { OperationEntry } from '../contract/operation.ts';
import type { OperationContext } from './context.ts';
import { pageBody } from './paging.ts';
import type { Service } from './service.ts';
import { runOperation } from './service.ts';

/** The media type of a JSON body, as Koa writes it. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers a request with the operation it was routed to, through Koa's response. */
export function answerOperation(service: Service, ctx: OperationContext, next: Koa.Next): unknown {
  const { body } = ctx;
  const value = runOperation(service, ctx, next);
  if (isThenable(value)) return Promise.resolve(value).then((result) => putAnswer(ctx, result, body));
  return putAnswer(ctx, value, body);
}

/**
 * Puts what a handler returned on Koa's response; what the handler set there itself stands.
 *
 * @param before The response's body before the handler ran.
 */
export function putAnswer(ctx: OperationContext, value: unknown, before: unknown): void {
  if (ctx.respond === false || ctx.body !== before) return;
  const isAsIs = isOpaque(value);
  // Koa is given a stream even if the client has gone: it destroys it then.
  if (!isAsIs && !ctx.writable) return;
  const { operation } = ctx;
  const body = operation.paging === undefined ? value : pageBody(ctx, value);
  if (!isStatusSet(ctx)) ctx.status = body === undefined ? 204 : (operation.status ?? 200);
  if (body === undefined) return;
  if (isAsIs || (typeof body === 'string' && ctx.type !== '' && !isJson(ctx.type))) {
    ctx.body = body;
  } else {
    if (!isJson(ctx.type)) ctx.set('Content-Type', JSON_TYPE);
    ctx.body = encodeJson(operation, body);
  }
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

/** Whether Koa sends a value as it is, not as JSON: a Buffer, a stream of Node's or the web's, a Blob, a web Response. */
export function isOpaque(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Buffer.isBuffer(value) || typeof (value as { pipe?: unknown }).pipe === 'function') return true;
  // By its tag: to name the class Response would load it.
  const tag = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  return tag === 'ReadableStream' || tag === 'Blob' || tag === 'File' || tag === 'Response';
}

/**
 * A body as JSON text.
 *
 * @throws {TypeError} For what JSON cannot say.
 */
export function encodeJson({ id }: OperationEntry, body: unknown): string {
  const text = JSON.stringify(body) as string | undefined;
  if (text === undefined) throw new TypeError(`${id} returned a ${typeof body}, which JSON cannot say`);
  return text;
}

/** Whether a value is to be awaited. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Koa's own note that the status was set: 404 alone may also be what it starts with. */
function isStatusSet(ctx: OperationContext): boolean {
  return (ctx.response as { ['_explicitStatus']?: boolean })['_explicitStatus'] === true;
}

function isJson(type: string): boolean {
  return /[/+]json$/i.test(type);
}
