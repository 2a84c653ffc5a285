import { STATUS_CODES } from 'node:http';
import type { Header, Operation, Paginated, Response, Schema } from '../../contract/operation.ts';
import type { Schemas } from '../../schema/json-types.ts';
import type { HeaderObject, Reference, ResponseObject } from '../document.ts';
import { contentObject } from './content.ts';
import type { Part } from './share.ts';
import { createPart } from './share.ts';
import type { StreamContext } from '../stream-content.ts';
import { streamObject } from '../stream-content.ts';

/** The headers of pages, by their names in `components.headers`. */
const PAGING_HEADERS: { readonly [name: string]: HeaderObject } = {
  Link: {
    description: 'Links to the first, previous, next and last page, if they exist (RFC 8288).',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'The total number of rows, if the request sets `total`.',
    schema: { type: 'integer', minimum: 0 },
  },
};

/** The headers that the runtime itself sends, by their names in `components.headers`. */
export const RUNTIME_HEADERS: { readonly [name: string]: HeaderObject } = {
  ...PAGING_HEADERS,
  ETag: { description: 'The version of the body (RFC 9110, 8.8.3).', schema: { type: 'string' } },
  Deprecation: {
    description: 'The date of the deprecation, as `@` and seconds since 1970 (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: { description: 'The date from which the operation may be gone (RFC 8594).', schema: { type: 'string' } },
};

/** Reason phrases of RFC 9110, independent of the Node version. */
export const PHRASES: { readonly [status: string]: string | undefined } = {
  ...STATUS_CODES,
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  '1XX': 'Informational',
  '2XX': 'Success',
  '3XX': 'Redirection',
  '4XX': 'Client Error',
  '5XX': 'Server Error',
  default: 'Default',
};

/**
 * Writes a response: OpenAPI 3.1, Response Object. Successful responses of list operations get the paging headers.
 *
 * @param streams What the description of streams depends on.
 */
export function responsePart(response: Response, operation: Operation, streams: StreamContext): Part<ResponseObject> {
  const { paging, etag, deprecatedOn, sunset } = operation;
  const { status, description, content, headers = [] } = response;
  const isPage = paging !== undefined && status.startsWith('2') && content.length > 0;
  const hasTag = etag && (status === '304' || (status.startsWith('2') && content.length > 0));
  const headerObjects = {
    ...headersObject(headers),
    ...(isPage && pagingHeaders(headers, paging)),
    ...(hasTag && references(headers, ['ETag'])),
    ...(deprecatedOn !== undefined && references(headers, ['Deprecation'])),
    ...(sunset !== undefined && references(headers, ['Sunset'])),
  };
  const value: ResponseObject = {
    description: description === '' ? (PHRASES[status] ?? status) : description,
    ...(Object.keys(headerObjects).length > 0 && { headers: headerObjects }),
    ...(content.length > 0 && { content: contentObject(content, (one) => streamObject(one, streams)) }),
  };
  return createPart(value, componentNames(response));
}

/** Names for a component: the schema of a 2xx response (`Pet`, `PetStream`), or the reason phrase of another status (`NotFound`). */
export function componentNames({ status, content }: Response): string[] {
  const phrase = PHRASES[status]?.replaceAll(/[^A-Za-z]/g, '') ?? `Status${status}`;
  const [first] = content;
  const body = status.startsWith('2') && first !== undefined ? schemaName(first.schema) : undefined;
  const name = body === undefined || first?.stream === undefined ? body : `${body}Stream`;
  return name === undefined ? [phrase] : [name, `${name}_${status}`];
}

/** The name of a body: `Pet` for a reference, `PetList` for an array of it, `PetPage` for an envelope around it. */
function schemaName(schema: Schema): string | undefined {
  const { $ref, items, properties = {} } = schema as { $ref?: string; items?: Schema; properties?: Schemas };
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  const rows = Object.values(properties).find(
    (property) => typeof property === 'object' && property['x-items'] === true,
  );
  const listed = items === undefined ? (rows as Schema | undefined)?.['items'] : items;
  const name = typeof listed === 'object' && listed !== null ? schemaName(listed as Schema) : undefined;
  return name === undefined ? undefined : `${name}${items === undefined ? 'Page' : 'List'}`;
}

function headersObject(headers: readonly Header[]): { [name: string]: HeaderObject } {
  return Object.fromEntries(
    headers.map(({ name, description, required, schema }): [string, HeaderObject] => [
      name,
      { ...(description !== undefined && { description }), ...(required && { required }), schema },
    ]),
  );
}

/** The header of responses that always have the total. */
const ALWAYS_COUNTED: HeaderObject = { ...PAGING_HEADERS['X-Total-Count']!, description: 'The total number of rows.' };

/** The paging headers that a response does not declare itself. */
function pagingHeaders(
  declared: readonly Header[],
  { envelope, cursor }: Paginated,
): { [name: string]: HeaderObject | Reference } {
  const isCounted = cursor?.only !== true || envelope?.countsAlways === true;
  const added = references(declared, isCounted ? Object.keys(PAGING_HEADERS) : ['Link']);
  return envelope?.countsAlways === true && 'X-Total-Count' in added
    ? { ...added, 'X-Total-Count': ALWAYS_COUNTED }
    : added;
}

/** References to the headers that a response does not declare itself. Header names are case-insensitive. */
function references(declared: readonly Header[], added: readonly string[]): { [name: string]: Reference } {
  const names = new Set(declared.map(({ name }) => name.toLowerCase()));
  return Object.fromEntries(
    added
      .filter((name) => !names.has(name.toLowerCase()))
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
