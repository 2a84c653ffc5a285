import type { OperationIds, Operations } from '../../shared/contract/registry.ts';
import type { ErrorSource } from './error-types.ts';
import type { CallArguments, OperationKey, RequestOptions, ReservedName } from './types.ts';

// The options of TanStack Query, as plain data: its types are not needed to declare them.

/** The operations that a query can call, by operationId and by method and path. */
export type QueryName = Exclude<ErrorSource, ReservedName>;

/** The operations of {@link QueryName} that are list operations. */
export type ListName = [keyof Operations] extends [never]
  ? string
  : { [Name in QueryName]: TypesOf<Name> extends { item: unknown } ? Name : never }[QueryName];

/** The arguments of `queryOptions` after the name of the operation. The query itself has a signal. */
export type QueryArguments<Name extends QueryName> = [keyof Operations] extends [never]
  ? [input?: object, options?: Omit<RequestOptions, 'signal'>]
  : CallArguments<RequestOf<Name>, Omit<RequestOptions, 'signal'>>;

/** The options of a query: an argument of `useQuery`, `fetchQuery` and others of TanStack Query. */
export interface QueryOptions<Name extends QueryName> {
  /** The name of the operation, and its input. Without the input, it is the key of all queries of the operation. */
  readonly queryKey: readonly [operation: Name, input: RequestOf<Name>];
  /** Calls the operation. If the response has no body, the result is null. */
  readonly queryFn: (context: { readonly signal?: AbortSignal }) => Promise<DataOf<Name>>;
}

/** The options of an infinite query: an argument of `useInfiniteQuery`, `fetchInfiniteQuery` and others of TanStack Query. */
export interface InfiniteQueryOptions<Name extends QueryName> {
  /** It starts like the key of the operation's other queries. */
  readonly queryKey: readonly [operation: Name, input: RequestOf<Name>, data: 'pages'];
  /** Calls the operation for one page. */
  readonly queryFn: (context: {
    readonly pageParam: PageParameters;
    readonly signal?: AbortSignal;
  }) => Promise<QueryPage<DataOf<Name>>>;
  readonly initialPageParam: PageParameters;
  /** The parameters of the next page; undefined on the last page. */
  readonly getNextPageParam: (page: QueryPage<DataOf<Name>>) => PageParameters | undefined;
  /** The parameters of the previous page; undefined on the first page, and in lists with cursors. */
  readonly getPreviousPageParam: (page: QueryPage<DataOf<Name>>) => PageParameters | undefined;
}

/** The options of a mutation: an argument of `useMutation` and others of TanStack Query. */
export interface MutationOptions<Name extends QueryName> {
  readonly mutationKey: readonly [operation: Name];
  /** Calls the operation. If the response has no body, the result is null. */
  readonly mutationFn: (input: MutationInput<Name>) => Promise<DataOf<Name>>;
}

/** The variables of a mutation: the input of its operation, or nothing if that is optional. */
export type MutationInput<Name> = {} extends RequestOf<Name> ? RequestOf<Name> | void : RequestOf<Name>;

/** A page of an infinite query. */
export interface QueryPage<Body> {
  /** The body of the response. */
  readonly body: Body;
  /** The number of all rows, if the request has `total`. */
  readonly total?: number;
  /** The paging parameters of the next page; absent on the last page. */
  readonly next?: PageParameters;
  /** The paging parameters of the previous page; absent on the first page. */
  readonly previous?: PageParameters;
}

/** Query parameters of a page, such as `{ page: '2' }`. */
export interface PageParameters {
  readonly [name: string]: string;
}

export type TypesOf<Name> = Name extends OperationKey
  ? Operations[Name]
  : Name extends keyof OperationIds
    ? Operations[OperationIds[Name] & keyof Operations]
    : never;

// eslint-disable-next-line typescript/no-explicit-any -- the operations are unknown
export type RequestOf<Name> = [keyof Operations] extends [never]
  ? any
  : TypesOf<Name> extends { request: infer R }
    ? R
    : never;

export type DataOf<Name> = [keyof Operations] extends [never]
  ? // eslint-disable-next-line typescript/no-explicit-any -- the operations are unknown
    any
  : TypesOf<Name> extends { response: infer Body }
    ? Body extends undefined
      ? null
      : Body
    : never;
