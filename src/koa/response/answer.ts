import { Readable } from 'node:stream';
import type Koa from 'koa';
import { isJsonType } from '../../contract/operation.ts';
import { cutWhenDestroyed, hasLeft, onEnd } from '../connection/ending.ts';
import type { OperationContext } from '../context.ts';
import { isStatusSet, isWritable, setData } from '../koa-internals.ts';
import type { Runtime, Way } from '../runtime.ts';
import { encodeJson, encodeText, hasOwnType, isOpaque, JSON_TYPE, webStreamOf } from './encode.ts';
import { createArrayStream, isObjectStream } from './object-stream.ts';
import { rememberHeaders } from './kept-headers.ts';
import { itemTools, pickBody, pickResponse } from './picks.ts';
import { isReadable, isStream, isThenable } from './platform-bodies.ts';
import { rethrow } from './problem.ts';
import { deferType, isUnanswered } from './respond.ts';

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
  const { operation } = ctx;
  const way = runtime.wayOf(operation);
  if (operation.headers !== undefined) setOwnHeaders(ctx, operation.headers);
  if (way.around === undefined) return answer(way, ctx, next, isAlone);
  return way
    .around(ctx, () => answer(way, ctx, next, false))
    .then(() => {
      // A `_middleware` file can have changed the body or its status.
      pickResponse(way, ctx);
      return complete(way, ctx);
    })
    .catch((error: unknown) => {
      way.reportThrown?.(ctx, error);
      return rethrow(error);
    });
}

/** Sets the headers that every response of an operation has. Links add up. */
function setOwnHeaders(ctx: OperationContext, { Link: link, ...others }: Readonly<Record<string, string>>): void {
  ctx.set(others);
  if (link !== undefined) ctx.append('Link', link);
}

function answer(way: Way, ctx: OperationContext, next: Koa.Next, isAlone: boolean): Promise<void> | void {
  const before: unknown = ctx.body;
  let value: unknown;
  try {
    rememberHeaders(ctx);
    value = way.run(ctx, next);
    if (!isThenable(value)) return settle(way, ctx, { value, before, isAlone });
  } catch (error) {
    return fail(way, ctx, error);
  }
  const settled = Promise.resolve(value).then(
    (result) => settle(way, ctx, { value: result, before, isAlone }),
    (error: unknown) => fail(way, ctx, error),
  );
  // `createApp` handles every thrown value, Koa only errors.
  return ctx.app === way.app ? settled : settled.catch(rethrow);
}

function settle(way: Way, ctx: OperationContext, result: Result): Promise<void> | void {
  holdErrors(result.value);
  putResult(way, ctx, result);
  holdErrors(ctx.body);
  connectEnds(ctx);
  return way.around === undefined ? complete(way, ctx) : undefined;
}

function fail(way: Way, ctx: OperationContext, thrown: unknown): never {
  holdErrors(ctx.body);
  // A `_middleware` file can answer the error.
  if (way.around === undefined) way.reportThrown?.(ctx, thrown);
  return rethrow(thrown);
}

/** Listens to the errors of a stream: it can fail before anyone reads it, and for HEAD nobody does. An error without a listener ends the process. */
function holdErrors(body: unknown): void {
  if (isStream(body)) body.on('error', () => {});
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
function complete(way: Way, ctx: OperationContext): Promise<void> | void {
  if (way.around !== undefined) encodeKept(ctx);
  const { body: stream } = ctx;
  // A generator can set status and headers until its first item. HEAD does not start it.
  if (isBeginning(stream) && ctx.respond !== false)
    return stream.begin().then(() => (ctx.req.method === 'HEAD' ? undefined : checkAnswer(way, ctx)));
  checkAnswer(way, ctx);
  way.finish?.(ctx);
  const { body } = ctx;
  if (!isReadable(body) || ctx.respond === false) return undefined;
  if (body.errored) throw body.errored;
  if (!isObjectStream(body) || ctx.req.method === 'HEAD') return undefined;
  const bytes = createArrayStream(ctx, body, itemTools(way, ctx, true).pick);
  ctx.body = bytes;
  return bytes.begin();
}

function checkAnswer({ check }: Way, ctx: OperationContext): void {
  if (check !== undefined && !isUnanswered(ctx)) check(ctx);
}

/** Whether a body is a stream that reads its first item before it is sent. */
function isBeginning(body: unknown): body is { begin(): Promise<void> } {
  return isReadable(body) && 'begin' in body;
}

interface Result {
  /** The handler's result. */
  readonly value: unknown;
  /** The response's body before the handler ran. */
  readonly before: unknown;
  /** Whether no middleware sees the response, so that its media type can be set when it is written. */
  readonly isAlone: boolean;
}

/**
 * Puts the result of a handler on Koa's response. A body or status that the handler set itself takes precedence.
 *
 * @throws {TypeError} If the result cannot be encoded as the declared media type.
 */
function putResult(way: Way, ctx: OperationContext, { value, before, isAlone }: Result): void {
  if (ctx.body !== before) pickResponse(way, ctx);
  if (ctx.respond === false || ctx.body !== before) return;
  // Pass streams to Koa even if the client has disconnected: Koa destroys them.
  if (!isOpaque(value) && !isWritable(ctx)) return;
  const isSet = isStatusSet(ctx);
  const stream = value === undefined ? undefined : way.openStream?.(ctx, value, () => itemTools(way, ctx, false));
  if (stream !== undefined) {
    if (!isSet) ctx.status = way.status;
    ctx.body = stream;
    return;
  }
  const result = way.toBody === undefined ? value : way.toBody(ctx, value);
  const status = result === undefined ? 204 : way.status;
  const body = pickBody(way, ctx, isSet ? ctx.status : status, result);
  const isUntouched = ctx.app === way.app && !isSet && before == null && !ctx.res.headersSent;
  if (isUntouched && body === undefined) setData(ctx, status, undefined);
  else if (isUntouched && way.jsonType !== undefined && !isOpaque(body) && !ctx.res.hasHeader('Content-Type')) {
    setData(ctx, status, asData(way, ctx, body));
    if (isAlone && way.check === undefined) deferType(ctx, way.jsonType);
    else ctx.res.setHeader('Content-Type', way.jsonType);
  } else {
    if (!isSet) ctx.status = status;
    if (body !== undefined) putBody(way, ctx, body);
  }
}

const KEPT: unique symbol = Symbol('kept string');

interface Kept {
  [KEPT]?: string;
}

/**
 * A body for JSON: objects, numbers and booleans stay data until the end. Koa has no body for `null`, and its strings are text.
 *
 * `_middleware` files see a string as it is.
 */
function asData({ around }: Way, ctx: OperationContext & Kept, body: unknown): unknown {
  const isString = typeof body === 'string';
  if (isString && around !== undefined) return (ctx[KEPT] = body);
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
function putBody(way: Way, ctx: OperationContext, body: unknown): void {
  const { operation, type } = ctx;
  const { produces } = operation;
  const { jsonType } = way;
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
    ctx.body = asData(way, ctx, body);
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
