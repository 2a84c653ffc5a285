import { report } from '../report-channel.ts';
import type { OperationContext } from '../context.ts';
import type { Feature } from '../runtime.ts';
import { controlIn, privateResponses } from './private-response.ts';

/** As {@link privateResponses}; warns of a `Cache-Control` that it has changed, once for each operation. Only the dev server has this. */
export const reportedPrivate: Feature = (...app) => {
  const compose = privateResponses(...app);
  return (operation) => {
    const { keepPrivate } = compose(operation);
    let isReported = false;
    return {
      keepPrivate(ctx: OperationContext) {
        const before = controlIn(ctx.res);
        keepPrivate!(ctx);
        const after = controlIn(ctx.res);
        if (isReported || before === undefined || before === after) return;
        isReported = true;
        report(
          ctx,
          `${operation.id}: "Cache-Control: ${before}" is sent as "${after}", because shared caches could send the response of one client to another. If it has no data of the client, declare "@cache ${before} (same for everyone)".`,
        );
      },
    };
  };
};
