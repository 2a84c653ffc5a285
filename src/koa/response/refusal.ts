import type Koa from 'koa';
import { allowedMethods, matchOperation } from '../../contract/routes.ts';
import type { Method } from '../../contract/operation.ts';
import type { Manifest } from '../../contract/manifest.ts';
import { METHODS } from '../../contract/operation.ts';
import { answerProblem } from './problem.ts';
import { problemsOf, useProblems } from './problem-format.ts';
import type { Runtime } from '../steps.ts';
import { validPath } from '../steps.ts';

/**
 * Answers a request without a matching operation: OPTIONS with 204, a malformed path with 400, another method of a known path with 405, and an
 * unknown method with 501 (RFC 9110, 9.3.7, 15.5.6, 15.6.2).
 *
 * @param others Methods of the path that are registered outside the manifest.
 * @returns Whether it answered; false for an unknown path.
 */
export function refuse(
  ctx: Koa.ParameterizedContext,
  manifest: Manifest,
  path: string | undefined,
  others: readonly string[] = [],
): boolean {
  const routed = validPath(manifest, path);
  if (routed === undefined) {
    if (isServerWide(ctx)) return false;
    refuseTarget(ctx);
    return true;
  }
  const methods: readonly string[] = allowedMethods(manifest, routed);
  if (methods.length === 0) return false;
  const allowed = METHODS.filter((method) => methods.includes(method) || others.includes(method)).join(', ');
  ctx.set('Allow', allowed);
  const queried = matchOperation(manifest, 'QUERY', routed)?.operation.headers?.['Accept-Query'];
  if (queried !== undefined) ctx.set('Accept-Query', queried);
  if (ctx.method === 'OPTIONS') ctx.status = 204;
  else if (!isKnownMethod(ctx.method)) refuseMethod(ctx);
  else answerProblem(ctx, 405, `Methods allowed for this path: ${allowed}.`);
  return true;
}

/** Answers as {@link refuse} in the format of a runtime that is one of several in an app. An unknown path leaves the format as it is. */
export function refuseAs(
  { manifest, problems }: Runtime,
  ctx: Koa.ParameterizedContext,
  path: string | undefined,
  others: readonly string[] = [],
): boolean {
  const before = problemsOf(ctx);
  useProblems(ctx, problems);
  if (refuse(ctx, manifest, path, others)) return true;
  useProblems(ctx, before);
  return false;
}

/** Answers a request whose path cannot be parsed with 400: RFC 9112, 3.2. */
export async function refuseTarget(ctx: Koa.ParameterizedContext): Promise<void> {
  answerProblem(ctx, 400, 'The path is malformed or has an invalid percent-encoding.');
}

/**
 * Answers every other request: an unknown path with 404, an unknown method with 501, and a server-wide OPTIONS with 204 (RFC 9110, 9.3.7).
 */
export function refuseRest(ctx: Koa.ParameterizedContext, { routes }: Manifest): void {
  if (isServerWide(ctx)) {
    const has = (method: Method): boolean => routes[method] !== undefined;
    const allowed = METHODS.filter(
      (method) => method === 'OPTIONS' || has(method) || (method === 'HEAD' && has('GET')),
    );
    ctx.set('Allow', allowed.join(', '));
    ctx.status = 204;
  } else if (isKnownMethod(ctx.method)) answerProblem(ctx, 404);
  else refuseMethod(ctx);
}

/** `OPTIONS *`. */
function isServerWide(ctx: Koa.ParameterizedContext): boolean {
  return ctx.method === 'OPTIONS' && ctx.req.url === '*';
}

function refuseMethod(ctx: Koa.ParameterizedContext): void {
  answerProblem(ctx, 501, `Supported methods: ${METHODS.join(', ')}.`);
}

function isKnownMethod(method: string): boolean {
  return METHODS.includes(method as Method);
}
