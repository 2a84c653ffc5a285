import type Koa from 'koa';
import type { InputError, Problem, ProblemMembers } from '../../../shared/contract/problem.ts';
import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import { REFUSED } from '../refused.ts';
import type { HttpError } from './http-error.ts';
import { exposedHeaders, exposedMessage, isError, statusOf } from './http-error.ts';
import { createProblem } from '../../../shared/contract/problem.ts';
import { isWritable } from '../koa-internals.ts';
import { cutResponse } from '../connection/ending.ts';
import { isOwnAbort } from '../connection/signal.ts';
import { nameBigInt } from './encode.ts';
import { problemsOf } from './problem-format.ts';
import { restoreHeaders } from './handler-headers.ts';
import { STATUS_CODES } from '../../../shared/contract/node-http.ts';
import { sendResponse } from './response.ts';
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
    const { stackTraceLimit } = Error;
    // The frames are always those of the runtime, and take a tenth of the time of the whole request.
    Reflect.set(Error, 'stackTraceLimit', 0);
    super(texts.join('; '));
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
  }
}

/**
 * Answers every uncaught error with a problem, by replacing Koa's `ctx.onerror`.
 *
 * As in Koa, the app emits the error as `error`. The client receives its status, its headers if it has `expose`, and its message if that is true.
 *
 * @param context The context of one request, or `app.context` for all requests.
 */
export function answerErrors(context: object): void {
  Object.assign(context, { onerror: answerError });
}

function answerError(this: Koa.ParameterizedContext, thrown: unknown): void {
  if (thrown == null || isOwnAbort(this, thrown)) return;
  const error = nameBigInt(toError(thrown), this['operation'] as OperationEntry | undefined, this.body);
  const isTooLate = this.headerSent || !isWritable(this);
  if (isTooLate) mark(error, 'headerSent', true);
  try {
    this.app.emit('error', error, this);
  } finally {
    if (!isTooLate) sendError(this, error);
    else if (this.headerSent && !this.res.writableEnded && this.respond !== false) cutResponse(this);
  }
}

/** Sets a property of an error, unless the error refuses it: it can be frozen, have a setter that throws, or be a proxy. */
function mark(error: HttpError, name: string, value: unknown): void {
  try {
    Reflect.set(error, name, value);
  } catch {
    // The property is only a hint for the app's listeners.
  }
}

function sendError(ctx: Koa.ParameterizedContext, error: HttpError): void {
  const { res } = ctx;
  restoreHeaders(ctx);
  const operation = ctx['operation'] as OperationEntry | undefined;
  setHeaders(ctx, operation?.headers ?? {});
  setHeaders(ctx, operation?.errorHeaders ?? {});
  setHeaders(ctx, exposedHeaders(error));
  // The headers may be those of another response, such as one of an upstream server.
  for (const name of ['Transfer-Encoding', 'Content-Encoding', 'Content-Type']) res.removeHeader(name);
  const problem = problemOf(ctx, error);
  mark(error, 'status', problem.status);
  ctx.status = problem.status;
  const { text, failure } = writeProblem(ctx, problem, error);
  // One that the app's own format has set stays.
  const headers = res.hasHeader('Content-Type') ? {} : { 'Content-Type': problemsOf(ctx).mediaType };
  sendResponse(ctx, { headers, body: text });
  if (failure !== undefined) ctx.app.emit('error', failure, ctx);
}

/** Emits an error that a response can no longer answer with its status, and returns the text of its problem. */
export function reportLateError(ctx: Koa.ParameterizedContext, error: HttpError): string {
  mark(error, 'headerSent', true);
  const { text, failure } = writeProblem(ctx, problemOf(ctx, error), error);
  ctx.app.emit('error', error, ctx);
  if (failure !== undefined) ctx.app.emit('error', failure, ctx);
  return text;
}

/** The problem of an error. Its status is that of the response. */
export function problemOf(ctx: Koa.ParameterizedContext, error: HttpError): Problem {
  const requested = statusOf(error);
  // An error below 400 or with an unknown status becomes a 500.
  const isValid = typeof requested === 'number' && STATUS_CODES[requested] !== undefined && requested >= 400;
  const chosen = isValid ? requested : 500;
  const status = isValid && !(REFUSED in error) ? chosen : problemsOf(ctx).statusOf(chosen);
  return createProblem(status, STATUS_CODES[status] ?? '', describeError(error, chosen));
}

/** Serializes a problem. If that fails, the response becomes a 500 without the problem's members, or else in plain text. */
function writeProblem(
  ctx: Koa.ParameterizedContext,
  problem: Problem,
  error: Error,
): { readonly text: string; readonly failure?: unknown } {
  const writer = problemsOf(ctx);
  try {
    return { text: writer.write(problem, ctx, error) };
  } catch (failure) {
    ctx.status = 500;
    const title = STATUS_CODES[500]!;
    try {
      return { text: writer.write(createProblem(500, title), ctx, toError(failure)), failure };
    } catch {
      ctx.set('Content-Type', 'text/plain; charset=utf-8');
      return { text: title, failure };
    }
  }
}

/** The members of an error's problem. Details of server errors are never exposed, unless `problem()` created the error. */
function describeError(error: HttpError, status: number): ProblemMembers {
  const members = membersOf(error);
  if (members !== undefined) return members;
  const detail = exposedMessage(error, status);
  const exposed = detail === undefined ? {} : { detail };
  // Not `instanceof`: a bundle may contain two copies of this module.
  return REFUSED in error && 'errors' in error
    ? { ...exposed, errors: error.errors as readonly InputError[] }
    : exposed;
}

function setHeaders(ctx: Koa.ParameterizedContext, headers: NonNullable<HttpError['headers']>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      // Cookies that earlier middleware has set stay.
      if (name.toLowerCase() === 'set-cookie') ctx.append(name, value as string | string[]);
      else ctx.set(name, value as string | string[]);
    } catch {
      // Skip an invalid header, so that the client still gets a response.
    }
  }
}

/** Rethrows a value. It replaces null and undefined with an error, because Koa ignores them and would never send a response. */
export function rethrow(thrown: unknown): never {
  throw thrown ?? toError(thrown);
}

/** Wraps a thrown value in an error, unless it is one that can be read. */
export function toError(thrown: unknown): HttpError {
  try {
    if (!isError(thrown)) return new Error(`non-error thrown: ${describeThrown(thrown)}`);
    // Reading a stack formats it, which takes longer than the rest of the response.
    if (!(thrown instanceof InvalidInput)) checkFields(thrown);
    return thrown;
  } catch (cause) {
    return new Error('The thrown value cannot be read as an error', { cause });
  }
}

/**
 * Reads every field of an error that is read later: here, in Koa, and in its listener that prints errors.
 *
 * @throws {unknown} The error of a getter or a proxy.
 * @throws {TypeError} If the stack is not text.
 */
function checkFields(error: HttpError): void {
  const { message, status, statusCode, expose, headers, syscall, stack } = error;
  void [message, status, statusCode, expose, { ...headers }, syscall, REFUSED in error, membersOf(error)];
  if (stack !== undefined && typeof stack !== 'string') throw new TypeError('The stack of an error must be a string');
}

function describeThrown(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
