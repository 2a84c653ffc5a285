import { isUtf8 } from 'node:buffer';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Response } from 'light-my-request';
import { fromNodeHeader } from '../../shared/contract/header-text.ts';
import type { HttpEvent } from './lambda-event.ts';
import { sourceOf } from './lambda-event.ts';
import { CONNECTION_HEADERS } from '../in-process/index.ts';

/** The result of a Lambda function. Headers are in the fields that the source of the event reads. */
export interface HttpResult extends ResultHead {
  body: string;
  isBase64Encoded: boolean;
}

/** A Lambda function handler. */
export type LambdaHandler = (event: HttpEvent, context?: unknown) => Promise<HttpResult>;

/** The part of a result before its body. */
export interface ResultHead {
  statusCode: number;
  /** Status code and reason phrase; only for load balancers. */
  statusDescription?: string;
  headers?: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
  cookies?: string[];
}

/** Headers that the gateway sets itself: those of the connection (RFC 9110, 7.6.1) and the date. */
const GATEWAY_HEADERS: ReadonlySet<string> = new Set([...CONNECTION_HEADERS, 'date']);

/**
 * Converts a response to the format that the source of the event expects. UTF-8 bodies are sent as text, all others as Base64.
 *
 * @throws {TypeError} If a load balancer or VPC Lattice cannot represent the response: several cookies without multi-value headers.
 */
export function resultOf(event: HttpEvent, response: Response): HttpResult {
  const { rawPayload } = response;
  const isText = isUtf8(rawPayload);
  return {
    ...headOf(event, response),
    body: rawPayload.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  };
}

/**
 * Converts status and headers of a response to the format that the source of the event expects.
 *
 * @throws {TypeError} If a load balancer cannot represent the response.
 */
export function headOf(
  event: HttpEvent,
  { statusCode, statusMessage, headers: given }: Pick<Response, 'statusCode' | 'statusMessage' | 'headers'>,
): ResultHead {
  const result = { statusCode };
  const headers = readHeaders(given);
  const { 'set-cookie': cookies = [], ...others } = headers;
  switch (sourceOf(event)) {
    case 'gateway 2.0':
      return { ...result, headers: joinedHeaders(others), cookies };
    case 'gateway 1.0':
      return { ...result, multiValueHeaders: headers };
    case 'lattice':
      if (cookies.length > 1) throw new TypeError(LATTICE_COOKIES);
      return { ...result, headers: joinedHeaders(headers) };
    case 'balancer': {
      const described = { ...result, statusDescription: `${statusCode} ${statusMessage}` };
      // A load balancer reads the same headers field that its event uses.
      if (event.multiValueHeaders != null) return { ...described, multiValueHeaders: headers };
      if (cookies.length > 1) throw new TypeError(MANY_COOKIES);
      return { ...described, headers: joinedHeaders(headers) };
    }
  }
}

const MANY_COOKIES =
  'A load balancer accepts one Set-Cookie header, but the response has several. ' +
  'Enable multi-value headers for the target group: lambda.multi_value_headers.enabled=true.';

const LATTICE_COOKIES =
  'VPC Lattice accepts one Set-Cookie header from a function, but the response has several. Store the values in one cookie.';

type Headers = Record<string, string[]>;

function readHeaders(headers: OutgoingHttpHeaders): Headers {
  const entries = Object.entries(headers).filter(([name]) => !GATEWAY_HEADERS.has(name));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, [value ?? ''].flat().map((item) => fromNodeHeader(String(item)))]),
  );
}

function joinedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.join(', ')]));
}
