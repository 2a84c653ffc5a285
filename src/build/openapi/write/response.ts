import { STATUS_CODES } from '../../../shared/contract/node-http.ts';
import type { Header, Operation, Response, Schema } from '../../../shared/contract/operation.ts';
import type { NamedSchemas } from '../../../shared/schema/json-types.ts';
import type { HeaderObject, Reference, ResponseObject } from '../document.ts';
import { addedHeaders, RUNTIME_HEADERS } from '../server/sent-headers.ts';
import { contentObject } from './content.ts';
import type { Part } from './share.ts';
import { componentOf } from '../../../shared/contract/component-name.ts';
import { isSuccessStatus } from '../../../shared/contract/statuses.ts';
import { createPart } from './share.ts';
import type { StreamContext } from '../stream-content.ts';
import { streamObject } from '../stream-content.ts';

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

/** The description that the document has for a status without one. */
export function phraseOf(status: string): string {
  return PHRASES[status] ?? status;
}

/**
 * Writes a response: OpenAPI 3.1, Response Object. Successful responses of list operations get the paging headers.
 *
 * @param streams The inputs of the description of streams.
 */
export function responsePart(response: Response, operation: Operation, streams: StreamContext): Part<ResponseObject> {
  const { status, description, content, headers = [] } = response;
  const added = addedHeaders(operation, response).map(([name, header]): [string, HeaderObject | Reference] => [
    name,
    header === RUNTIME_HEADERS[name] ? { $ref: `#/components/headers/${name}` } : header,
  ]);
  const headerObjects = { ...headersObject(headers), ...Object.fromEntries(added) };
  const value: ResponseObject = {
    description: description === '' ? phraseOf(status) : description,
    ...(Object.keys(headerObjects).length > 0 && { headers: headerObjects }),
    ...(content.length > 0 && { content: contentObject(content, (one) => streamObject(one, streams)) }),
  };
  return createPart(value, componentNames(response), { name: componentOf(response), suffix: status });
}

/** Names for a component: the schema of a 2xx response (`Pet`, `PetStream`), or the reason phrase of another status (`NotFound`). */
export function componentNames({ status, content }: Response): string[] {
  const phrase = PHRASES[status]?.replaceAll(/[^A-Za-z]/g, '') ?? `Status${status}`;
  const [first] = content;
  const body = isSuccessStatus(status) && first !== undefined ? schemaName(first.schema) : undefined;
  const name = body === undefined || first?.stream === undefined ? body : `${body}Stream`;
  return name === undefined ? [phrase] : [name, `${name}_${status}`];
}

/** The name of a body: `Pet` for a reference, `PetList` for an array of it, `PetPage` for an envelope around it. */
function schemaName(schema: Schema): string | undefined {
  const { $ref, items, properties = {} } = schema as { $ref?: string; items?: Schema; properties?: NamedSchemas };
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
