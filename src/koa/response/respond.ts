import type Koa from 'koa';
import type { Manifest } from '../../contract/manifest.ts';
import { hasNoBody } from '../../contract/statuses.ts';
import type { ConnectionErrors } from '../connection/connection-errors.ts';
import type { OperationContext } from '../context.ts';
import { isStatusSet, isWritable, respondByKoa } from '../koa-internals.ts';
import { findOperation, pathOf } from '../steps.ts';
import { encodeJson, isOpaque } from './encode.ts';
import { answerProblem } from './problem.ts';
import { refuseUnanswered } from './refusal.ts';

const DEFERRED_TYPE: unique symbol = Symbol('deferred type');

interface Deferred {
  [DEFERRED_TYPE]?: string;
}

/** Sets the media type of data when it is written, which is faster. Only for responses that no middleware sees. */
export function deferType(ctx: OperationContext, type: string): void {
  (ctx as Deferred)[DEFERRED_TYPE] = type;
}

/**
 * Writes the response after all middleware has returned: data as JSON, and a problem if nobody answered. Koa writes everything else.
 *
 * @throws {TypeError} If the body cannot be serialized as JSON.
 */
export function respond(
  app: Koa,
  manifest: Manifest,
  ctx: OperationContext,
  errors: ConnectionErrors,
): Promise<void> | undefined {
  if (isUnanswered(ctx)) refuseUnserved(ctx, manifest);
  const { res, body } = ctx;
  if (ctx.respond === false) return undefined;
  if (!res.headersSent && isWritable(ctx)) {
    if (hasNoBody(res.statusCode)) {
      if (body == null) return void writeEmpty(ctx);
    } else if (isText(body)) return void writeText(ctx, body);
  }
  errors.release(ctx);
  return respondByKoa(app, ctx);
}

function refuseUnserved(ctx: OperationContext, manifest: Manifest): void {
  const path = pathOf(ctx);
  // Middleware can leave a request unanswered that has an operation.
  const isServed = findOperation(manifest, ctx.method, path) !== undefined;
  if (isServed) answerProblem(ctx, 404);
  else refuseUnanswered(ctx, manifest, path);
}

/** Whether a body is sent as text: a string as it is, and data as JSON. */
function isText(body: unknown): boolean {
  return body != null && !isOpaque(body);
}

function writeEmpty({ res }: OperationContext): void {
  for (const name of ['Content-Type', 'Content-Length', 'Transfer-Encoding']) res.removeHeader(name);
  res.end();
}

function writeText(ctx: OperationContext, body: unknown): void {
  const { res } = ctx;
  const text = typeof body === 'string' ? body : encodeJson(ctx.operation, body);
  const type = (ctx as Deferred)[DEFERRED_TYPE];
  const isHead = ctx.req.method === 'HEAD';
  if (type !== undefined && !res.hasHeader('Content-Type')) {
    res.writeHead(res.statusCode, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  } else if (!res.hasHeader('Transfer-Encoding') && !(typeof body === 'string' && res.hasHeader('Content-Length'))) {
    res.setHeader('Content-Length', Buffer.byteLength(text));
  }
  res.end(isHead ? undefined : text);
}

/** Whether a response is still in Koa's initial state, which Koa would send as a 404. */
export function isUnanswered(ctx: OperationContext): boolean {
  return (
    ctx.res.statusCode === 404 && ctx.body == null && !isStatusSet(ctx) && ctx.respond !== false && isWritable(ctx)
  );
}
