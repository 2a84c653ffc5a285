import { isJsonType } from '../../contract/operation.ts';
import type { OperationContext } from '../context.ts';
import { isStatusSet, isWritable } from '../koa-internals.ts';
import type { Way } from '../runtime.ts';
import { encodeJson, encodeText, hasOwnType, isOpaque, JSON_TYPE } from './encode.ts';
import { itemTools, pickBody } from './picks.ts';
import { isObjectStream } from './platform-bodies.ts';
import { putData, putOpaque, putResponse } from './response.ts';

/**
 * Puts the result of a handler on Koa's response, under the status and media type that the handler set, or else those of the contract. Data stays
 * data, so that middleware can read it.
 *
 * @param isAlone Whether no middleware sees the response, so that its media type can be set when it is written.
 * @throws {TypeError} If the result cannot be encoded as the declared media type.
 */
export function putResult(way: Way, ctx: OperationContext, value: unknown, isAlone: boolean): void {
  // Streams are put even if the client has left: Koa destroys them.
  if (!isOpaque(value) && !isWritable(ctx)) return;
  const stream = value === undefined ? undefined : way.openStream?.(ctx, value, () => itemTools(way, ctx, false));
  const result = stream ?? (way.toBody === undefined ? value : way.toBody(ctx, value));
  const isSet = isStatusSet(ctx);
  const status = result === undefined ? 204 : way.status;
  const body = pickBody(way, ctx, isSet ? ctx.status : status, result, isAlone);
  if (!isSet) ctx.status = status;
  if (body === undefined) return;
  if (isOpaque(body)) {
    if (ctx.type === '') setOpaqueType(way, ctx, body);
    putOpaque(ctx, body);
  } else putValue(way, ctx, body, isAlone);
}

/** Sets the media type of the contract, unless the contract leaves it to the bytes. */
function setOpaqueType({ jsonType }: Way, ctx: OperationContext, body: unknown): void {
  const { status, produces } = ctx.operation;
  if (status !== undefined && jsonType !== undefined && isObjectStream(body)) ctx.set('Content-Type', jsonType);
  else if (produces !== undefined && !hasOwnType(body)) ctx.type = produces;
}

function putValue(way: Way, ctx: OperationContext, body: unknown, isAlone: boolean): void {
  const { operation, type } = ctx;
  const { jsonType } = way;
  if (type === '' && jsonType === undefined) {
    const text = encodeText(operation, body);
    ctx.type = operation.produces!;
    ctx.body = text;
  } else if (typeof body === 'string' && type !== '' && !isJsonType(type)) ctx.body = body;
  else {
    const data = asData(way, ctx, body);
    const added = isJsonType(type) ? undefined : (jsonType ?? JSON_TYPE);
    if (ctx.app === way.app && ctx.body == null && !ctx.res.headersSent)
      putData(ctx, data, added, isAlone && way.check === undefined && type === '');
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
  if (isJsonType(ctx.type) && isWritable(ctx)) ctx.body = encodeJson(ctx.operation, text);
}
