import type { OutgoingHttpHeaders } from 'node:http';
import type Koa from 'koa';
import type { Manifest, OperationEntry } from '../../../shared/contract/manifest.ts';
import type { Refusal } from '../../../shared/contract/refusal.ts';
import { MALFORMED, refuseRequest, refuseRest, INVALID_HOST } from '../../../shared/contract/refusal.ts';
import type { Runtime } from '../runtime.ts';
import { manifestOf } from '../runtime.ts';
import { targetPath } from '../find-operation.ts';
import { removeBodyHeaders } from './handler-headers.ts';
import { problemsOf, useProblems } from './problem-format.ts';
import type { ResponseParts } from './response.ts';
import { isUnanswered, putResponse, sendResponse } from './response.ts';

/**
 * Refuses a request that other middleware cannot answer, in the format of a runtime that is one of several in an app: see {@link refuseRequest}.
 *
 * @param others Methods of the path that are registered outside the manifest.
 * @returns Whether it answered; false for an unknown path.
 */
export function refuseAs(
  runtime: Runtime,
  ctx: Koa.ParameterizedContext,
  path: string | undefined,
  others: readonly string[] = [],
): boolean {
  const refusal = refuseRequest(manifestOf(runtime, ctx), ctx.method, path, others);
  if (refusal === undefined) return false;
  useProblems(ctx, runtime.problems);
  putResponse(ctx, refusalParts(ctx, refusal));
  return true;
}

/**
 * As {@link refuseAs}, but only if later middleware leaves another method of a known path unanswered: other routers can have routes for it. A
 * malformed path is refused at once, because it could pass their guards.
 *
 * @param others Methods of the path that are registered outside the manifest.
 */
export async function refuseAfter(
  runtime: Runtime,
  ctx: Koa.ParameterizedContext,
  path: string | undefined,
  others: readonly string[],
  next: Koa.Next,
): Promise<void> {
  const refusal = refuseRequest(manifestOf(runtime, ctx), ctx.method, path);
  if (refusal === undefined) return next();
  if (refusal.allow !== undefined) {
    await next();
    if (!isLeft(ctx)) return;
  }
  refuseAs(runtime, ctx, path, [...others, ...methodsIn(ctx.res.getHeader('Allow'))]);
}

/** Whether nothing has answered a request, or `allowedMethods` of @koa/router, which sets the status and `Allow` alone. */
function isLeft(ctx: Koa.ParameterizedContext): boolean {
  if (isUnanswered(ctx)) return true;
  const isEmpty = !ctx.body && ctx.respond !== false && !ctx.headerSent;
  return isEmpty && ctx.res.hasHeader('Allow') && [200, 405, 501].includes(ctx.status);
}

function methodsIn(allow: number | string | readonly string[] = ''): string[] {
  return String(allow).split(/\s*,\s*/);
}

/** Refuses a request whose path cannot be parsed. */
export async function refuseTarget(ctx: Koa.ParameterizedContext): Promise<void> {
  putResponse(ctx, refusalParts(ctx, MALFORMED));
}

/** Refuses a request that names two hosts, or a malformed one. */
export async function refuseHost(ctx: Koa.ParameterizedContext): Promise<void> {
  putResponse(ctx, refusalParts(ctx, INVALID_HOST));
}

/** Refuses an unanswered request at once. */
export function refuseUnanswered(ctx: Koa.ParameterizedContext, manifest: Manifest): void {
  const path = targetPath(ctx);
  const refusal = refuseRequest(manifest, ctx.method, path) ?? refuseRest(manifest, ctx.method, path);
  sendResponse(ctx, refusalParts(ctx, refusal));
}

function refusalParts(
  ctx: Koa.ParameterizedContext,
  { status, detail, allow, query }: Refusal<OperationEntry>,
): ResponseParts<string> {
  const headers: OutgoingHttpHeaders = {};
  if (allow !== undefined) headers['Allow'] = allow;
  const types = query?.headers?.['Accept-Query'];
  if (types !== undefined) headers['Accept-Query'] = types;
  if (status === 204) return { status, headers };
  const writer = problemsOf(ctx);
  const sent = writer.statusOf(status);
  const body = writer.refuse(sent, detail, ctx);
  removeBodyHeaders(ctx);
  headers['Content-Type'] = writer.mediaType;
  return { status: sent, headers, body };
}
