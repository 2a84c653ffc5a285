import type Koa from 'koa';
import type { EventSending } from '../../shared/contract/event.ts';
import type { OperationEntry } from '../../shared/contract/manifest.ts';
import type {
  CurrentOf,
  CursorOf,
  CustomFieldsOf,
  GuardedName,
  GuardedOperation,
  IdempotencyKind,
  InputOf,
  LimitNameOf,
  ListOf,
  OperationName,
  OperationResult,
  PagingOf,
  VerifiedOf,
  VersionName,
} from '../../shared/contract/registry.ts';
import type { Idempotency } from '../../directives/idempotent/runtime/context-key.ts';
import type { RateLimits } from '../../directives/rate-limit/runtime/context-limits.ts';
import { usageError } from './usage-error.ts';

export type { Input } from '../../shared/contract/registry.ts';

declare module 'koa' {
  interface DefaultContext {
    /** The path parameters of the matched operation, as decoded text. Unset if the request has no operation. */
    params: Record<string, string>;
    /** The matched operation. Unset before the operation is found, and if the request has none. */
    operation: OperationEntry;
    /** Aborted when the client leaves before the end of the response, and when `stop` ends a stream. */
    readonly signal: AbortSignal;
    /** The id of the last event that a client of an event stream has received before it reconnected: WHATWG HTML, 9.2.4. */
    readonly lastEventId: string | undefined;
  }
}

/** The fields that operations add to Koa's context. */
export interface OperationFields<Name extends OperationName = never> {
  /** The path parameters as decoded text. */
  params: Record<string, string>;
  /** The matched operation. */
  operation: OperationEntry;
  /** The parameters and body of the request: validated, coerced and with defaults filled in. */
  input: InputOf<Name>;
  /** The results of the verifiers, by security scheme. */
  auth: VerifiedOf<Name>;
  /** The requested rows. Only list operations have it. */
  paging: PagingOf<Name>;
  /** Aborted when the client leaves before the end of the response, and when `stop` ends a stream. */
  readonly signal: AbortSignal;
  /** The id of the last event that a client of an event stream has received before it reconnected: WHATWG HTML, 9.2.4. */
  readonly lastEventId: string | undefined;
  /** The position in a list with a cursor. Undefined for other operations, and if the request has a page instead. */
  cursor: CursorOf<Name>;
  /** The choices of the request: its rows, filters, words and order. Undefined for lists without `filter`, `search` and `sort`. */
  list: ListOf<Name>;
  /** The body of the resource before a conditional write: the result of the GET of its path. Only PUT, PATCH and DELETE have it, if that GET has `@etag`. */
  current: CurrentOf<Name>;
  /** The key of the request, to write it in the transaction of its effect. Only operations with `@idempotent` have it, for requests with a key. */
  idempotency: { required: Idempotency; optional: Idempotency | undefined; none: undefined }[IdempotencyKind<Name>];
  /** Takes more from the limits of the request, for a cost that is known later. Only operations with `@rate-limit` have it. */
  rateLimits: [LimitNameOf<Name>] extends [never] ? undefined : RateLimits<LimitNameOf<Name>>;
  /** The version of the API that the request is for; undefined without versions. */
  version: VersionName | undefined;
  /** Sends events: the option `events` of `createApp`. Undefined without it. */
  events: EventSending<object | undefined>;
}

/**
 * The context of a handler: Koa's context with the fields of {@link OperationFields}.
 *
 * @typeParam Name An operationId, or a method and path, from `operations.d.ts`. It types `ctx.input`, `ctx.auth` and `ctx.paging`.
 * @example export default async function getPet(ctx: OperationContext<'getPet'>): Promise<OperationResult<'getPet'>> { ... }
 */
export type OperationContext<Name extends OperationName = never> = Koa.ParameterizedContext<
  Koa.DefaultState,
  Koa.DefaultContext & OperationFields<Name> & CustomFieldsOf<Name>
>;

/** The context of a `_middleware` file. Authentication and input validation run inside `next()`, so `auth` and `input` are unset before it. */
export type MiddlewareContext = Koa.ParameterizedContext<
  Koa.DefaultState,
  Koa.DefaultContext &
    Pick<OperationFields, 'params' | 'operation' | 'signal' | 'lastEventId'> &
    Partial<OperationFields>
>;

/**
 * The context of `authorize`: the input without the body, and `ctx.auth`, as the operation has them, or all operations below a directory.
 *
 * @typeParam Name The name of the operation, or the path of the directory.
 */
export type AuthorizeContext<Name extends GuardedName = never> = Koa.ParameterizedContext<
  Koa.DefaultState,
  Koa.DefaultContext &
    Pick<OperationFields, 'params' | 'operation' | 'signal' | 'lastEventId' | 'version'> & {
      /** The parameters of the request: validated, coerced and with defaults filled in. The body has not been read. */
      input: WithoutBody<InputOf<GuardedOperation<Name>>>;
      /** The results of the verifiers, by security scheme. */
      auth: VerifiedOf<GuardedOperation<Name>>;
    } & CustomFieldsOf<GuardedOperation<Name>>
>;

type WithoutBody<Input> = Input extends unknown ? Omit<Input, 'body' | 'type'> : never;

/**
 * Decides whether a client may use an operation: the operation's file, or a `_middleware` file, exports it as `authorize`. Only `true` lets the
 * request pass, anything else is a 403.
 *
 * @typeParam Name The operationId, or the method and path, of the operation, or the path of the directory, from `operations.d.ts`. It types
 * `ctx.input` and `ctx.auth`.
 * @example export const authorize: Authorize<'deletePet'> = (ctx) => isOwner(ctx.auth.session.user, ctx.input.path.id);
 * @example export const authorize: Authorize<'/orgs/{org_id}'> = (ctx) => isMember(ctx.auth.session.user, ctx.input.path.org_id);
 */
export type Authorize<Name extends GuardedName = never> = (ctx: AuthorizeContext<Name>) => boolean | Promise<boolean>;

/**
 * A middleware around operations: a `_middleware` file exports one, or a list of them.
 *
 * @example export default (async (ctx, next) => { await next(); ctx.set('X-Operation', ctx.operation.id); }) satisfies Middleware;
 */
export type Middleware = (ctx: MiddlewareContext, next: Koa.Next) => unknown;

/** The code of an operation. Its return value, or the value its promise resolves to, is the response body. */
export type Handler = (ctx: OperationContext, next: Koa.Next) => unknown;

/** A handler typed by the contract of its operation. */
export type OperationHandler<Name extends OperationName> = (
  ctx: OperationContext<Name>,
  next: Koa.Next,
) => OperationResult<Name> | Promise<OperationResult<Name>>;

/**
 * Types the context and the result of a handler, and returns the handler unchanged.
 *
 * @throws {TypeError} If it gets more than a handler, such as options or a guard, which nothing would read.
 * @example export default defineOperation((ctx) => ({ id: ctx.params.id }));
 * @example export default defineOperation<'getPet'>((ctx) => findPet(ctx.input.path.id));
 */
export function defineOperation<H extends Handler>(handler: H & Fallback<H>): H;
export function defineOperation<Name extends OperationName>(handler: OperationHandler<Name>): OperationHandler<Name>;
export function defineOperation(handler: Handler, ...others: readonly unknown[]): Handler {
  if (others.length === 0) return handler;
  throw usageError(
    'defineOperation takes only a handler: nothing reads its other arguments. Declare @security in the comment of the operation, export its function authorize, or write a _middleware file.',
  );
}

/** Types the handler if `H` is an unknown name. TypeScript then takes the handler's types from the first overload, and the error from the last. */
// eslint-disable-next-line typescript/no-explicit-any -- anything else would be a second error
type Fallback<H> = H extends string ? (ctx: any, next: Koa.Next) => unknown : unknown;
