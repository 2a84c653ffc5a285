import type { Problem } from '../contract/problem.ts';

/** What is thrown for a response that is no success. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
  /** The response, its body read. */
  readonly response: Response;
  readonly status: number;
  /** The body, as JSON or text. */
  readonly body: unknown;
  /** The body where it is a problem: RFC 9457. */
  readonly problem: Problem | undefined;

  constructor(operation: string, response: Response, body: unknown) {
    const problem = isProblem(response, body) ? body : undefined;
    const told = problem?.detail ?? problem?.title ?? response.statusText;
    super(`${operation} answered ${response.status}${told === '' ? '' : `: ${told}`}`);
    this.response = response;
    this.status = response.status;
    this.body = body;
    this.problem = problem;
  }
}

function isProblem(response: Response, body: unknown): body is Problem {
  return mediaTypeOf(response) === 'application/problem+json' && typeof body === 'object' && body !== null;
}

/**
 * The body of a response: JSON parsed, text as such, anything else a Blob, and undefined where there is none.
 *
 * @throws {ResponseError} For a response that is no success.
 */
export async function readResponse(operation: string, response: Response): Promise<unknown> {
  if (!response.ok) throw new ResponseError(operation, response, errorBody(response, await response.text()));
  const mediaType = mediaTypeOf(response);
  if (response.body === null) return undefined;
  if (!isJson(mediaType) && !mediaType.startsWith('text/') && mediaType !== '') return response.blob();
  const text = await response.text();
  if (text === '' && !mediaType.startsWith('text/')) return undefined;
  return isJson(mediaType) ? (JSON.parse(text) as unknown) : text;
}

/** The page of a proxy may say that it is JSON and be none: the status matters more. */
function errorBody(response: Response, text: string): unknown {
  if (!isJson(mediaTypeOf(response))) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType);
}

function mediaTypeOf({ headers }: Response): string {
  return (headers.get('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase();
}

/** The address of the page that follows: RFC 8288, relation `next`. */
export function nextLink({ headers }: Response): string | undefined {
  const links = (headers.get('Link') ?? '').matchAll(/<([^>]*)>([^<]*)/g);
  for (const [, address, parameters] of links)
    if (/;\s*rel="?(?:[^";]*\s)?next(?=[\s";,]|$)/i.test(parameters!)) return address;
  return undefined;
}
