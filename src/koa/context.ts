import type Koa from 'koa';
import type { OperationEntry } from '../contract/operation.ts';
import type { Paging } from '../contract/paging.ts';

/** What an operation's handler finds on Koa's context besides Koa's own. */
export interface OperationFields {
  /** The path's parameters, decoded. */
  params: Record<string, string>;
  operation: OperationEntry;
  /** The rows the request asks for; only a list operation has it. */
  paging: Paging;
}

/** The context a handler is given: Koa's, with the operation. */
export type OperationContext = Koa.ParameterizedContext<Koa.DefaultState, Koa.DefaultContext & OperationFields>;

/** An operation's code: what it returns, or what the promise it returns resolves to, is the body. */
export type Handler = (ctx: OperationContext, next: Koa.Next) => unknown;

/**
 * Types a handler in place, and gives it back as it is.
 *
 * @example export default defineOperation((ctx) => ({ id: ctx.params.id }));
 */
export function defineOperation<H extends Handler>(handler: H): H {
  return handler;
}
