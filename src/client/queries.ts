import type { InfiniteQueryOptions, ListName, Page, PageParameters, QueryName, QueryOptions } from './query-types.ts';
import { nextLink } from './response.ts';
import type { ClientRequest, PendingPage, RequestOptions } from './types.ts';

/** The query parameters of paging. Of the link to the next page, only these are used. */
const PAGING = ['page', 'page_size', 'limit', 'offset', 'cursor'];

type Call = (input?: ClientRequest, options?: RequestOptions) => PendingPage<unknown, unknown>;

/** A client, and `request` among its methods. */
interface AnyClient {
  request(operation: string, ...args: Parameters<Call>): ReturnType<Call>;
}

/**
 * Creates the options of a query of TanStack Query: a key, and a function that calls the operation.
 *
 * @param name The operationId, or the method and path.
 * @example useQuery(queryOptions(client, 'getPet', { path: { id: 7 } }))
 */
export function queryOptions(
  client: AnyClient,
  name: string,
  input: ClientRequest = {},
  options?: RequestOptions,
): QueryOptions<QueryName> {
  return {
    queryKey: [name, input],
    // The data of a query must not be undefined.
    queryFn: async ({ signal = null }) => (await call(client, name)(input, { ...options, signal })) ?? null,
  } as QueryOptions<QueryName>;
}

/**
 * Creates the options of an infinite query of TanStack Query. It follows `Link: rel="next"`: RFC 8288.
 *
 * @param name The operationId of a list operation, or its method and path.
 * @example useInfiniteQuery(infiniteQueryOptions(client, 'listPets', { query: { page_size: 50 } }))
 */
export function infiniteQueryOptions(
  client: AnyClient,
  name: string,
  input: ClientRequest = {},
  options?: RequestOptions,
): InfiniteQueryOptions<ListName> {
  return {
    queryKey: [name, input, 'pages'],
    queryFn: async ({ pageParam, signal = null }) => {
      const query = { ...input.query, ...pageParam };
      const pending = call(client, name)({ ...input, query }, { ...options, signal });
      return { body: await pending, ...pagingOf(await pending.response) };
    },
    initialPageParam: {},
    getNextPageParam: ({ next }) => next,
  } as InfiniteQueryOptions<ListName>;
}

function call(client: AnyClient, name: string): Call {
  if (name.includes(' ')) return (...args) => client.request(name, ...args);
  return (client as unknown as { readonly [operationId: string]: Call })[name]!;
}

/** The paging parameters of the next page, and the number of all rows if the request needed it. */
function pagingOf(response: Response): Pick<Page<unknown>, 'next' | 'total'> {
  const link = nextLink(response);
  const total = response.headers.get('X-Total-Count');
  return {
    ...(link !== undefined && { next: parametersOf(link) }),
    ...(total !== null && { total: Number(total) }),
  };
}

function parametersOf(link: string): PageParameters {
  // The link may be relative. Only its query is read, so any origin will do.
  const { searchParams } = new URL(link, 'http://localhost');
  return Object.fromEntries([...searchParams].filter(([name]) => PAGING.includes(name)));
}
