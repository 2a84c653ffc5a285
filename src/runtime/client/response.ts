import type { Problem } from '../../shared/contract/problem.ts';
import type { ProjectProblem } from '../../shared/contract/registry.ts';

/** The error of a response without a 2xx status. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
  /** The method and path of the operation: `GET /pets/{id}`. */
  readonly operation: string;
  /** The response. Its body has been read. */
  readonly response: Response;
  readonly status: number;
  /** The body: parsed JSON, or text. */
  readonly body: unknown;
  /** The body if it is a problem: RFC 9457. */
  readonly problem: ProjectProblem | undefined;

  constructor(operation: string, response: Response, body: unknown) {
    const isProblem = mediaTypeOf(response) === 'application/problem+json' && typeof body === 'object' && body !== null;
    const problem = isProblem ? (body as Problem) : undefined;
    const reason = problem?.detail ?? problem?.title ?? response.statusText;
    // A 404 without a problem's detail is most often one of a wrong base URL.
    const place = response.status === 404 && !problem?.detail ? ` (${response.url})` : '';
    super(`${operation} failed with status ${response.status}${reason === '' ? '' : `: ${reason}`}${place}`);
    this.operation = operation;
    this.response = response;
    this.status = response.status;
    this.body = body;
    this.problem = problem as ProjectProblem | undefined;
  }
}

/**
 * Reads the body of a response: parsed JSON, a string for text, a Blob for any other type, or undefined if it is empty.
 *
 * @param isFile Whether the body is a Blob, whatever its type.
 * @throws {ResponseError} If the status is not 2xx.
 * @throws {SyntaxError} If the body is not valid JSON.
 */
export async function readResponse(operation: string, response: Response, isFile?: true): Promise<unknown> {
  if (!response.ok) throw new ResponseError(operation, response, errorBody(response, await response.text()));
  const mediaType = mediaTypeOf(response);
  if (response.body === null) return undefined;
  if (isFile || (!isJson(mediaType) && !mediaType.startsWith('text/') && mediaType !== '')) return response.blob();
  const text = await response.text();
  if (text === '' && !mediaType.startsWith('text/')) return undefined;
  return isJson(mediaType) ? (JSON.parse(text) as unknown) : text;
}

/** The body of an error. Invalid JSON, for example from a proxy, is returned as text to keep the status visible. */
function errorBody(response: Response, text: string): unknown {
  if (!isJson(mediaTypeOf(response))) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Whether a media type is JSON: RFC 8259, or the suffix `+json` of RFC 6839, 3.1. */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType);
}

/** The media type of a response, without parameters. */
export function mediaTypeOf({ headers }: Response): string {
  return (headers.get('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase();
}

/** The link to the next page: RFC 8288, relation `next`. */
export function nextLink(header: string | null): string | undefined {
  for (const [, address, parameters] of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g))
    if (/;\s*rel="?(?:[^";]*\s)?next(?=[\s";,]|$)/i.test(parameters!)) return address;
  return undefined;
}
