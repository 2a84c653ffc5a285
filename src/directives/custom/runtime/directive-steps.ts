import type { OperationContext } from '../../../runtime/koa/context.ts';

/**
 * The steps of a custom directive for a request. There are only these four.
 *
 * @experimental
 */
export interface DirectiveSteps {
  /** Runs before `_middleware` files and authentication. It may throw to refuse the request. */
  readonly enter?: (ctx: OperationContext) => PromiseLike<void> | void;
  /**
   * Decides whether the client may use the operation: after authentication, and after path, query, headers and cookies are validated, before the
   * exports `authorize`. Only `true` lets the request pass, anything else is a 403.
   */
  readonly admit?: (ctx: OperationContext) => PromiseLike<boolean> | boolean;
  /** Runs around the handler, and returns its result or another one. It does not run for a repeated request with an idempotency key. */
  readonly around?: (ctx: OperationContext, next: () => Promise<unknown>) => unknown;
  /** Completes a response that isn't an error, before it is encoded. It can't wait. */
  readonly finish?: (ctx: OperationContext) => void;
}

/** The operation that steps are made for. */
export interface ServedOperation {
  /** The file: `invoices/{id}/@delete.ts`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
}

/**
 * The default export of the module with the steps of a directive. It is called once per app, and the function that it returns once per operation.
 *
 * @typeParam Value The type of a line's value.
 * @typeParam Option Its option of `createApp`: undefined if the app has none.
 * @experimental
 * @example export default ((option) => ([flag]) => ({ enter: (ctx) => option.check(flag, ctx) })) satisfies DirectiveRuntime<string, FlagOption>;
 */
export type DirectiveRuntime<Value, Option = undefined> = (
  option: Option | undefined,
  app: { readonly isDev: boolean },
) => (values: readonly Value[], operation: ServedOperation) => DirectiveSteps;
