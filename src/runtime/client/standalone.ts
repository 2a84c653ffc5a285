// The client in the packages of `operations client`, without the operations. The build adds the parts that operations need, and writes one file for each choice of them.
export {
  createClient,
  infiniteQueryOptions,
  isErrorOf,
  mutationOptions,
  queryOptions,
  ResponseError,
  withHooks,
} from './index.ts';
export type { Hooks } from './hooks.ts';
// Each type that another one refers to is exported, so that the declarations of a library can name the types that it infers from a client.
export type * from './error-types.ts';
export type * from './query-types.ts';
export type * from './types.ts';
export type {
  CursorQuery,
  OperationIds,
  Operations,
  PagingQuery,
  ProjectProblem,
  Schemas,
} from '../../shared/contract/registry.ts';
export type { InputError, Problem } from '../../shared/contract/problem.ts';
