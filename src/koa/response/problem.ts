import type Koa from 'koa';
import type { InputError, Problem, ProblemMembers } from '../../contract/problem.ts';
import type { OperationEntry } from '../../contract/operation.ts';
import { REFUSED } from '../refused.ts';
import { createProblem } from '../../contract/problem.ts';
import { isWritable } from '../koa-internals.ts';
import { nameBigInt } from './encode.ts';
import { problemsOf } from './problem-format.ts';
import { membersOf } from './thrown-problem.ts';

/** The error of a request with invalid input: a 400 that lists every violation. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  // The properties of HTTP errors in Koa and its middleware.
  readonly status = 400;
  readonly statusCode = 400;
  readonly expose = true;
  readonly [REFUSED] = true;

  constructor(readonly errors: readonly InputError[]) {
    const texts = errors.map(
      ({ in: location, name, pointer, message }) => `${location === 'body' ? 'body' : name}${pointer} ${message}`,
    );
    super(texts.join('; '));
  }
}

/** Sets the response to a problem: RFC 9457. */
export function answerProblem(ctx: Koa.ParameterizedContext, status: number, detail?: string): void {
  const writer = problemsOf(ctx);
  const sent = writer.statusOf(status);
  const problem = createProblem(sent, reasonPhrase(ctx, sent) ?? '', detail === undefined ? {} : { detail });
  const text = writer.write(problem, ctx);
  ctx.status = sent;
  ctx.set('Content-Type', writer.mediaType);
  ctx.body = text;
}

/** An HTTP error of Koa, as `ctx.throw` creates it. The fields are unknown, because code can throw anything. */
export interface HttpError extends Error {
  readonly status?: unknown;
  readonly statusCode?: unknown;
  readonly expose?: unknown;
  readonly headers?: { readonly [name: string]: string | readonly string[] };
}

/** The status of an error, of any type. */
export function statusOf({ status, statusCode }: HttpError): unknown {
  return status || statusCode;
}

/** Whether a thrown value is an error. `instanceof` fails for errors of another realm. */
export function isError(thrown: unknown): thrown is HttpError {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]';
}

/**
 * Answers every uncaught error with a problem, by replacing Koa's `ctx.onerror`.
 *
 * As in Koa, the app emits the error as `error`. The client receives its status and headers, and its message if `expose` is true.
 *
 * @param context The context of one request, or `app.context` for all requests.
 */
export function answerErrors(context: object): void {
  Object.assign(context, { onerror: answerError });
}

function answerError(this: Koa.ParameterizedContext, thrown: unknown): void {
  if (thrown == null) return;
  const error = nameBigInt(toError(thrown), this['operation'] as OperationEntry | undefined, this.body);
  const isTooLate = this.headerSent || !isWritable(this);
  // Reflect.set, here and below, does not throw if the error is frozen.
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
  const writer = problemsOf(ctx);
  const requested = statusOf(error);
  // An error below 400 or with an unknown status becomes a 500.
  const isValid = Number(requested) >= 400 && reasonPhrase(ctx, requested) !== undefined;
  const chosen = isValid ? (requested as number) : 500;
  const status = isValid && !(REFUSED in error) ? chosen : writer.statusOf(chosen);
  const title = reasonPhrase(ctx, status) ?? '';
  Reflect.set(error, 'status', status);
  ctx.status = status;
  ctx.set('Content-Type', writer.mediaType);
  const members = describeError(error, isValid ? chosen : 500);
  const { text, failure } = writeProblem(ctx, createProblem(status, title, members), error);
  ctx.length = Buffer.byteLength(text);
  res.end(text);
  if (failure !== undefined) ctx.app.emit('error', failure, ctx);
}

/** Serializes a problem. If that fails, the response becomes a 500 in plain text. */
function writeProblem(
  ctx: Koa.ParameterizedContext,
  problem: Problem,
  error: Error,
): { readonly text: string; readonly failure?: unknown } {
  try {
    return { text: problemsOf(ctx).write(problem, ctx, error) };
  } catch (failure) {
    ctx.status = 500;
    ctx.set('Content-Type', 'text/plain; charset=utf-8');
    return { text: 'Internal Server Error', failure };
  }
}

/** The members of an error's problem. Details of server errors are never exposed, unless `problem()` created the error. */
function describeError(error: HttpError, status: number): ProblemMembers {
  const members = membersOf(error);
  if (members !== undefined) return members;
  return {
    ...(error.expose === true && status < 500 && { detail: error.message }),
    ...(error instanceof InvalidInput && { errors: error.errors }),
  };
}

function setHeaders(ctx: Koa.ParameterizedContext, headers: NonNullable<HttpError['headers']>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      ctx.set(name, value as string | string[]);
    } catch {
      // Skip an invalid header, so that the client still gets a response.
    }
  }
}

/** Rethrows a value. It replaces null and undefined with an error, because Koa ignores them and would never send a response. */
export function rethrow(thrown: unknown): never {
  throw thrown ?? toError(thrown);
}

/** Wraps a thrown value in an error, unless it is one. */
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

/** Koa's reason phrase for a status, or undefined if it is invalid. It uses a separate response, because `ctx.message` may be overwritten. */
function reasonPhrase(ctx: Koa.ParameterizedContext, status: unknown): string | undefined {
  if (typeof status !== 'number') return undefined;
  const response = Object.create(ctx.response, { res: { value: { statusCode: status } } }) as { message?: string };
  return response.message;
}
