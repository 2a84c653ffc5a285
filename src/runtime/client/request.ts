import type { writePath } from './address.ts';
import { filledPath, queryOf, simpleText } from './address.ts';
import type { writeCookies } from './cookies.ts';
import type { Encoded } from './encoded-body.ts';
import { encodeJson } from './encoded-body.ts';
import { turnTo } from './pages.ts';
import type { OperationTable } from './operation-table.ts';
import type { PageParameters } from './query-types.ts';
import { isDefined } from './sent-values.ts';
import type { iterateRecords } from './records.ts';
import type { styled } from './styles.ts';
import type { ClientOptions, ClientRequest, StreamOptions } from './types.ts';

type Values = { readonly [name: string]: unknown };

/** Parts of the client that only some operations need. */
export interface ClientParts {
  /** Serializes bodies of all media types. */
  readonly encodeBody?: typeof encodeJson;
  /** Writes paths that have a rest or a segment with several parameters. */
  readonly path?: typeof writePath;
  /** Writes query parameters of other styles. */
  readonly styled?: typeof styled;
  /** Writes cookies. */
  readonly writeCookies?: typeof writeCookies;
  /** Reads streams. */
  readonly iterate?: (
    operation: string,
    row: OperationTable[string],
    input: ClientRequest | undefined,
    init: StreamOptions,
    options: ClientOptions & ClientParts,
  ) => AsyncIterable<unknown>;
  /** Reads streams that are not of events. */
  readonly iterateRecords?: typeof iterateRecords;
}

/** A request without the options that all requests of a client share. */
export interface PreparedRequest {
  /** Path and query. */
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Exclude<Encoded['body'], undefined> | null;
  readonly create: Encoded['create'];
  /** Adds the cookies to a header. */
  readonly addCookies: ReturnType<typeof writeCookies> | undefined;
  /** The names of the query parameters of the first page. */
  readonly own: readonly string[];
}

/**
 * Builds the request of an operation from its input.
 *
 * @param operation The method and the decoded path template: `GET /pets/{id}`.
 * @param row Its row in the table.
 * @param page The query parameters of a page after the first.
 * @throws {TypeError} If a path parameter is missing, or its segment would be `.` or `..`.
 * @example prepareRequest('GET /pets/{id}', {}, { path: { id: 7 }, query: { tag: ['a', 'b'] } }).url // '/pets/7?tag=a&tag=b'
 */
export function prepareRequest(
  operation: string,
  { body: mediaType = 'application/json', styles }: OperationTable[string],
  { path = {}, query = {}, header, cookie, body: value, type = mediaType }: ClientRequest,
  page: PageParameters | undefined,
  { encodeBody = encodeJson, path: write = filledPath, styled, writeCookies }: ClientParts,
): PreparedRequest {
  const [method, template] = operation.split(/ (.*)/s) as [string, string];
  const search = queryOf(styles ? styled!(query as Values, styles) : (query as Values));
  const own = [...search.keys()];
  if (page) turnTo(page, search);
  const { body, type: contentType, create } = encodeBody(value, type);
  const fields = { ...header, 'Content-Type': contentType };
  const headers = Object.entries(fields).filter(isDefined);
  return {
    url: `${write(template, path as Values)}?${search}`.replace(/\?$/, ''),
    own,
    method,
    headers: Object.fromEntries(headers.map(([name, field]) => [name, simpleText(field, `header.${name}`)])),
    body: body ?? null,
    create,
    addCookies: writeCookies?.(cookie as Values | undefined),
  };
}
