import type { ResponseCheck, Violation } from '../../../shared/contract/enforcement.ts';
import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import { isJsonType } from '../../../shared/contract/operation.ts';
import { findByStatus } from '../../../shared/contract/statuses.ts';
import type { OperationContext } from '../context.ts';
import { REFUSED } from '../refused.ts';
import { report } from '../report-channel.ts';
import { isWritable } from '../koa-internals.ts';
import type { Feature } from '../runtime.ts';
import { encodeJson, isOpaque } from './encode.ts';
import { reportLeftOut } from './left-out.ts';
import { reportRawResponse } from './raw-response.ts';
import { reportUndeclaredBody } from './undeclared-body.ts';
import { isError } from './http-error.ts';
import { problemOf } from './problem.ts';
import { reportJsonResponse, reportJsonText } from './json-text.ts';
import { problemsOf } from './problem-format.ts';
import { isFirstOf, reportUndeclared } from './undeclared-status.ts';

/** The error of a response that violates its contract. Clients get a 500 without the message. */
class BrokenContract extends Error {
  override readonly name = 'BrokenContract';

  constructor(
    message: string,
    /** The dev server sends them. */
    readonly violations: readonly Violation[] = [],
  ) {
    super(message);
  }
}

const MAX_VIOLATIONS = 10;

/**
 * Validates Koa's response against the contract: its status, media type, body and headers.
 *
 * Operations without declared responses, 304 responses and those of clients that have left are not checked. Streams and bytes are not read.
 *
 * @throws {BrokenContract} With the operation, the status and the location of each violation.
 */
function checkResponse(ctx: OperationContext): void {
  const { operation, status } = ctx;
  const declared = responsesOf(operation);
  if (declared.length === 0 || status === 304 || ctx.respond === false || ctx.headerSent || !isWritable(ctx)) return;
  const sent = `${operation.id} sent status ${status}`;
  const response = findResponse(declared, status);
  if (response === undefined) {
    const statuses = declared.map((item) => item.status).join(', ');
    const advice = status === 204 ? '. Return a value, or declare "@returns {void} 204 - ..."' : '';
    throw new BrokenContract(`${sent}, but its contract declares ${statuses}${advice}`);
  }
  const fault = bodyFault(ctx, response) ?? headerFault(ctx, response);
  if (fault !== undefined) throw new BrokenContract(`${sent} ${fault.text}`, fault.violations);
}

/** As {@link checkResponse}; warns of a response past Koa, and of a body if there is nothing to check. */
function checkOrWarn(ctx: OperationContext): void {
  reportRawResponse(ctx);
  if (responsesOf(ctx.operation).length === 0) reportUndeclaredBody(ctx);
  else checkResponse(ctx);
}

/** Warns of an error whose status the contract lacks, or whose problem violates it: once for each operation and status. */
function reportThrown(ctx: OperationContext, thrown: unknown): void {
  reportUndeclared(ctx, thrown);
  try {
    reportBrokenProblem(ctx, thrown);
  } catch {
    // An error whose fields cannot be read is a 500, and a problem that cannot be written is reported when it is sent.
  }
}

/** @throws {unknown} The error of a getter, or of the project's format of problems. */
function reportBrokenProblem(ctx: OperationContext, thrown: unknown): void {
  // The runtime's own problems are as in the document.
  if (!isError(thrown) || REFUSED in thrown) return;
  const { operation } = ctx;
  const writer = problemsOf(ctx);
  const problem = problemOf(ctx, thrown);
  const declared = findResponse(responsesOf(operation), problem.status);
  if (declared === undefined) return;
  const { status } = problem;
  const found = declared.content.find((content) => covers(content.mediaType, writer.mediaType));
  if (found === undefined) {
    if (declared.content.length === 0 || !isFirstOf(operation, status)) return;
    const types = declared.content.map(({ mediaType }) => mediaType).join(', ');
    const advice = `Write "${writer.mediaType}" after ${status} in its comment, or set "ctx.status" and return the body`;
    report(
      ctx,
      `${operation.id}: threw a problem with status ${status}, for which the contract declares ${types}. ${advice}.`,
    );
    return;
  }
  const sent = JSON.parse(writer.write(problem, ctx, thrown)) as unknown;
  if (found.check(sent) || !isFirstOf(operation, status)) return;
  const violations = listed(found.explain(sent), 'the body');
  report(ctx, `${operation.id}: threw a problem with status ${status} that violates its contract: ${violations}`);
}

/**
 * Validates an item of a stream against the contract.
 *
 * @throws {BrokenContract} With the operation and the location of each violation.
 */
function checkItem({ operation, status, type }: OperationContext, item: unknown): void {
  const response = findResponse(responsesOf(operation), status);
  const found = response?.content.find(({ mediaType }) => covers(mediaType, type));
  if (found === undefined) return;
  // The same as in arrays: JSON has null for undefined.
  const value = JSON.parse(encodeJson(operation, item === undefined ? null : item)) as unknown;
  if (found.check(value)) return;
  const violations = found.explain(value);
  throw new BrokenContract(
    `${operation.id} sent an item that violates its contract: ${listed(violations)}`,
    violations,
  );
}

/**
 * Checks responses, and warns of undeclared properties. Only the dev server warns of those of requests, of errors that the contract lacks or that
 * violate it, and of bodies without a declared response.
 *
 * Generated code imports this, so that only bundles with response schemas have it.
 */
export const checks: Feature =
  ({ checksResponses, manifest: { isDev } }) =>
  () => ({
    ...(isDev && {
      reportInput: (ctx, value, copy) => reportLeftOut(ctx, value, copy, 'request'),
      reportThrown,
      reportText: reportJsonText,
      reportResponse: reportJsonResponse,
    }),
    ...(checksResponses && {
      check: isDev ? checkOrWarn : checkResponse,
      checkItem,
      reportOutput: (ctx, value, copy) => reportLeftOut(ctx, value, copy, 'response'),
    }),
  });

const cache = new WeakMap<OperationEntry, readonly ResponseCheck[]>();

function responsesOf(operation: OperationEntry): readonly ResponseCheck[] {
  let responses = cache.get(operation);
  if (responses === undefined) cache.set(operation, (responses = operation.responses?.() ?? []));
  return responses;
}

function findResponse(declared: readonly ResponseCheck[], status: number): ResponseCheck | undefined {
  return findByStatus(status, (name) => declared.find((response) => response.status === name));
}

interface Fault {
  /** To follow the operation and its status. */
  readonly text: string;
  readonly violations?: readonly Violation[];
}

function bodyFault(ctx: OperationContext, { content }: ResponseCheck): Fault | undefined {
  const { body, type } = ctx;
  if (body == null) return content.length === 0 ? undefined : { text: 'without a body, but its contract declares one' };
  if (content.length === 0)
    return isRedirect(ctx) ? undefined : { text: 'with a body, but its contract declares none' };
  const found = content.find(({ mediaType }) => covers(mediaType, type));
  const types = content.map(({ mediaType }) => mediaType).join(', ');
  if (found === undefined) return { text: `as ${type || 'no media type'}, but its contract declares ${types}` };
  if (isOpaque(body)) return undefined;
  const value = isJsonType(type) ? sentAsJson(ctx.operation, body) : body;
  if (value === undefined) return { text: 'with a body that is not valid JSON' };
  if (found.check(value)) return undefined;
  const violations = found.explain(value);
  return { text: `with a body that violates its contract: ${listed(violations, 'the body')}`, violations };
}

/** Whether `ctx.redirect` can have set the body: it adds a text with the location. */
function isRedirect({ body, res, status }: OperationContext): boolean {
  return status >= 300 && status < 400 && typeof body === 'string' && res.hasHeader('Location');
}

function listed(violations: readonly Violation[], subject = 'it'): string {
  const shown = violations.slice(0, MAX_VIOLATIONS).map(({ pointer, message }) => `${pointer || subject} ${message}`);
  const others = violations.length > MAX_VIOLATIONS ? `; and ${violations.length - MAX_VIOLATIONS} more` : '';
  return `${shown.join('; ')}${others}`;
}

function covers(range: string, type: string): boolean {
  const [kind, subtype] = range.toLowerCase().split('/');
  const [ofKind, ofSubtype] = type.toLowerCase().split('/');
  return (kind === '*' || kind === ofKind) && (subtype === '*' || subtype === ofSubtype);
}

/**
 * The body as the client will parse it; undefined if it is not valid JSON.
 *
 * @throws {TypeError} If a value cannot be serialized.
 */
function sentAsJson(operation: OperationEntry, body: unknown): unknown {
  const text = typeof body === 'string' ? body : encodeJson(operation, body);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function headerFault(ctx: OperationContext, { headers }: ResponseCheck): Fault | undefined {
  for (const { name, required, check, explain } of headers) {
    const value = ctx.res.getHeader(name);
    if (value === undefined && required) return { text: `without the header ${name}, but its contract requires it` };
    if (value === undefined || readings(value).some(check)) continue;
    const [violation] = explain(readings(value)[0]);
    return { text: `with a header that violates its contract: ${name} ${violation?.message}` };
  }
  return undefined;
}

/** The values that a header's text can represent: a string, a number, a boolean or a list. */
function readings(value: number | string | readonly string[]): unknown[] {
  const text = [value].flat().join(', ');
  const list = text.split(/\s*,\s*/);
  const scalar = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(text) ? [JSON.parse(text) as unknown] : [];
  return [text, ...scalar, list];
}
