import type Koa from 'koa';
import { connectStream, holdErrors } from './connection/ending.ts';
import type { OperationContext } from './context.ts';
import type { ReadBody } from './request/body/read-body.ts';
import { refuseSetRefusal } from './own-response.ts';
import { addBody } from './request/input.ts';
import { awaitBytes } from './response/first-bytes.ts';
import { rememberHeaders } from './response/handler-headers.ts';
import { createArrayStream } from './response/object-stream.ts';
import { itemTools, pickResponse } from './response/picks.ts';
import { isObjectStream, isReadable, isThenable } from './response/platform-bodies.ts';
import { rethrow } from './response/problem.ts';
import { encodeString, isUnanswered, putResult } from './response/response.ts';
import type { Way } from './way.ts';

/**
 * Runs the matched operation inside its `_middleware` files and puts the result on Koa's response: data as data, so that middleware can read it.
 *
 * @returns A promise, or undefined if nothing was asynchronous.
 */
export function serveOperation(way: Way, ctx: OperationContext, next: Koa.Next): Promise<void> | void {
  if (way.changeParams !== undefined) way.changeParams(ctx);
  if (way.headers !== undefined) setOwnHeaders(ctx, way.headers);
  const entered = way.enter?.(ctx);
  return isThenable(entered) ? runAfter(entered, way, ctx, next) : runAround(way, ctx, next);
}

async function runAfter(entered: PromiseLike<void>, way: Way, ctx: OperationContext, next: Koa.Next): Promise<void> {
  await entered;
  await runAround(way, ctx, next);
}

function runAround(way: Way, ctx: OperationContext, next: Koa.Next): Promise<void> | void {
  return way.around === undefined ? runSteps(way, ctx, next) : runInside(way, ctx, next);
}

/** Sets the headers that every response of an operation has. Links add up. */
function setOwnHeaders(ctx: OperationContext, { Link: link, ...others }: Readonly<Record<string, string>>): void {
  ctx.set(others);
  if (link !== undefined) ctx.append('Link', link);
}

async function runInside(way: Way, ctx: OperationContext, next: Koa.Next): Promise<void> {
  try {
    let isReached = false;
    await way.around!(ctx, () => {
      isReached = true;
      return runSteps(way, ctx, next);
    });
    if (!isReached) way.reportSkipped?.(ctx);
    // A `_middleware` file can have changed the body or its status.
    pickResponse(way, ctx);
    encodeString(ctx);
    await complete(way, ctx);
  } catch (error) {
    way.reportThrown?.(ctx, error);
    rethrow(error);
  }
}

/** Runs the steps before the handler, the handler, and the steps after it. */
function runSteps(way: Way, ctx: OperationContext, next: Koa.Next): Promise<void> | void {
  const before: unknown = ctx.response.body;
  try {
    if (way.isSeen) refuseSetRefusal(ctx);
    rememberHeaders(ctx);
    if (way.waits) return runLater(way, ctx, next, before);
    ctx.auth ??= NO_AUTH;
    const refusal = readInput(way, ctx, undefined, true);
    if (refusal !== undefined) return refuseInput(way, ctx, refusal);
    const value: unknown = way.handler(ctx, next);
    return isThenable(value) ? settleLater(way, ctx, value, before) : settleResult(way, ctx, value, before);
  } catch (error) {
    return failRequest(way, ctx, error);
  }
}

/** Sets `ctx.input`; returns a 400 if the request violates the contract, or if the app refuses its input. */
function readInput(
  way: Way,
  ctx: OperationContext,
  ...read: [body: ReadBody | undefined, takesBody: boolean]
): Error | undefined {
  return way.readInput(ctx, ...read) ?? way.inspect?.(ctx);
}

/** `ctx.auth` of operations without security. */
const NO_AUTH = Object.freeze(Object.create(null) as Record<string, unknown>);

/** As {@link runSteps}, for operations that authenticate or authorize the client, or read a body: one promise for all steps. */
async function runLater(way: Way, ctx: OperationContext, next: Koa.Next, before: unknown): Promise<void> {
  try {
    const { authenticate, admit, authorize: permit, body } = way;
    if (authenticate === undefined) ctx.auth ??= NO_AUTH;
    else await authenticate(ctx);
    if (admit !== undefined) await admit(ctx);
    let refusal = permit && readInput(way, ctx, undefined, false);
    if (refusal !== undefined) return refuseInput(way, ctx, refusal);
    if (permit !== undefined) await permit(ctx);
    const read = way.readBody && (await way.readBody(ctx));
    refusal =
      permit === undefined
        ? readInput(way, ctx, read, true)
        : body && (addBody(ctx, body, read, way.checkBody) ?? way.inspect?.(ctx));
    if (refusal !== undefined) return refuseInput(way, ctx, refusal);
    if (body !== undefined) way.reportInput?.(ctx, read?.value, ctx.input.body);
    const value = way.handler(ctx, next);
    const settled = settleResult(way, ctx, isThenable(value) ? await value : value, before);
    if (settled !== undefined) await settled;
  } catch (error) {
    failRequest(way, ctx, error);
  }
}

async function settleLater(
  way: Way,
  ctx: OperationContext,
  value: PromiseLike<unknown>,
  before: unknown,
): Promise<void> {
  try {
    await settleResult(way, ctx, await value, before);
  } catch (error) {
    failRequest(way, ctx, error);
  }
}

/** @param before The response's body before the handler ran: a body that the handler set takes precedence over its result. */
function settleResult(way: Way, ctx: OperationContext, value: unknown, before: unknown): Promise<void> | void {
  const { response } = ctx;
  holdErrors(value);
  if (response.body !== before) pickResponse(way, ctx);
  else if (ctx.respond !== false) putResult(way, ctx, value);
  connectStream(ctx, response.body);
  return way.around === undefined ? complete(way, ctx) : undefined;
}

function failRequest(way: Way, ctx: OperationContext, thrown: unknown): never {
  holdErrors(ctx.body);
  // A `_middleware` file can answer the error.
  if (way.around === undefined) way.reportThrown?.(ctx, thrown);
  return rethrow(thrown);
}

/** Fails with the violations of a request. Nothing is thrown, which would take longer: many requests can be invalid. */
function refuseInput(way: Way, ctx: OperationContext, refusal: Error): Promise<never> {
  holdErrors(ctx.body);
  if (way.around === undefined) way.reportThrown?.(ctx, refusal);
  return Promise.reject(refusal);
}

/**
 * Completes the response that handler and `_middleware` files have made.
 *
 * @throws {Error} The error of a stream that has failed already.
 */
function complete(way: Way, ctx: OperationContext): Promise<void> | void {
  const completed = completeBody(way, ctx);
  return completed === undefined ? way.keepPrivate?.(ctx) : completed.then(() => way.keepPrivate?.(ctx));
}

/** Checks the response, and converts a stream of values to bytes. */
function completeBody(way: Way, ctx: OperationContext): Promise<void> | void {
  const { body: stream } = ctx.response;
  // A generator can set status and headers until its first item. HEAD does not start it.
  if (isBeginning(stream) && ctx.respond !== false)
    return stream.begin().then(() => (ctx.req.method === 'HEAD' ? undefined : checkAnswer(way, ctx)));
  checkAnswer(way, ctx);
  way.finish?.(ctx);
  const { body } = ctx.response;
  if (!isObjectStream(body) || body.errored || ctx.respond === false || ctx.req.method === 'HEAD')
    return awaitBytes(ctx);
  const bytes = createArrayStream(ctx, body, way.jsonType, itemTools(way, ctx, true).pick);
  const length = ctx.res.getHeader('Content-Length');
  ctx.body = bytes;
  // Koa removes the length of the body that another one replaces, but the items can be its bytes.
  if (length !== undefined) ctx.set('Content-Length', String(length));
  return bytes.begin();
}

function checkAnswer({ check }: Way, ctx: OperationContext): void {
  if (check !== undefined && !isUnanswered(ctx)) check(ctx);
}

/** Whether a body is a stream that reads its first item before it is sent. */
function isBeginning(body: unknown): body is { begin(): Promise<void> } {
  return isReadable(body) && 'begin' in body;
}
