import { report } from '../report-channel.ts';
import type { OperationContext } from '../context.ts';
import type { Feature } from '../runtime.ts';
import { privateResponses, targetedIn } from './private-response.ts';

/** As {@link privateResponses}; warns of a header that it has changed, once for each operation. Only the dev server has this. */
export const reportedPrivate: Feature = (...app) => {
  const compose = privateResponses(...app);
  return (operation) => {
    const { keepPrivate } = compose(operation);
    let isReported = false;
    return {
      keepPrivate(ctx: OperationContext) {
        const before = fieldsIn(ctx.res);
        keepPrivate!(ctx);
        const after = new Map(fieldsIn(ctx.res));
        const [name, value] = before.find(([field, given]) => after.get(field) !== given) ?? [];
        if (isReported || name === undefined) return;
        isReported = true;
        const policy = name === 'Cache-Control' ? value! : 'public, max-age=60';
        const sent = after.has(name) ? `is sent as "${after.get(name)!}"` : "isn't sent";
        report(
          ctx,
          `${operation.id}: "${name}: ${value!}" ${sent}, because shared caches could send the response of one client to another. If it has no data of the client, declare "@cache ${policy} (same for everyone)".`,
        );
      },
    };
  };
};

/** The headers of a response that caches read, with their values. */
function fieldsIn(res: OperationContext['res']): [name: string, value: string][] {
  const control = res.getHeader('Cache-Control');
  return [
    ...(control === undefined ? [] : [['Cache-Control', String(control)] as [string, string]]),
    ...targetedIn(res),
  ];
}
