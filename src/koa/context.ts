import type Koa from 'koa';
import type { OperationEntry } from '../contract/operation.ts';
import type { Paging } from '../contract/paging.ts';

/** The input of a request, each under its name as the contract spells it. */
export interface Input {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly header: Record<string, unknown>;
  readonly cookie: Record<string, unknown>;
  readonly body: unknown;
}

/** What an operation's handler finds on Koa's context besides Koa's own. */
export interface OperationFields {
  /** The path's parameters, decoded. */
  params: Record<string, string>;
  operation: OperationEntry;
  /** What the request brings, as the contract has it: validated, coerced, with its defaults. */
  input: Input;
  /** What the verifiers of the operation's security schemes made of the request, by the schemes' names. */
  auth: Record<string, unknown>;
  /** The rows the request asks for; only a list operation has it. */
  paging: Paging;
}

/** The context a handler is given: Koa's, with the operation. */
export type OperationContext = Koa.ParameterizedContext<Koa.DefaultState, Koa.DefaultContext & OperationFields>;

/** The context of what wraps operations: before `next()` nobody has been asked who sends the request, and its input has not been read. */
export type MiddlewareContext = Koa.ParameterizedContext<
  Koa.DefaultState,
  Koa.DefaultContext & Pick<OperationFields, 'params' | 'operation'> & Partial<OperationFields>
>;

/**
 * What a `_middleware` file exports, or a list of it.
 *
 * @example export default (async (ctx, next) => { await next(); ctx.set('X-Operation', ctx.operation.id); }) satisfies Middleware;
 */
export type Middleware = (ctx: MiddlewareContext, next: Koa.Next) => unknown;

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
