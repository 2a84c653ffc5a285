import { report } from '../report-channel.ts';
import type { Feature } from '../runtime.ts';

/**
 * Warns of a success that a `_middleware` file sends in place of a guarded operation: it runs before security, so a cache there sends the response of one user
 * to everyone. Once for each operation. Only the dev server has this.
 */
export const skippedGuards: Feature = () => (operation) => {
  let isReported = false;
  return {
    reportSkipped(ctx) {
      if (isReported || ctx.status < 200 || ctx.status > 299 || ctx.body === undefined || ctx.body === null) return;
      isReported = true;
      report(
        ctx,
        `${operation.id}: a _middleware file responded with ${ctx.status} and didn't call next(), so neither "@security" nor "authorize" has run. If the response depends on the user, send it in the handler.`,
      );
    },
  };
};
