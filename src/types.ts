// The types of a project's operations, without code: operations.d.ts augments them, handlers and clients use them.
export type {
  Client,
  ClientOptions,
  ClientRequest,
  Pending,
  PendingPage,
  RequestOptions,
} from './runtime/client/types.ts';
export type { ErrorOf, ErrorSource, TypedError } from './runtime/client/error-types.ts';
export type {
  InfiniteQueryOptions,
  ListName,
  Page as QueryPage,
  QueryArguments,
  QueryName,
  QueryOptions,
} from './runtime/client/query-types.ts';
export type { ResponseError } from './runtime/client/response.ts';
export type { Cursor, Keyset } from './shared/contract/cursor-position.ts';
export type { Operation } from './shared/contract/operation.ts';
export type { Manifest } from './shared/contract/manifest.ts';
export type { CountedPage, Page } from './shared/contract/paging.ts';
export type { Problem } from './shared/contract/problem.ts';
export type { ServerSentEvent, Streamed } from './shared/contract/streams.ts';
export type {
  Auth,
  AuthOf,
  Bytes,
  CursorQuery,
  OperationIds,
  OperationName,
  OperationResult,
  Operations,
  PagingQuery,
  RawBody,
  Rows,
  Schemas,
} from './shared/contract/registry.ts';
