// The types of a project's operations, without code: operations.d.ts augments them, handlers and clients use them. Each type that another one refers to is
// exported, so that declarations can name the types that TypeScript infers from a client.
export type * from './runtime/client/error-types.ts';
export type { Hooks } from './runtime/client/hooks.ts';
export type * from './runtime/client/query-types.ts';
export type * from './runtime/client/types.ts';
export type { VersionClient } from './runtime/client/version-client.ts';
export type { ResponseError } from './runtime/client/response.ts';
export type { Cursor, Keyset } from './shared/contract/cursor-position.ts';
export type { Operation } from './shared/contract/operation.ts';
export type { Manifest } from './shared/contract/manifest.ts';
export type { ListRequest } from './shared/contract/list-request.ts';
export type { CountedPage, Page } from './shared/contract/paging.ts';
export type { InputError, Problem } from './shared/contract/problem.ts';
export type { DataSchema } from './shared/contract/data-schema.ts';
export type { ServerSentEvent, Streamed } from './shared/contract/streams.ts';
export type {
  Auth,
  AuthOf,
  Bytes,
  CursorQuery,
  DirectiveOptions,
  Events,
  Extensions,
  OperationIds,
  OperationName,
  OperationResult,
  Operations,
  PagingQuery,
  ProjectProblem,
  RawBody,
  Rows,
  Schemas,
  VersionName,
  Versions,
} from './shared/contract/registry.ts';
