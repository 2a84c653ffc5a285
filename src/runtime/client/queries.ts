import type { PageRequest } from './pages.ts';
import { notePage } from './pages.ts';
import { isDefined } from './sent-values.ts';
import type {
  InfiniteQueryOptions,
  ListName,
  MutationOptions,
  PageParameters,
  QueryName,
  QueryOptions,
} from './query-types.ts';
import type { ClientRequest, RequestOptions } from './types.ts';

type Call = (input?: ClientRequest, options?: RequestOptions, page?: PageParameters) => PageRequest;

type Links = { readonly [relation in 'next' | 'previous']?: PageParameters };

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
    queryKey: [name, sentInputOf(input)],
    // The data of a query must not be undefined.
    queryFn: async ({ signal = null }) => (await call(client, name, input, { ...options, signal })) ?? null,
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
  // An observer reads the parameters of the next page while it renders, so that only the query may throw.
  const turn =
    (relation: 'next' | 'previous') =>
    (page: Links, _pages?: unknown, _param?: unknown, params: readonly PageParameters[] = []) => {
      const seen = new Set<string>();
      try {
        for (const one of [...params, page[relation]]) if (one) notePage(name, one, seen);
      } catch (error) {
        return error as undefined;
      }
      return page[relation];
    };
  return {
    queryKey: [name, sentInputOf(input), 'pages'],
    queryFn: async ({ pageParam, signal = null }) => {
      if (pageParam instanceof Error) throw pageParam;
      const isFirst = Object.keys(pageParam).length === 0;
      const page = call(client, name, input, { ...options, signal }, isFirst ? undefined : pageParam);
      const body = await page;
      const next = await page.next('next');
      const total = (await page.response).headers.get('X-Total-Count') ?? undefined;
      return { body, next, previous: await page.next('prev'), total: total && Number(total) };
    },
    initialPageParam: {},
    getNextPageParam: turn('next'),
    getPreviousPageParam: turn('previous'),
  } as InfiniteQueryOptions<ListName>;
}

/**
 * Creates the options of a mutation of TanStack Query.
 *
 * @param name The operationId, or the method and path.
 * @example useMutation(mutationOptions(client, 'addPet')).mutate({ body: { name: 'Ada' } })
 */
export function mutationOptions(client: AnyClient, name: string, options?: RequestOptions): MutationOptions<QueryName> {
  return {
    mutationKey: [name],
    mutationFn: async (input: ClientRequest) => (await call(client, name, input, options)) ?? null,
  } as MutationOptions<QueryName>;
}

/** An input without undefined parts, so that inputs of the same request have the same key. */
function sentInputOf(input: ClientRequest): ClientRequest {
  return Object.fromEntries(Object.entries(input).filter(isSent));
}

function isSent([place, part]: [string, unknown]): boolean {
  return place === 'body' ? part !== undefined : Object.entries(part ?? {}).some(isDefined);
}

function call(client: AnyClient, name: string, ...args: Parameters<Call>): PageRequest {
  if (name.includes(' ')) return client.request(name, ...args);
  return (client as unknown as { readonly [operationId: string]: Call })[name]!(...args);
}
