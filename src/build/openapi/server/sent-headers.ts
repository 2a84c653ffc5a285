import { addedHeaderNames, DIRECTIVE_HEADERS } from '../../../directives/effects.ts';
import type { Header, Operation, Response } from '../../../shared/contract/operation.ts';
import type { Paginated } from '../../../shared/contract/list-contract.ts';
import { isSuccessStatus } from '../../../shared/contract/statuses.ts';
import { isEqual } from '../../../shared/validation/values.ts';
import type { HeaderObject } from '../document.ts';

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
  ...Object.fromEntries(
    Object.entries(DIRECTIVE_HEADERS).map(([name, { description, schema }]) => [name, { description, schema }]),
  ),
};

/** The header of responses that always have the total. */
const ALWAYS_COUNTED: HeaderObject = { ...PAGING_HEADERS['X-Total-Count']!, description: 'The total number of rows.' };

/** The headers that the runtime itself sends with a response, without those that the response declares. Header names are case-insensitive. */
export function addedHeaders(
  operation: Operation,
  response: Response,
): readonly (readonly [name: string, header: HeaderObject])[] {
  const { paging } = operation;
  const { status, content, headers = [] } = response;
  const hasBody = isSuccessStatus(status) && content.length > 0;
  const declared = new Set(headers.map(({ name }) => name.toLowerCase()));
  const names = [
    ...(paging !== undefined && hasBody ? pagingNames(paging) : []),
    ...addedHeaderNames(operation, response),
  ];
  const isAlwaysCounted = paging?.envelope?.countsAlways === true;
  return names
    .filter((name) => !declared.has(name.toLowerCase()))
    .map((name) => {
      const header = isAlwaysCounted && name === 'X-Total-Count' ? ALWAYS_COUNTED : RUNTIME_HEADERS[name]!;
      const example = DIRECTIVE_HEADERS[name]?.exampleOf?.(operation);
      return [name, example === undefined ? header : { ...header, example }];
    });
}

function pagingNames({ envelope, cursor }: Paginated): string[] {
  const isCounted = cursor?.only !== true || envelope?.countsAlways === true;
  return isCounted ? Object.keys(PAGING_HEADERS) : ['Link'];
}

/** Whether a header is one that the runtime itself sends, as the document has it. */
export function isRuntimeHeader({ name, required, description, schema }: Header): boolean {
  const known = Object.entries(RUNTIME_HEADERS).find(([key]) => key.toLowerCase() === name.toLowerCase());
  const { examples: _, ...others } = schema;
  const hasExample = known !== undefined && DIRECTIVE_HEADERS[known[0]]?.exampleOf !== undefined;
  const header = {
    ...(description !== undefined && { description }),
    ...(required && { required }),
    // The example differs from one operation to another.
    schema: hasExample ? others : schema,
  };
  return known !== undefined && [known[1], ALWAYS_COUNTED].some((one) => isEqual(one, header));
}
