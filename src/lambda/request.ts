import type { HttpEvent } from './event.ts';
import { sourceOf } from './event.ts';

/** A request as Node's server would have read it. */
export interface LambdaRequest {
  readonly method: string;
  /** The path and the query, percent-encoded. */
  readonly url: string;
  /** By lower-case names; what came more than once is a list. */
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer | undefined;
  readonly remoteAddress: string | undefined;
}

/**
 * The request that an event is made of.
 *
 * @throws {TypeError} For an event that is no HTTP request.
 */
export function requestOf(event: HttpEvent): LambdaRequest {
  const source = sourceOf(event);
  const headers = headersOf(event);
  const body = bodyOf(event);
  // The body is here whole, however it was sent.
  delete headers['transfer-encoding'];
  if (body !== undefined) headers['content-length'] = String(body.length);
  if (source === 'gateway 2.0') {
    const { method, sourceIp } = event.requestContext.http!;
    return { method, url: joinUrl(pathOf(event), event.rawQueryString), headers, body, remoteAddress: sourceIp };
  }
  const isBalancer = source === 'balancer';
  // A balancer adds the address that it sees at the end.
  const forwarded = [headers['x-forwarded-for']].flat().at(-1)?.split(',').at(-1)?.trim();
  return {
    method: event.httpMethod!,
    // A balancer hands a query over as it came, a gateway decodes it.
    url: joinUrl(pathOf(event), isBalancer ? rawQuery(event) : new URLSearchParams(queryOf(event)).toString()),
    headers,
    body,
    remoteAddress: isBalancer ? forwarded : event.requestContext.identity?.sourceIp,
  };
}

function headersOf({ headers, multiValueHeaders, cookies = [] }: HttpEvent): Record<string, string | string[]> {
  // Where an event has both, "headers" knows only the last value of each.
  const read: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(multiValueHeaders ?? headers ?? {})) {
    if (value !== undefined) read[name.toLowerCase()] = value;
  }
  if (cookies.length > 0) read['cookie'] = cookies.join('; ');
  return read;
}

function bodyOf({ body, isBase64Encoded }: HttpEvent): Buffer | undefined {
  if (body === undefined || body === null || body === '') return undefined;
  return Buffer.from(body, isBase64Encoded === true ? 'base64' : 'utf8');
}

function queryOf({ queryStringParameters, multiValueQueryStringParameters }: HttpEvent): [string, string][] {
  const query = multiValueQueryStringParameters ?? queryStringParameters ?? {};
  return Object.entries(query).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
}

function rawQuery(event: HttpEvent): string {
  return queryOf(event)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** The path, percent-encoded: an HTTP API hands it over decoded, all others as it came. */
function pathOf({ version, path, rawPath, requestContext }: HttpEvent): string {
  const isHttpApi = version !== undefined && requestContext.domainName?.includes('.lambda-url.') !== true;
  const given = rawPath ?? path ?? '/';
  return isHttpApi ? given.replaceAll(/[^\w\-.~!$&'()*+,;=:@/]+/g, encodeURIComponent) : given;
}

function joinUrl(path: string, query = ''): string {
  return query === '' ? path : `${path}?${query}`;
}
