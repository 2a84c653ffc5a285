// The client in the packages of `operations client`, without the operations. It is built into one file.
export { createClient, infiniteQueryOptions, isErrorOf, queryOptions, ResponseError } from './index.ts';
export type { ErrorOf, ErrorSource, TypedError } from './error-types.ts';
export type {
  InfiniteQueryOptions,
  ListName,
  Page as QueryPage,
  QueryArguments,
  QueryName,
  QueryOptions,
} from './query-types.ts';
export type { Client, ClientOptions, ClientRequest, Pending, PendingPage, RequestOptions } from './types.ts';
export type { CursorQuery, OperationIds, Operations, PagingQuery, Schemas } from '../../shared/contract/registry.ts';
