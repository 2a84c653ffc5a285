import type { OutgoingHttpHeaders } from 'node:http';
import type Koa from 'koa';
import { isJsonType } from '../../../shared/contract/operation.ts';
import { hasNoBody } from '../../../shared/contract/statuses.ts';
import type { ConnectionErrors } from '../connection/connection-errors.ts';
import type { OperationContext } from '../context.ts';
import { isStatusSet, isWritable, replaceBody, respondByKoa } from '../koa-internals.ts';
import type { Way } from '../way.ts';
import { encodeJson, encodeText, hasOwnType, isOpaque, JSON_TYPE, refusePromise, withNumbers } from './encode.ts';
import { awaitBytes } from './first-bytes.ts';
import { holdToLength } from './length.ts';
import { itemTools, pickBody } from './picks.ts';
import { isObjectStream, toBuffer } from './platform-bodies.ts';

/*
 * Makes all responses. Results of handlers, refusals and repeated responses are put on Koa's response, so that middleware can change them, and are written when
 * all middleware has returned. Problems of errors are written at once.
 */

/** A response as a handler could set it. */
export interface ResponseParts<Body = unknown> {
  readonly status?: number | undefined;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Body | undefined;
}

/** Puts a response on Koa's. Its own headers replace those that Koa derives from the body. */
export function putResponse(ctx: Koa.ParameterizedContext, { status, headers = {}, body }: ResponseParts): void {
  if (body !== undefined) ctx.body = body;
  // Koa makes it 204 if the body is null.
  if (status !== undefined) ctx.status = status;
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value as string | string[]);
}

/**
 * Puts the result of a handler on Koa's response, under the status and media type that the handler set, or else those of the contract. Data stays
 * data, so that middleware can read it.
 *
 * @throws {TypeError} If the result cannot be encoded as the declared media type.
 */
export function putResult(way: Way, ctx: OperationContext, given: unknown): void {
  const value = toBuffer(given);
  // Streams are put even if the client has left: Koa destroys them.
  if (!isOpaque(value) && !isWritable(ctx)) return;
  const stream = value === undefined ? undefined : way.openStream?.(ctx, value, () => itemTools(way, ctx, false));
  const result = stream ?? (way.toBody === undefined ? value : way.toBody(ctx, value));
  const isSet = isStatusSet(ctx);
  const status = result === undefined ? (way.emptyStatuses[0] ?? 204) : way.status;
  const body = pickBody(way, ctx, isSet ? ctx.status : status, result);
  if (!isSet) ctx.response.status = status;
  if (body === undefined) return putNothing(way, ctx);
  if (isOpaque(body)) {
    if (ctx.type === '') setOpaqueType(way, ctx, body);
    way.reportResponse?.(ctx, body, way.findPick);
    ctx.body = body;
  } else putValue(way, ctx, body);
}

/** Leaves a declared response without a body empty: Koa would send the reason phrase of its status as text. */
function putNothing({ emptyStatuses }: Way, { response }: OperationContext): void {
  const { status } = response;
  if (response.body != null || hasNoBody(status) || !emptyStatuses.includes(status)) return;
  response.body = null;
  // Koa's setter has made it 204.
  response.status = status;
}

/** Sets the media type of the contract, unless the contract leaves it to the bytes. */
function setOpaqueType({ jsonType }: Way, ctx: OperationContext, body: unknown): void {
  const { status, produces } = ctx.operation;
  if (status !== undefined && jsonType !== undefined && isObjectStream(body)) ctx.set('Content-Type', jsonType);
  else if (produces !== undefined && !hasOwnType(body)) ctx.type = produces;
}

function putValue(way: Way, ctx: OperationContext, body: unknown): void {
  const { type } = ctx.response;
  const { jsonType } = way;
  if (type === '' && jsonType === undefined) {
    const text = encodeText(ctx.operation, body);
    ctx.type = ctx.operation.produces!;
    ctx.body = text;
  } else if (typeof body === 'string' && type !== '' && !isJsonType(type)) ctx.body = body;
  else {
    const given = asData(way, ctx, body);
    // Another app serializes it.
    if (ctx.app !== way.app) refusePromise(ctx.operation, given);
    const data = ctx.app === way.app ? given : withNumbers(ctx.operation, given);
    const added = isJsonType(type) ? undefined : (jsonType ?? JSON_TYPE);
    if (ctx.app === way.app && ctx.response.body == null && !ctx.res.headersSent)
      putData(ctx, data, added, !way.isSeen && way.check === undefined && type === '');
    else putResponse(ctx, { body: data, headers: added === undefined ? {} : { 'Content-Type': added } });
  }
}

const STRING: unique symbol = Symbol('string result');

interface WithString {
  [STRING]?: string;
}

/**
 * A body for JSON: objects, numbers and booleans stay data until the end. Koa has no body for `null`, and its strings are text.
 *
 * `_middleware` files see a string as it is.
 */
function asData({ around }: Way, ctx: OperationContext & WithString, body: unknown): unknown {
  if (typeof body === 'string' && around !== undefined) return (ctx[STRING] = body);
  const isData = body !== null && JSON_TYPES.includes(typeof body);
  return isData ? body : encodeJson(ctx.operation, body);
}

const JSON_TYPES: readonly string[] = ['object', 'number', 'boolean'];

/** Encodes a string that no `_middleware` has replaced. */
export function encodeString(ctx: OperationContext & WithString): void {
  const text = ctx[STRING];
  if (text === undefined || ctx.body !== text || ctx.respond === false) return;
  if (isJsonType(ctx.type)) ctx.body = encodeJson(ctx.operation, text);
}

const DEFERRED_TYPE: unique symbol = Symbol('deferred type');

interface Deferred {
  [DEFERRED_TYPE]?: string;
}

/**
 * Puts data on the response, as Koa's setter does for an object but without its questions about the body. Only for contexts of `createApp`: other
 * apps can have another version of Koa.
 *
 * @param type The media type to set; undefined if the response has one.
 * @param isDeferred Whether no code reads the response before it is written. The type can then be set when it is written, which is faster.
 */
function putData(ctx: OperationContext & Deferred, data: unknown, type: string | undefined, isDeferred: boolean): void {
  const { res } = ctx;
  replaceBody(ctx, data);
  res.removeHeader('Content-Length');
  if (type === undefined) return;
  if (isDeferred) ctx[DEFERRED_TYPE] = type;
  else res.setHeader('Content-Type', type);
}

/** Whether a response is still in Koa's initial state, which Koa would send as a 404. */
export function isUnanswered(ctx: Koa.ParameterizedContext): boolean {
  if (ctx.res.statusCode !== 404 || ctx.response.body != null) return false;
  return !isStatusSet(ctx) && ctx.respond !== false && !ctx.headerSent && isWritable(ctx);
}

/**
 * Writes the response after all middleware has returned: data as JSON, and text. Koa writes everything else.
 *
 * @throws {TypeError} If the body cannot be serialized as JSON.
 * @throws {Error} If a stream fails before its first byte. The promise can be rejected, too.
 */
export function writeResponse(app: Koa, ctx: OperationContext, errors: ConnectionErrors): Promise<void> | undefined {
  const { res } = ctx;
  const { body } = ctx.response;
  if (ctx.respond === false) return undefined;
  if (!res.headersSent && isWritable(ctx)) {
    if (hasNoBody(res.statusCode)) {
      if (body == null) return void sendResponse(ctx, {});
    } else if (body != null && !isOpaque(body)) return void writeData(ctx, body);
  }
  const respond = (): Promise<void> => {
    errors.release(ctx);
    return respondByKoa(app, ctx);
  };
  holdToLength(ctx);
  return (ctx.req.method === 'HEAD' ? undefined : awaitBytes(ctx)?.then(respond)) ?? respond();
}

function writeData(ctx: OperationContext & Deferred, body: unknown): void {
  const { res } = ctx;
  const text = typeof body === 'string' ? body : encodeJson(ctx.operation, body);
  const type = ctx[DEFERRED_TYPE];
  if (type !== undefined && !res.hasHeader('Content-Type'))
    return sendResponse(ctx, { headers: { 'Content-Type': type }, body: text });
  const isHead = ctx.req.method === 'HEAD';
  if (res.hasHeader('Transfer-Encoding')) res.removeHeader('Content-Length');
  // HEAD has the length of a text that is not there.
  else if (!isHead || typeof body !== 'string' || !res.hasHeader('Content-Length'))
    res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(isHead ? undefined : text);
}

/** Writes a whole response at once, when it can't change any more. */
export function sendResponse(
  { req, res }: Koa.ParameterizedContext,
  { status = res.statusCode, headers = {}, body }: ResponseParts<string>,
): void {
  if (body !== undefined) headers['Content-Length'] = Buffer.byteLength(body);
  else for (const name of ['Content-Type', 'Content-Length', 'Transfer-Encoding']) res.removeHeader(name);
  res.writeHead(status, headers);
  res.end(req.method === 'HEAD' ? undefined : body);
}
