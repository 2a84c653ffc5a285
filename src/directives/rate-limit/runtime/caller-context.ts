import type Koa from 'koa';
import type { LimitedAuth } from '../../../shared/contract/registry.ts';
import type { OperationFields } from '../../../runtime/koa/context.ts';

/** The context in which a caller is identified: after authentication, before anything of the request is validated, so it has no `ctx.input`. */
export type CallerContext = Koa.ParameterizedContext<
  Koa.DefaultState,
  Koa.DefaultContext &
    Pick<OperationFields, 'params' | 'operation' | 'signal' | 'lastEventId'> & {
      auth: LimitedAuth;
      /** Nothing of the input has been validated. */
      readonly input?: undefined;
    }
>;

/** The name of a caller. It stays the same for all requests: not a token, and nothing that the client can choose. */
export type CallerId = string | number | bigint | undefined;
