import type Koa from 'koa';
import type { InputError } from '../../contract/problem.ts';
import { createProblem, PROBLEM_TYPE } from '../../contract/problem.ts';

/** The error of a request whose input breaks the contract: a 400 that lists all that is wrong. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  // What Koa and its middleware take for an HTTP error.
  readonly status = 400;
  readonly statusCode = 400;
  readonly expose = true;
  readonly errors: readonly InputError[];

  constructor(errors: readonly InputError[]) {
    super(errors.map((error) => `${labelOf(error)} ${error.message}`).join('; '));
    this.errors = errors;
  }
}

/** What an error is about, to begin a sentence. */
function labelOf({ in: place, name, pointer }: InputError): string {
  return place === 'body' ? `body${pointer}` : `${name}${pointer}`;
}

/** Answers with a problem: RFC 9457. */
export function answerProblem(ctx: Koa.ParameterizedContext, status: number, detail?: string): void {
  ctx.status = status;
  ctx.set('Content-Type', PROBLEM_TYPE);
  ctx.body = JSON.stringify(createProblem(status, reasonPhrase(ctx, status) ?? '', detail));
}

/** An error as Koa knows it: `ctx.throw` makes them, and anything may be thrown. */
export interface HttpError extends Error {
  readonly status?: unknown;
  readonly statusCode?: unknown;
  readonly expose?: unknown;
  readonly headers?: { readonly [name: string]: string | readonly string[] };
}

/** The status that an error asks for; anything. */
export function statusOf({ status, statusCode }: HttpError): unknown {
  return status || statusCode;
}

/** Whether a thrown value is an error; those of another realm are no `instanceof Error`. */
export function isError(thrown: unknown): thrown is HttpError {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]';
}

/**
 * Makes every error that no middleware catches a problem, for one request or, with `app.context`, for all: Koa calls `ctx.onerror` with it.
 *
 * As by Koa itself, the error is emitted as the app's `error` event, and the client sees its status, its headers and, where it has `expose`,
 * its message.
 */
export function answerErrors(context: object): void {
  Object.assign(context, { onerror: answerError });
}

function answerError(this: Koa.ParameterizedContext, thrown: unknown): void {
  if (thrown == null) return;
  const error = toError(thrown);
  const isTooLate = this.headerSent || !this.writable;
  // Reflect.set, here and below: an error may be frozen, and this last exit must not throw.
  if (isTooLate) Reflect.set(error, 'headerSent', true);
  try {
    this.app.emit('error', error, this);
  } finally {
    if (!isTooLate) sendError(this, error);
  }
}

function sendError(ctx: Koa.ParameterizedContext, error: HttpError): void {
  const { res } = ctx;
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  setHeaders(ctx, error.headers ?? {});
  const given = statusOf(error);
  // What says that all is well is no status of an error.
  const title = Number(given) >= 400 ? reasonPhrase(ctx, given) : undefined;
  const status = title === undefined ? 500 : (given as number);
  // What is the server's own fault is nobody else's to know.
  const detail = error.expose === true && status < 500 ? error.message : undefined;
  const errors = error instanceof InvalidInput ? error.errors : undefined;
  const text = JSON.stringify(createProblem(status, title ?? 'Internal Server Error', detail, errors));
  Reflect.set(error, 'status', status);
  ctx.status = status;
  ctx.set('Content-Type', PROBLEM_TYPE);
  ctx.length = Buffer.byteLength(text);
  res.end(text);
}

function setHeaders(ctx: Koa.ParameterizedContext, headers: NonNullable<HttpError['headers']>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      ctx.set(name, value as string | string[]);
    } catch {
      // A header that cannot be sent must not cost the client its answer.
    }
  }
}

/** Throws again what was thrown; of nothing it makes an error, for Koa takes nothing for a request that went well, and would never answer. */
export function rethrow(thrown: unknown): never {
  throw thrown ?? toError(thrown);
}

/** What was thrown, as an error. */
export function toError(thrown: unknown): HttpError {
  return isError(thrown) ? thrown : new Error(`non-error thrown: ${describe(thrown)}`);
}

function describe(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** Koa's reason phrase for a status, undefined for what is none; from a response of no request, for one's own may have been changed. */
function reasonPhrase(ctx: Koa.ParameterizedContext, status: unknown): string | undefined {
  if (typeof status !== 'number') return undefined;
  const response = Object.create(ctx.response, { res: { value: { statusCode: status } } }) as { message?: string };
  return response.message;
}
