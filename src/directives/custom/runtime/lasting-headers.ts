import type { OperationContext } from '../../../runtime/koa/context.ts';
import { setLastingHeader } from '../../../runtime/koa/response/handler-headers.ts';
import { isThenable } from '../../../runtime/koa/response/platform-bodies.ts';

type Headers = ReturnType<OperationContext['res']['getHeaders']>;

/** The headers of a response, as a copy: cookies are added to a list. */
export function copiedHeaders({ res }: OperationContext): Headers {
  return Object.fromEntries(
    Object.entries(res.getHeaders()).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]),
  );
}

/** Lets the headers that were set since then stay on errors. */
export function keepHeaders(ctx: OperationContext, before: Headers): void {
  if (ctx.headerSent) return;
  for (const [name, value] of Object.entries(copiedHeaders(ctx)))
    if (String(before[name]) !== String(value)) setLastingHeader(ctx, name, value as string);
}

/** Runs a step whose headers stay on errors, its own included. */
export function withLastingHeaders<T>(
  ctx: OperationContext,
  step: (ctx: OperationContext) => PromiseLike<T> | T,
): PromiseLike<T> | T {
  const before = copiedHeaders(ctx);
  const keep = (): void => keepHeaders(ctx, before);
  let result: PromiseLike<T> | T;
  try {
    result = step(ctx);
  } catch (error) {
    keep();
    throw error;
  }
  if (isThenable(result)) return Promise.resolve(result as PromiseLike<T>).finally(keep);
  keep();
  return result;
}
