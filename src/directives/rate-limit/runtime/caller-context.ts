import type Koa from 'koa';
import type { LimitedAuth } from '../../../shared/contract/registry.ts';
import type { OperationFields } from '../../../runtime/koa/context.ts';

type LimitedContext<Input> = Koa.ParameterizedContext<
  Koa.DefaultState,
  Koa.DefaultContext &
    Pick<OperationFields, 'params' | 'operation' | 'signal' | 'lastEventId'> & { auth: LimitedAuth } & Input
>;

/** The context in which a caller is identified: after authentication, before anything of the request is validated, so it has no `ctx.input`. */
export type CallerContext = LimitedContext<{ readonly input?: undefined }>;

/** The context in which `keyOf` names whose requests count together: after `authorize`, with the input except for the body. */
export type KeyContext = LimitedContext<{
  readonly input: { readonly [place in 'path' | 'query' | 'header' | 'cookie']: { readonly [name: string]: unknown } };
}>;

/** The name of a caller. It stays the same for all requests: not a token, and nothing that the client can choose. */
export type CallerId = string | number | bigint | undefined;
