import type { OperationEntry } from '../../../shared/contract/manifest.ts';
import { countsEarly, countsLast } from '../../../shared/contract/rate-limit.ts';
import type { OperationContext } from '../../../runtime/koa/context.ts';
import { INNER } from '../../../runtime/koa/inner-context.ts';
import type { Feature } from '../../../runtime/koa/runtime.ts';
import type { Steps } from '../../../runtime/koa/steps.ts';
import { checkCallers } from './callers.ts';
import { resolveLimiting } from './limit-options.ts';
import type { LimitedApp, OperationLimit } from './request-limits.ts';
import { idleLimits, RequestLimits } from './request-limits.ts';
import { checkTrust, warnOfAddress } from './trusted-address.ts';

/** Marks a context whose request is counted. It is a registered symbol, because a bundle may contain two copies of this module. */
const LIMITS: unique symbol = Symbol.for('unplugin-operations.limits') as never;

type LimitedContext = OperationContext & { [LIMITS]?: RequestLimits };

/**
 * Counts requests, and refuses those above a limit. Limits per address and per all count first, those per user when the user is known, and the others when it is known that the
 * user may use the operation: strangers must not take from the quota of a tenant.
 *
 * Generated code imports this, so that only bundles with `@rate-limit` have it.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export const rateLimits: Feature = ({ app, manifest }, options) => {
  const limiting = resolveLimiting(manifest, options.rateLimits);
  checkCallers(manifest, limiting);
  const perAddress = manifest.operations.some(({ rateLimits: limits = [] }) =>
    limits.some(({ per }) => per === 'address'),
  );
  if (app !== undefined && perAddress) checkTrust(app);
  const limited: LimitedApp = { manifest, limiting, warned: new Set() };
  return (entry) => stepsOf(limited, entry);
};

function stepsOf(app: LimitedApp, entry: OperationEntry): Steps {
  const limits = (entry.rateLimits ?? []).map((limit): OperationLimit => {
    const scope = limit.directory ?? `${entry.method} ${entry.path}`;
    return { limit, prefix: `${scope} ${limit.name} ` };
  });
  const early = limits.filter(({ limit }) => countsEarly(limit));
  const late = limits.filter(({ limit }) => !countsEarly(limit) && !countsLast(limit));
  const last = limits.filter(({ limit }) => countsLast(limit));
  const perAddress = early.some(({ limit }) => limit.per === 'address');
  const names = limits.map(({ limit }) => limit.name);
  return {
    enter(ctx: LimitedContext) {
      // The GET of a conditional write isn't a separate request, whether the write has limits or not.
      if (INNER in ctx) {
        ctx.rateLimits = idleLimits(names) as never;
        return undefined;
      }
      const own = new RequestLimits(app, ctx, limits);
      ctx[LIMITS] = own;
      ctx.rateLimits = own as never;
      if (early.length === 0) return undefined;
      if (perAddress) {
        // The app of a router is only known now, and its fields can change.
        checkTrust(ctx.app);
        warnOfAddress(ctx);
      }
      return own.count(early);
    },
    ...(late.length > 0 && { admit: (ctx) => countOwn(ctx, late) }),
    ...(last.length > 0 && { afterAuthorize: (ctx) => countOwn(ctx, last) }),
  };
}

function countOwn(ctx: LimitedContext, limits: readonly OperationLimit[]): Promise<void> | void {
  return Object.hasOwn(ctx, LIMITS) ? ctx[LIMITS]!.count(limits) : undefined;
}
