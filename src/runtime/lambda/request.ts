import { toNodeHeaderIfText } from '../../shared/contract/header-text.ts';
import type { HttpEvent } from './lambda-event.ts';
import { sourceOf } from './lambda-event.ts';

/** A request in the form of Node's HTTP server. */
export interface LambdaRequest {
  readonly method: string;
  /** The path and the query, percent-encoded. */
  readonly url: string;
  /** Headers by lower-case name. A repeated header is a list. */
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer | undefined;
  readonly remoteAddress: string | undefined;
}

/**
 * Converts an event to a request.
 *
 * @throws {TypeError} If the event is not an HTTP request.
 */
export function requestOf(event: HttpEvent): LambdaRequest {
  const source = sourceOf(event);
  const headers = requestHeaders(event);
  const body = event.body ? Buffer.from(event.body, event.isBase64Encoded === true ? 'base64' : 'utf8') : undefined;
  // The event contains the complete body.
  delete headers['transfer-encoding'];
  if (body !== undefined) headers['content-length'] = String(body.length);
  if (source === 'gateway 2.0') {
    const { method, sourceIp } = event.requestContext.http!;
    return { method, url: joinUrl(eventPath(event), event.rawQueryString), headers, body, remoteAddress: sourceIp };
  }
  const forwarded = lastForwarded(headers);
  if (source === 'lattice') {
    const { method } = event;
    // It has the query.
    const path = (event.path || '/').replaceAll('#', encodeURIComponent);
    const query = path.includes('?') ? '' : new URLSearchParams(queryOf(event)).toString();
    return { method: method!, url: joinUrl(path, query), headers, body, remoteAddress: forwarded };
  }
  const isBalancer = source === 'balancer';
  const query = queryOf(event);
  return {
    method: event.httpMethod!,
    // A load balancer passes the query encoded, API Gateway passes it decoded.
    url: joinUrl(
      eventPath(event),
      isBalancer ? query.map((pair) => pair.join('=')).join('&') : new URLSearchParams(query).toString(),
    ),
    headers,
    body,
    remoteAddress: isBalancer ? forwarded : event.requestContext.identity?.sourceIp,
  };
}

/** The address that a load balancer or VPC Lattice appends. */
function lastForwarded(headers: LambdaRequest['headers']): string | undefined {
  return [headers['x-forwarded-for']].flat().at(-1)?.split(',').at(-1)?.trim();
}

function requestHeaders({ headers, multiValueHeaders, cookies = [] }: HttpEvent): Record<string, string | string[]> {
  // If an event has both, `headers` has only the last value of each.
  const result: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(multiValueHeaders ?? headers ?? {})) {
    if (value === undefined) continue;
    const key = name.toLowerCase();
    // Names can differ in case only. Of two credentials, none may be dropped: a proxy can have verified the other one.
    result[key] = Object.hasOwn(result, key) ? [result[key]!, readValue(value)].flat() : readValue(value);
  }
  if (cookies.length > 0) result['cookie'] = cookies.map(toNodeHeaderIfText).join('; ');
  return result;
}

/** The values of a header: of a list with one value, that value. */
function readValue(value: string | readonly string[]): string | string[] {
  const values = [value].flat().map(toNodeHeaderIfText);
  return values.length === 1 ? values[0]! : values;
}

function queryOf({ queryStringParameters, multiValueQueryStringParameters }: HttpEvent): [string, string][] {
  const query = multiValueQueryStringParameters ?? queryStringParameters ?? {};
  return Object.entries(query).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
}

/** The path, percent-encoded. HTTP APIs pass it decoded, all other sources pass it unchanged. */
function eventPath({ version, path, rawPath, requestContext }: HttpEvent): string {
  const isHttpApi = version !== undefined && requestContext.domainName?.includes('.lambda-url.') !== true;
  const target = (rawPath ?? path) || '/';
  // The query is separate, so these would begin a query or a fragment that proxies in front haven't seen.
  return target.replaceAll(isHttpApi ? /[^\w\-.~!$&'()*+,;=:@/]+/g : /[?#]/g, encodeURIComponent);
}

function joinUrl(path: string, query = ''): string {
  return query === '' ? path : `${path}?${query}`;
}
