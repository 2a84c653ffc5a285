import type Koa from 'koa';
import { matchOperation } from '../../contract/routes.ts';
import type { Manifest } from '../../contract/manifest.ts';
import type { Refusal } from '../../contract/refusal.ts';
import { MALFORMED, refuseRequest, refuseRest, validPath } from '../../contract/refusal.ts';
import { answerProblem } from './problem.ts';
import { problemsOf, useProblems } from './problem-format.ts';
import type { Runtime } from '../runtime.ts';

/**
 * Answers a request that other middleware cannot answer: see {@link refuseRequest}.
 *
 * @param others Methods of the path that are registered outside the manifest.
 * @returns Whether it answered; false for an unknown path.
 */
function refuse(
  ctx: Koa.ParameterizedContext,
  manifest: Manifest,
  path: string | undefined,
  others: readonly string[] = [],
): boolean {
  const refusal = refuseRequest(manifest, ctx.method, path, others);
  if (refusal === undefined) return false;
  const routed = validPath(manifest, path);
  const query = routed === undefined ? undefined : matchOperation(manifest, 'QUERY', routed)?.operation;
  const types = query?.headers?.['Accept-Query'];
  if (types !== undefined) ctx.set('Accept-Query', types);
  answerRefusal(ctx, refusal);
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

/** Answers a request whose path cannot be parsed. */
export async function refuseTarget(ctx: Koa.ParameterizedContext): Promise<void> {
  answerRefusal(ctx, MALFORMED);
}

/** Answers every request without an operation. */
export function refuseUnanswered(ctx: Koa.ParameterizedContext, manifest: Manifest, path: string | undefined): void {
  if (!refuse(ctx, manifest, path)) answerRefusal(ctx, refuseRest(manifest, ctx.method, path));
}

function answerRefusal(ctx: Koa.ParameterizedContext, { status, detail, allow }: Refusal): void {
  if (allow !== undefined) ctx.set('Allow', allow);
  if (status === 204) ctx.status = status;
  else answerProblem(ctx, status, detail);
}
