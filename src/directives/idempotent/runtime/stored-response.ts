import type { OutgoingHttpHeaders } from 'node:http';
import type { ProblemMembers } from '../../../shared/contract/problem.ts';
import type { OperationContext } from '../../../runtime/koa/context.ts';
import { isStatusSet } from '../../../runtime/koa/koa-internals.ts';
import { REFUSED } from '../../../runtime/koa/refused.ts';
import { encodeJson, isOpaque } from '../../../runtime/koa/response/encode.ts';
import { pickBody } from '../../../runtime/koa/response/picks.ts';
import { exposedHeaders, exposedMessage, isError, statusOf } from '../../../runtime/koa/response/http-error.ts';
import { putResponse } from '../../../runtime/koa/response/response.ts';
import { membersOf, problem } from '../../../runtime/koa/response/thrown-problem.ts';
import type { Way } from '../../../runtime/koa/way.ts';

/** A value as text: JSON, or bytes in Base64. */
type StoredValue = { readonly json: string } | { readonly base64: string };

/** The response of a handler, as JSON can represent it. */
export interface StoredResponse {
  /** The status that the handler set. */
  readonly status?: number;
  /** The headers that the handler set. */
  readonly headers?: OutgoingHttpHeaders;
  /** The body that the handler set. */
  readonly body?: StoredValue;
  /** The result of the handler. */
  readonly value?: StoredValue;
  /** The problem that the handler threw. */
  readonly problem?: ProblemMembers;
}

/** The response before a handler runs. */
export interface Before {
  readonly body: unknown;
  readonly headers: OutgoingHttpHeaders;
  /** Whether the request's body has been read. */
  readonly isRead: boolean;
}

export function stateOf({ body, res, req }: OperationContext): Before {
  return { body, headers: res.getHeaders(), isRead: req.readableDidRead };
}

/** Whether a handler has read the request's body itself. The fingerprint of the request lacks it, so repetitions can have another one. */
export function hasReadBody({ req }: OperationContext, { isRead }: Before): boolean {
  return !isRead && req.readableDidRead;
}

/** Statuses of a refusal that a later repetition may not get: RFC 9110, 15.5.9; RFC 4918, 11.3; RFC 8470, 5.2; RFC 6585, 4. */
const PASSING: ReadonlySet<number> = new Set([408, 423, 425, 429]);

/** Whether repetitions get a response with this status. */
function isFinal(status: number): boolean {
  return status < 500 && !PASSING.has(status);
}

/**
 * Describes the response of a handler that has returned; undefined if it is not kept: an error of the server, or a refusal that passes.
 *
 * @throws {TypeError} If the response cannot be repeated.
 */
export function encodeResult(
  way: Way,
  ctx: OperationContext,
  before: Before,
  value: unknown,
): StoredResponse | undefined {
  const status = isStatusSet(ctx) ? ctx.status : undefined;
  if (status !== undefined && !isFinal(status)) return undefined;
  if (hasReadBody(ctx, before))
    throw new TypeError(
      `${ctx.operation.id} has @idempotent, but read its body from ctx.req. Declare the body and read ctx.input.body.`,
    );
  // A body that the handler set takes precedence over its result.
  const isBodySet = ctx.body !== before.body;
  const sent = isBodySet ? sentBody(way, ctx) : pickBody(way, ctx, status ?? ctx.operation.status ?? 200, value);
  return {
    ...(status !== undefined && { status }),
    headers: newHeaders(ctx, before),
    ...(sent !== undefined && { [isBodySet ? 'body' : 'value']: encodeValue(ctx, sent) }),
  };
}

/** The body that the handler set, as the client gets it. */
function sentBody(way: Way, ctx: OperationContext): unknown {
  const { body = null, status } = ctx;
  return typeof body === 'string' ? body : pickBody(way, ctx, status, body);
}

/** Describes the error that a handler has thrown; undefined if it is not kept: errors of the server and of preconditions, and refusals that pass. */
export function encodeError(thrown: unknown): StoredResponse | undefined {
  if (!isError(thrown) || REFUSED in thrown) return undefined;
  const status = statusOf(thrown);
  if (typeof status !== 'number' || status < 400 || !isFinal(status)) return undefined;
  const detail = exposedMessage(thrown, status);
  return {
    status,
    headers: { ...exposedHeaders(thrown) } as OutgoingHttpHeaders,
    problem: membersOf(thrown) ?? (detail === undefined ? {} : { detail }),
  };
}

/**
 * Repeats a response.
 *
 * @returns The result of the handler.
 * @throws {Error} The problem that the handler threw.
 */
export function repeat(
  ctx: OperationContext,
  { status, headers = {}, body, value, problem: thrown }: StoredResponse,
): unknown {
  if (thrown !== undefined) throw problem(status!, thrown, { headers: headers as Record<string, string> });
  putResponse(ctx, { status, headers, body: body && readValue(body) });
  return value && readValue(value);
}

/** The headers that a handler has set. Koa computes the length again. */
function newHeaders({ res }: OperationContext, { headers: before }: Before): OutgoingHttpHeaders {
  const entries = Object.entries(res.getHeaders()).filter(([name, field]) => {
    return name !== 'content-length' && String(field) !== String(before[name]);
  });
  return Object.fromEntries(entries);
}

function encodeValue({ operation }: OperationContext, value: unknown): StoredValue {
  if (Buffer.isBuffer(value)) return { base64: value.toString('base64') };
  if (!isOpaque(value)) return { json: encodeJson(operation, value) };
  throw new TypeError(
    `${operation.id} has @idempotent, but returned a stream or a Blob. Return data, text or a Buffer.`,
  );
}

function readValue(stored: StoredValue): unknown {
  return 'json' in stored ? JSON.parse(stored.json) : Buffer.from(stored.base64, 'base64');
}
