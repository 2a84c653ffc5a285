import type { Context } from 'koa';
import { isStatusSet } from './koa-internals.ts';

/** The response that was sent, or that Koa leaves to the app, and one with nothing but a body. Others are their status. */
const SENT = 1;
const BODY = 2;

/**
 * The response that a request has, as a number: 0 if nothing takes the place of the operation's. A status below 300 alone does not, because it is that of the
 * operation's own result.
 */
export function responseSoFar(ctx: Context): number {
  if (ctx.headerSent || ctx.respond === false) return SENT;
  if (hasRefusal(ctx)) return ctx.res.statusCode;
  return ctx.body == null ? 0 : BODY;
}

/** Whether a function of the app has set a redirect or an error. */
function hasRefusal(ctx: Context): boolean {
  const { statusCode } = ctx.res;
  // Koa begins with 404.
  return statusCode >= 300 && (statusCode !== 404 || isStatusSet(ctx));
}

/**
 * Refuses a request that a function of the app has let pass, although it has responded by itself: the client would see a refusal, and the operation would
 * run.
 *
 * @param before The response before the function ran.
 * @throws {TypeError} If there is another response now.
 */
export function refuseOwnResponse(ctx: Context, before: number, maker: string): void {
  const now = responseSoFar(ctx);
  if (now !== 0 && now !== before) throw refusedByItself(ctx, maker);
}

/**
 * Refuses a request that middleware has passed on, although it has set a redirect or an error: a forgotten `return`. A body alone can be one that the
 * operation replaces.
 *
 * @throws {TypeError} If the response is a redirect or an error.
 */
export function refuseSetRefusal(ctx: Context): void {
  if (hasRefusal(ctx)) throw refusedByItself(ctx, 'Middleware');
}

function refusedByItself(ctx: Context, maker: string): TypeError {
  return new TypeError(
    `${maker} responded by itself (status ${ctx.status}), but let the request pass, so the request was refused. To refuse a request, throw a problem.`,
  );
}
