import type { PageRequest } from './pages.ts';
import type { InfiniteQueryOptions, ListName, PageParameters, QueryName, QueryOptions } from './query-types.ts';
import type { ClientRequest, RequestOptions } from './types.ts';

type Call = (input?: ClientRequest, options?: RequestOptions, page?: PageParameters) => PageRequest;

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
      const isFirst = Object.keys(pageParam).length === 0;
      const page = call(client, name)(input, { ...options, signal }, isFirst ? undefined : pageParam);
      const body = await page;
      const next = await page.next();
      const total = (await page.response).headers.get('X-Total-Count');
      return { body, ...(next !== undefined && { next }), ...(total !== null && { total: Number(total) }) };
    },
    initialPageParam: {},
    getNextPageParam: ({ next }) => next,
  } as InfiniteQueryOptions<ListName>;
}

function call(client: AnyClient, name: string): Call {
  if (name.includes(' ')) return (...args) => client.request(name, ...args);
  return (client as unknown as { readonly [operationId: string]: Call })[name]!;
}
