import type Koa from 'koa';
import type { OperationEntry } from '../contract/operation.ts';
import type { InputOf, OperationName, OperationResult, PagingOf, VerifiedOf } from '../contract/registry.ts';

export type { Input } from '../contract/registry.ts';

/** What an operation's handler finds on Koa's context besides Koa's own. */
export interface OperationFields<Name extends OperationName = never> {
  /** The path's parameters, decoded. */
  params: Record<string, string>;
  operation: OperationEntry;
  /** What the request brings, as the contract has it: validated, coerced, with its defaults. */
  input: InputOf<Name>;
  /** What the verifiers of the operation's security schemes made of the request, by the schemes' names. */
  auth: VerifiedOf<Name>;
  /** The rows the request asks for; only a list operation has it. */
  paging: PagingOf<Name>;
}

/**
 * The context a handler is given: Koa's, with the operation.
 *
 * @typeParam Name An operationId, or a method and path, as operations.d.ts has them: what the contract says of input and paging is typed then.
 * @example export default async function getPet(ctx: OperationContext<'getPet'>): Promise<OperationResult<'getPet'>> { ... }
 */
export type OperationContext<Name extends OperationName = never> = Koa.ParameterizedContext<
  Koa.DefaultState,
  Koa.DefaultContext & OperationFields<Name>
>;

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

/** A handler with the types of its operation. */
export type OperationHandler<Name extends OperationName> = (
  ctx: OperationContext<Name>,
  next: Koa.Next,
) => OperationResult<Name> | Promise<OperationResult<Name>>;

/**
 * Types a handler in place, and gives it back as it is.
 *
 * @example export default defineOperation((ctx) => ({ id: ctx.params.id }));
 * @example export default defineOperation<'getPet'>((ctx) => findPet(ctx.input.path.id));
 */
export function defineOperation<H extends Handler>(handler: H): H;
export function defineOperation<Name extends OperationName>(handler: OperationHandler<Name>): OperationHandler<Name>;
export function defineOperation(handler: Handler): Handler {
  return handler;
}
