import { STATUS_CODES } from 'node:http';
import type { Header, Operation, Response, Schema } from '../../contract/operation.ts';
import type { HeaderObject, Reference, ResponseObject } from './document.ts';
import { contentObject } from './content.ts';
import type { Part } from './share.ts';
import { createPart } from './share.ts';

/** The headers of a list operation's pages, by their names among the document's headers. */
export const PAGING_HEADERS: { readonly [name: string]: HeaderObject } = {
  Link: {
    description: 'The first, previous, next and last page, as far as there are any (RFC 8288).',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'How many rows there are in all; where `total` was asked for.',
    schema: { type: 'integer', minimum: 0 },
  },
};

/** Names as RFC 9110 has them, whatever the Node version. */
const PHRASES: { readonly [status: string]: string | undefined } = {
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

/** Writes a response of an operation; one of a list operation that has rows has the headers of a page. */
export function responsePart(response: Response, { paging }: Operation): Part<ResponseObject> {
  const { status, description, content, headers = [] } = response;
  const isPage = paging !== undefined && status.startsWith('2') && content.length > 0;
  const headerObjects = { ...headersObject(headers), ...(isPage && pagingHeaders(headers)) };
  const value: ResponseObject = {
    description: description === '' ? (PHRASES[status] ?? status) : description,
    ...(Object.keys(headerObjects).length > 0 && { headers: headerObjects }),
    ...(content.length > 0 && { content: contentObject(content) }),
  };
  return createPart(value, componentNames(response));
}

/** A success by what it brings (`Pet`), anything else by its status (`NotFound`). */
function componentNames({ status, content }: Response): string[] {
  const phrase = PHRASES[status]?.replaceAll(/[^A-Za-z]/g, '') ?? `Status${status}`;
  const name = status.startsWith('2') && content[0] !== undefined ? schemaName(content[0].schema) : undefined;
  return name === undefined ? [phrase] : [name, `${name}_${status}`];
}

/** `Pet` for a reference to it, `PetList` for an array of it, `PetPage` for a page of it. */
function schemaName(schema: Schema): string | undefined {
  const { $ref, items, properties } = schema as { $ref?: string; items?: Schema; properties?: { items?: Schema } };
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  const listed = items === undefined ? properties?.items?.['items'] : items;
  const name = isSchema(listed) ? schemaName(listed) : undefined;
  return name === undefined ? undefined : `${name}${items === undefined ? 'Page' : 'List'}`;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function headersObject(headers: readonly Header[]): { [name: string]: HeaderObject } {
  return Object.fromEntries(
    headers.map(({ name, description, required, schema }): [string, HeaderObject] => [
      name,
      { ...(description !== undefined && { description }), ...(required && { required }), schema },
    ]),
  );
}

/** Those the response does not declare itself; the case of a header's name says nothing. */
function pagingHeaders(declared: readonly Header[]): { [name: string]: Reference } {
  const names = new Set(declared.map(({ name }) => name.toLowerCase()));
  const added = Object.keys(PAGING_HEADERS).filter((name) => !names.has(name.toLowerCase()));
  return Object.fromEntries(added.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
