import { Readable, Stream } from 'node:stream';
import type Koa from 'koa';
import { isJsonType } from '../../contract/operation.ts';
import { cutWhenDestroyed, hasLeft, onEnd } from '../connection/ending.ts';
import type { OperationContext } from '../context.ts';
import { composeOf, isStatusSet, isWritable, setData } from '../koa-internals.ts';
import { encodeJson, encodeText, hasOwnType, isOpaque, JSON_TYPE, jsonTypeOf, webStreamOf } from './encode.ts';
import { encodeStream, isObjectStream } from './object-stream.ts';
import { pageBody } from './paging.ts';
import { itemTools, pickBody, pickOfItems, pickResponse } from './picks.ts';
import { rethrow } from './problem.ts';
import { deferType, isUnanswered } from './respond.ts';
import type { Runtime } from '../steps.ts';
import { runOperation } from '../steps.ts';

/**
 * Runs the matched operation inside its `_middleware` files and puts the result on Koa's response: data as data, so that middleware can read it.
 *
 * @param isAlone Whether no other middleware sees the response.
 * @returns A promise, or undefined if nothing was asynchronous.
 */
export function answerOperation(
  runtime: Runtime,
  ctx: OperationContext,
  next: Koa.Next,
  isAlone = false,
): Promise<void> | void {
  const { headers, middleware } = ctx.operation;
  if (headers !== undefined) setOwnHeaders(ctx, headers);
  if (middleware === undefined) {
    return answer(runtime, ctx, next, isAlone && runtime.checks === undefined ? 'deferred' : 'set');
  }
  const run = composeOf(ctx.app as Koa)(middleware);
  return run(ctx, () => answer(runtime, ctx, next, 'kept'))
    .then(() => {
      // A `_middleware` file can have changed the body or its status.
      pickResponse(runtime, ctx);
      return complete(runtime, ctx);
    })
    .catch(rethrow);
}

/** Sets the headers that every response of an operation has. Links add up. */
function setOwnHeaders(ctx: OperationContext, { Link: link, ...others }: Readonly<Record<string, string>>): void {
  ctx.set(others);
  if (link !== undefined) ctx.append('Link', link);
}

/**
 * How the headers of data are set: now, or when it is written. `kept` sets them now, and keeps a string as it is for `_middleware` files.
 */
type Headers = 'set' | 'deferred' | 'kept';

function answer(runtime: Runtime, ctx: OperationContext, next: Koa.Next, headers: Headers): Promise<void> | void {
  const { body } = ctx;
  const settle = (value: unknown): Promise<void> | void => {
    holdErrors(value);
    putAnswer(runtime, ctx, { value, before: body, headers });
    holdErrors(ctx.body);
    connectEnds(ctx);
    return headers === 'kept' ? undefined : complete(runtime, ctx);
  };
  const fail = (thrown: unknown): never => {
    holdErrors(ctx.body);
    return rethrow(thrown);
  };
  try {
    const value = runOperation(runtime, ctx, next);
    if (!isThenable(value)) return settle(value);
    const settled = Promise.resolve(value).then(settle, fail);
    // `createApp` handles every thrown value, Koa only errors.
    return ctx.app === runtime.app ? settled : settled.catch(rethrow);
  } catch (error) {
    return fail(error);
  }
}

/** Listens to the errors of a stream: it can fail before anyone reads it, and for HEAD nobody does. An error without a listener ends the process. */
function holdErrors(body: unknown): void {
  if (body instanceof Stream) body.on('error', () => {});
}

/** Connects the ends of a stream and its response. Koa destroys a stream only if its response is being sent, and not if that waits: HTTP pipelining. */
function connectEnds(ctx: OperationContext): void {
  const { body } = ctx;
  if (!(body instanceof Readable)) return;
  cutWhenDestroyed(ctx);
  if (ctx.res.socket === null)
    onEnd(ctx, () => {
      if (hasLeft(ctx)) body.destroy();
    });
}

/**
 * Checks the response that handler and `_middleware` files have made, and converts a stream of values to bytes.
 *
 * @throws {Error} The error of a stream that has failed already.
 */
function complete(runtime: Runtime, ctx: OperationContext): Promise<void> | void {
  encodeKept(ctx);
  const { body: stream } = ctx;
  // A generator can set status and headers until its first item. HEAD does not start it.
  if (isBeginning(stream) && ctx.respond !== false)
    return stream.begin().then(() => (ctx.req.method === 'HEAD' ? undefined : checkAnswer(runtime, ctx)));
  checkAnswer(runtime, ctx);
  ctx.operation.finish?.(ctx);
  const { body } = ctx;
  if (ctx.respond === false) return undefined;
  if (body instanceof Readable && body.errored) throw body.errored;
  if (!isObjectStream(body)) return undefined;
  return encodeStream(ctx, body, pickOfItems(runtime, ctx)).then((bytes) => {
    ctx.body = bytes;
  });
}

function checkAnswer({ checks }: Runtime, ctx: OperationContext): void {
  if (checks !== undefined && !isUnanswered(ctx)) checks.checkResponse(ctx);
}

/** Whether a body is a stream that reads its first item before it is sent. */
function isBeginning(body: unknown): body is { begin(): Promise<void> } {
  return body instanceof Readable && 'begin' in body;
}

interface Answer {
  /** The handler's result. */
  readonly value: unknown;
  /** The response's body before the handler ran. */
  readonly before: unknown;
  readonly headers: Headers;
}

/**
 * Puts the result of a handler on Koa's response. A body or status that the handler set itself takes precedence.
 *
 * @throws {TypeError} If the result cannot be encoded as the declared media type.
 */
function putAnswer(runtime: Runtime, ctx: OperationContext, { value, before, headers }: Answer): void {
  if (ctx.body !== before) pickResponse(runtime, ctx);
  if (ctx.respond === false || ctx.body !== before) return;
  // Pass streams to Koa even if the client has disconnected: Koa destroys them.
  if (!isOpaque(value) && !isWritable(ctx)) return;
  const { operation } = ctx;
  const isSet = isStatusSet(ctx);
  const stream = value === undefined ? undefined : operation.openStream?.(ctx, value, () => itemTools(runtime, ctx));
  if (stream !== undefined) {
    if (!isSet) ctx.status = operation.status!;
    ctx.body = stream as Stream;
    return;
  }
  const result = listBody(runtime, ctx, value);
  const status = result === undefined ? 204 : (operation.status ?? 200);
  const body = pickBody(runtime, ctx, isSet ? ctx.status : status, result);
  const type = jsonTypeOf(operation);
  const isUntouched = ctx.app === runtime.app && !isSet && before == null && !ctx.res.headersSent;
  if (isUntouched && body === undefined) setData(ctx, status, undefined);
  else if (isUntouched && type !== undefined && !isOpaque(body) && !ctx.res.hasHeader('Content-Type')) {
    setData(ctx, status, asData(ctx, body, headers));
    if (headers === 'deferred') deferType(ctx, type);
    else ctx.res.setHeader('Content-Type', type);
  } else {
    if (!isSet) ctx.status = status;
    if (body !== undefined) putBody(ctx, body, headers);
  }
}

/** Builds the body of a list operation; another result stays as it is. */
function listBody({ cursors }: Runtime, ctx: OperationContext, value: unknown): unknown {
  const { paging } = ctx.operation;
  if (paging === undefined) return value;
  return paging.cursor === undefined ? pageBody(ctx, value) : cursors!.body(ctx, value);
}

const KEPT: unique symbol = Symbol('kept string');

interface Kept {
  [KEPT]?: string;
}

/** A body for JSON: objects, numbers and booleans stay data until the end. Koa has no body for `null`, and its strings are text. */
function asData(ctx: OperationContext & Kept, body: unknown, headers: Headers): unknown {
  const isString = typeof body === 'string';
  if (isString && headers === 'kept') return (ctx[KEPT] = body);
  return isString || body === null || !JSON_TYPES.has(typeof body) ? encodeJson(ctx.operation, body) : body;
}

const JSON_TYPES: ReadonlySet<string> = new Set(['object', 'number', 'boolean']);

/** Encodes a string that no `_middleware` has replaced. */
function encodeKept(ctx: OperationContext & Kept): void {
  const text = ctx[KEPT];
  if (text === undefined || ctx.body !== text || ctx.respond === false) return;
  if (isJsonType(ctx.type) && isWritable(ctx)) ctx.body = encodeJson(ctx.operation, text);
}

/** Sets the body, with the media type that the handler set or else the one that the contract declares. */
function putBody(ctx: OperationContext, body: unknown, headers: Headers): void {
  const { operation, type } = ctx;
  const { produces } = operation;
  const jsonType = jsonTypeOf(operation);
  if (isOpaque(body)) {
    const isDeclared = operation.status !== undefined && jsonType !== undefined;
    if (type === '' && isDeclared && isObjectStream(body)) ctx.set('Content-Type', jsonType);
    else if (type === '' && produces !== undefined && !hasOwnType(body)) ctx.type = produces;
    putAsIs(ctx, body);
  } else if (type === '' && jsonType === undefined) {
    const text = encodeText(operation, body);
    ctx.type = produces!;
    ctx.body = text;
  } else if (typeof body === 'string' && type !== '' && !isJsonType(type)) {
    ctx.body = body;
  } else {
    if (!isJsonType(type)) ctx.set('Content-Type', jsonType ?? JSON_TYPE);
    ctx.body = asData(ctx, body, headers);
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

/** Whether a value must be awaited. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
