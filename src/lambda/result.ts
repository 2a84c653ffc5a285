import { isUtf8 } from 'node:buffer';
import type { OutgoingHttpHeaders } from 'node:http';
import type { HttpEvent } from './event.ts';
import { sourceOf } from './event.ts';

/** What Lambda makes a response of: the headers are in those fields that the source of the event reads. */
export interface HttpResult {
  statusCode: number;
  /** Only for a load balancer. */
  statusDescription?: string;
  headers?: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
  cookies?: string[];
  body: string;
  isBase64Encoded: boolean;
}

/** A response that is finished. */
export interface FinishedResponse {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly headers: OutgoingHttpHeaders;
  readonly rawPayload: Buffer;
}

/** What holds for a connection, which is the gateway's: RFC 9110, 7.6.1. The date is its own too. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

/**
 * Says a response as the source of an event reads it. A body that is UTF-8 goes as text, which loses nothing, any other as Base64.
 *
 * @throws {TypeError} For what the source cannot be told.
 */
export function resultOf(event: HttpEvent, response: FinishedResponse): HttpResult {
  const { statusCode, statusMessage, rawPayload } = response;
  const isText = isUtf8(rawPayload);
  const answer: HttpResult = {
    statusCode,
    body: rawPayload.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  };
  const headers = readHeaders(response.headers);
  const { 'set-cookie': cookies = [], ...others } = headers;
  switch (sourceOf(event)) {
    case 'gateway 2.0':
      return { ...answer, headers: join(others), cookies };
    case 'gateway 1.0':
      return { ...answer, multiValueHeaders: headers };
    case 'balancer': {
      const answered = { ...answer, statusDescription: `${statusCode} ${statusMessage}` };
      // It reads the field that its own event has.
      if (event.multiValueHeaders != null) return { ...answered, multiValueHeaders: headers };
      if (cookies.length > 1) throw new TypeError(MANY_COOKIES);
      return { ...answered, headers: join(headers) };
    }
  }
}

const MANY_COOKIES =
  'A load balancer takes one Set-Cookie header, and the response has several. ' +
  'Turn on multi-value headers for the target group: lambda.multi_value_headers.enabled=true.';

type Headers = Record<string, string[]>;

function readHeaders(headers: OutgoingHttpHeaders): Headers {
  const entries = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, [value ?? ''].flat().map(String)]));
}

function join(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.join(', ')]));
}
