import type { PageParameters } from './query-types.ts';
import type { OperationTable } from './operation-table.ts';
import { checkResponse, linkOf, readResponse } from './response.ts';
import type { PendingPage } from './types.ts';

/** The query parameters of paging. A link to the next page replaces all of them. */
const PAGING = ['page', 'page_size', 'limit', 'offset', 'cursor'];

/**
 * Reads the query parameters of another page from `Link: rel="next"` or `rel="prev"`: RFC 8288.
 *
 * Only the parameters are used, so that the next request has the method, the headers and the body of the first, and the same server.
 *
 * @param own The names of the query parameters of the first request, which keep their values.
 * @returns Undefined if there is no such page.
 * @throws {TypeError} If the link has no parameters, because the same page would follow.
 */
export function nextPage(
  operation: string,
  own: readonly string[],
  response: Response,
  relation: string,
): PageParameters | undefined {
  const link = linkOf(response.headers.get('Link'), relation);
  if (link === undefined) return undefined;
  // The link may be relative. Only its query is read, so any origin will do.
  const { searchParams } = new URL(link, 'http://localhost');
  const next = [...searchParams].filter(([name]) => PAGING.includes(name) || !own.includes(name));
  if (next.length > 0) return Object.fromEntries(next);
  throw new TypeError(`${operation}: no parameters in the link ${link}`);
}

/**
 * Records that a page is read.
 *
 * @param seen The pages that were read before.
 * @throws {TypeError} If it is one of these, because the pages would have no end.
 */
export function notePage(operation: string, page: PageParameters, seen: Set<string>): void {
  const key = String(new URLSearchParams(page));
  if (seen.has(key)) throw new TypeError(`${operation}: the links of its pages lead back to ${key}`);
  seen.add(key);
}

/** Replaces the paging parameters of a query by those of a page. */
export function turnTo(page: PageParameters, query: URLSearchParams): void {
  for (const name of PAGING) query.delete(name);
  for (const [name, value] of Object.entries(page)) query.set(name, value);
}

/** A page of a list operation, which `infiniteQueryOptions` uses too. */
export interface PageRequest extends PendingPage<unknown, unknown> {
  /** Reads the parameters of the page of a relation; undefined if there is none. */
  next(relation: string): Promise<PageParameters | undefined>;
}

/**
 * Makes the request of a page iterable.
 *
 * @param turn Sends the request again for another page.
 */
export function pageRequest(
  operation: string,
  row: OperationTable[string],
  sending: Promise<Response>,
  next: PageRequest['next'],
  turn: (page: PageParameters) => PageRequest,
): PageRequest {
  let isRaw = false;
  const body = sending.then((response) => {
    if (isRaw) throw new TypeError(`${operation}: read the body from the response of "raw"`);
    return readResponse(operation, response, row);
  });
  const rows = async function* (): AsyncGenerator {
    const seen = new Set<string>();
    for (let page: PageRequest = pending; ;) {
      yield* pageRows(operation, row.items, await page);
      const parameters = await page.next('next');
      if (!parameters) return;
      notePage(operation, parameters, seen);
      page = turn(parameters);
    }
  };
  // The caller can read the status from the response, so ignore an error of the body.
  const response = (): Promise<Response> => body.catch(() => {}).then(() => sending);
  const pending = Object.defineProperties(body, {
    response: { get: response },
    raw: {
      get() {
        isRaw = true;
        body.catch(() => {});
        return sending.then((sent) => checkResponse(operation, sent, row).then(() => sent));
      },
    },
    next: { value: next },
    [Symbol.asyncIterator]: { value: rows },
  }) as PageRequest;
  return pending;
}

/** The rows of a page: the body itself, or a property of it. */
function pageRows(operation: string, items = 'items', body: unknown): readonly unknown[] {
  const rows = Array.isArray(body) ? body : (body as { readonly [name: string]: unknown } | null | undefined)?.[items];
  if (!Array.isArray(rows)) throw new TypeError(`${operation}: no rows in the response`);
  return rows as unknown[];
}
