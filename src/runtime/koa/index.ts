export type { Envelope, PagingLimits } from '../../shared/contract/list-contract.ts';
export type { Method, Operation, Parameter, Response, Schema } from '../../shared/contract/operation.ts';
export type { Manifest, OperationEntry } from '../../shared/contract/manifest.ts';
export type { Cursor, Keyset } from '../../shared/contract/cursor-position.ts';
export type {
  FilterOperator,
  FilterValue,
  KeyValue,
  ListFilter,
  ListOrder,
  ListRequest,
} from '../../shared/contract/list-request.ts';
export type { CountedPage, Page, Paging } from '../../shared/contract/paging.ts';
export type {
  Auth,
  Input,
  OperationName,
  OperationResult,
  Operations,
  Schemas,
} from '../../shared/contract/registry.ts';
export type { EventSending } from '../../shared/contract/event.ts';
export type { InputError, Problem, ProblemMembers } from '../../shared/contract/problem.ts';
export type { Upload } from './request/body/upload.ts';
export { type AppOptions, createApp } from './app.ts';
export { answerClientErrors } from './response/client-error.ts';
export {
  type Authorize,
  type AuthorizeContext,
  defineOperation,
  type Handler,
  type Middleware,
  type MiddlewareContext,
  type OperationContext,
  type OperationFields,
  type OperationHandler,
} from './context.ts';
export type { FormOptions, IdempotencyOptions, RateLimitOptions, RuntimeOptions } from './options.ts';
export type { RequestTrace } from './request-channel.ts';
export type { ServerSentEvent } from '../../shared/contract/streams.ts';
export { keyset } from './response/keyset.ts';
export { page } from './response/paging.ts';
export type { FormatProblem } from './response/problem-format.ts';
export { problem, type ProblemOptions, type ThrownProblem } from './response/thrown-problem.ts';
export { memoryStore, type MemoryStoreOptions } from '../../directives/idempotent/runtime/memory-store.ts';
export type { Idempotency } from '../../directives/idempotent/runtime/context-key.ts';
export type { ClientContext, ClientId, ClientOf } from '../../directives/idempotent/runtime/key-client.ts';
export type { IdempotencyRecord, IdempotencyStore, Reservation } from '../../directives/idempotent/runtime/store.ts';
export { addressKey } from '../../directives/rate-limit/runtime/address-key.ts';
export { consumeLimits, type ConsumingLimiter } from '../../directives/rate-limit/runtime/consume-limits.ts';
export type { CallerContext, CallerId, KeyContext } from '../../directives/rate-limit/runtime/caller-context.ts';
export type { RateLimits } from '../../directives/rate-limit/runtime/context-limits.ts';
export {
  memoryLimits,
  type MemoryLimits,
  type MemoryLimitsOptions,
} from '../../directives/rate-limit/runtime/memory-limits.ts';
export type { LimitRequest, LimitState, RateLimitStore } from '../../directives/rate-limit/runtime/limit-store.ts';
export type {
  DirectiveRuntime,
  DirectiveSteps,
  ServedOperation,
} from '../../directives/custom/runtime/directive-steps.ts';
export { createRouter } from './router.ts';
export { type RouterOptions } from './router-options.ts';
export { isStopping, stop, type StopOptions } from './stop/index.ts';
export { event, type EventOptions } from './streams/server-sent-event.ts';
export type { BasicCredentials, Credentials } from './request/security/credentials.ts';
export type { Verifier, Verifiers } from './request/security/verifiers.ts';
