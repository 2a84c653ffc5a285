import type { Problem } from '../../shared/contract/problem.ts';
import type { ProjectProblem } from '../../shared/contract/registry.ts';
import type { OperationTable } from './operation-table.ts';

const ANY_TYPE = '*/*';

/** The error of a response without a 2xx status. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
  /** The method and path of the operation: `GET /pets/{id}`. */
  declare readonly operation: string;
  /** The response. Its body has been read. */
  declare readonly response: Response;
  declare readonly status: number;
  /** The body: parsed JSON, or text. */
  declare readonly body: unknown;
  /** The body if it is a problem: RFC 9457. */
  declare readonly problem: ProjectProblem | undefined;

  /** @param fault The mistake in a response with a 2xx status. */
  constructor(operation: string, response: Response, body: unknown, fault?: string) {
    const { status, statusText, redirected, url } = response;
    const isProblem = mediaTypeOf(response) === PROBLEM && body === Object(body);
    const problem = isProblem ? (body as Problem) : undefined;
    const reason = fault ?? problem?.detail ?? problem?.title ?? statusText;
    // A 404 without a problem's detail is most often one of a wrong base URL, and a redirect may lead to a page.
    const place = redirected || (status === 404 && !problem?.detail) ? ` (${url})` : '';
    super(`${operation} failed with status ${status}${reason && `: ${reason}`}${place}`);
    Object.assign(this, { operation, response, status, body, problem });
  }
}

/** The media type of problems: RFC 9457. */
export const PROBLEM = 'application/problem+json';

/** An operation that the table does not have: any type will do, and a body without one is text. */
export const UNKNOWN: OperationTable[string] = { types: ['text/*', '*', ''] };

/** The media types of an operation's success, if it has no others than JSON. */
const JSON_TYPES = ['application/json'];

/**
 * Reads the body of a response: parsed JSON, a string for text, a Blob for any other type, or undefined if it is empty.
 *
 * @param row The operation.
 * @throws {ResponseError} If the status is not 2xx, or the body differs from the operation's declaration.
 */
export async function readResponse(
  operation: string,
  response: Response,
  { types = JSON_TYPES }: OperationTable[string],
): Promise<unknown> {
  const sent = await checkResponse(operation, response, { types });
  if (response.body === null || response.status === 204) return undefined;
  const type = types[0] === ANY_TYPE ? ANY_TYPE : sent;
  if (!isJson(type)) return type.startsWith('text/') ? response.text() : response.blob();
  const text = await response.text();
  return !text && types.includes('') ? undefined : parseJson(operation, response, text);
}

/**
 * Checks the status and the media type of a response.
 *
 * @throws {ResponseError} As {@link readResponse}.
 */
export async function checkResponse(
  operation: string,
  response: Response,
  { types = JSON_TYPES }: OperationTable[string] = {},
): Promise<string> {
  const type = mediaTypeOf(response);
  if (!response.ok) {
    const text = await response.text();
    // Invalid JSON, for example from a proxy, is kept as text to keep the status visible.
    throw new ResponseError(operation, response, isJson(type) ? tryJson(text, text) : text);
  }
  if (type && response.body !== null && !types.some((one) => isOf(type, one)))
    // Such as the page of a proxy.
    failUnexpected(
      operation,
      response,
      `Expected ${types.filter(Boolean).join(' or ')} but got ${type}`,
      await response.text(),
    );
  return type || types[0]!;
}

/** Parses a JSON text of a response. */
export function parseJson(operation: string, response: Response, text: string): unknown {
  const value = tryJson(text);
  return value === undefined ? failUnexpected(operation, response, 'Invalid JSON', text) : value;
}

/** The value of a JSON text, or another one if the text is not JSON. */
export function tryJson(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Fails with the text of a body that is not as declared. */
function failUnexpected(operation: string, response: Response, fault: string, text: string): never {
  throw new ResponseError(operation, response, text, `${fault}: ${text.slice(0, SHOWN)}`);
}

/** How many characters of an unexpected body a message has. */
const SHOWN = 200;

/** Whether a media type is a declared one. Any JSON type satisfies another one. */
export function isOf(type: string, declared: string): boolean {
  return (
    declared === type ||
    (isJson(type) && isJson(declared)) ||
    (declared.endsWith('*') && type.startsWith(declared.split('*')[0]!))
  );
}

/** Whether a media type is JSON: RFC 8259, or the suffix `+json` of RFC 6839, 3.1. */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType);
}

/** The media type of a response, without parameters. */
export function mediaTypeOf({ headers }: Response): string {
  return (headers.get('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase();
}

/** A part of a header with links: an address, a parameter `rel`, or another text in quotes, which can contain all of these. */
const LINK = /(?:^|,)\s*<([^>]*)>|;\s*rel\s*=\s*("[^"]*"|[^\s;,"]*)|"(?:\\.|[^"\\])*"/gi;

/** The address of a link, such as the next page: RFC 8288. Of several parameters `rel`, the first counts. */
export function linkOf(header: string | null, relation: string): string | undefined {
  let address: string | undefined;
  for (const [, target, rel] of (header ?? '').matchAll(LINK)) {
    const relations = rel?.toLowerCase().split(/[\s"]+/);
    if (address !== undefined && relations?.includes(relation)) return address;
    // Text that is neither an address nor a relation keeps the address for its relation.
    if ((target ?? rel) !== undefined) address = target;
  }
  return undefined;
}
