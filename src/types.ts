// What the operations of a project are to TypeScript: operations.d.ts adds them, handlers and clients read them. Types alone.
export type { Client, ClientOptions, ClientRequest, Pending, PendingPage, RequestOptions } from './client/types.ts';
export type { ResponseError } from './client/response.ts';
export type { Manifest, Operation } from './contract/operation.ts';
export type { Page } from './contract/paging.ts';
export type { Problem } from './contract/problem.ts';
export type {
  Auth,
  AuthOf,
  Bytes,
  OperationIds,
  OperationName,
  OperationResult,
  Operations,
  PagingQuery,
  RawBody,
  Rows,
  Schemas,
} from './contract/registry.ts';
