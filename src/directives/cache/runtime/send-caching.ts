import type Koa from 'koa';
import type { SentCaching } from '../../../shared/contract/cache-policy.ts';
import type { OperationContext } from '../../../runtime/koa/context.ts';
import type { Feature } from '../../../runtime/koa/runtime.ts';
import { privateControl } from '../../../runtime/koa/response/private-response.ts';
import { isSuccessful } from '../../../shared/contract/statuses.ts';

const FIELD = 'Cache-Control';
/** The header of responses until one is successful. It is a list, so that a handler's own `no-store`, a text, differs from it. */
const UNSET = ['no-store'];

/**
 * Sets `Cache-Control` and `Vary` of successful responses. All others aren't stored, whether a handler, a `_middleware` file or middleware of the app sends
 * them.
 *
 * Generated code imports this, so that only bundles with `@cache` have it.
 */
export const cache: Feature =
  () =>
  ({ cache: sent, vary }) => ({
    enter({ res }) {
      res.setHeader(FIELD, UNSET);
    },
    finish: (ctx) => finishCaching(ctx, sent!, vary),
  });

function finishCaching(ctx: OperationContext, { control }: SentCaching, vary: string | undefined): void {
  const { status, res } = ctx;
  if (ctx.respond === false || res.headersSent) return;
  const isSuccess = isSuccessful(status) || status === 304;
  if (Array.isArray(res.getHeader(FIELD))) {
    ctx.set(FIELD, isSuccess ? control : UNSET[0]!);
    if (isSuccess) keepCookies(res, control);
  }
  if (isSuccess && vary !== undefined) ctx.vary(vary);
}

/**
 * Keeps a response out of shared caches if it sets a cookie, which middleware around the operation such as koa-session does later. Caches store such a response like
 * any other one (RFC 9111, 7.3), and a shared one would send the cookie of a client to others. The cache of the client itself has the cookie anyway.
 */
function keepCookies(res: Koa.Context['res'], control: string): void {
  const own = privateControl(control);
  if (own === control) return;
  const { setHeader, appendHeader } = res;
  if (res.hasHeader('Set-Cookie')) return void res.setHeader(FIELD, own);
  const protect = (name: string): void => {
    // A header that middleware has set since then stays.
    if (name.toLowerCase() === 'set-cookie' && res.getHeader(FIELD) === control) setHeader.call(res, FIELD, own);
  };
  res.setHeader = (name, value) => {
    protect(name);
    return setHeader.call(res, name, value);
  };
  res.appendHeader = (name, value) => {
    protect(name);
    return appendHeader.call(res, name, value);
  };
}
