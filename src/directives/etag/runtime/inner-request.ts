import type { IncomingHttpHeaders, IncomingMessage as Message } from 'node:http';
import { IncomingMessage } from '../../../shared/contract/node-http.ts';
import { cookieName } from '../../../runtime/koa/request/fields.ts';
import { withoutNames } from '../../../shared/validation/query.ts';
import type { ForeignParameters } from './foreign-parameters.ts';

/** The headers that are about the request's own body or conditions, and not about the resource. */
const OWN_HEADERS =
  /^(?:if-(?:match|none-match|modified-since|unmodified-since|range)|range|cache-control|content-.*|transfer-encoding|expect)$/i;

/** The members that a message doesn't inherit: its method, its URL, its headers, its body and its connection. */
const OWN_FIELDS: ReadonlySet<string> = new Set(
  'method url headers headersDistinct rawHeaders rawTrailers trailers complete aborted socket connection client'.split(
    ' ',
  ),
);

/** Fields that HTTP/2 has on the prototype of its requests. */
const HTTP2_FIELDS = ['httpVersion', 'httpVersionMajor', 'httpVersionMinor', 'stream', 'authority', 'scheme'] as const;

/**
 * Creates a GET of the same URL, by the same client, on the same connection, with an empty body.
 *
 * It has what the platform and middleware have added to the request. It does not inherit from it: workerd keeps the socket in a private field.
 *
 * @param foreign The parameters to leave out.
 */
export function innerRequest(outer: Message, foreign: ForeignParameters): Message {
  const { socket, rawHeaders, headersDistinct } = outer;
  const req = new IncomingMessage(socket);
  const own = {
    ...Object.fromEntries(HTTP2_FIELDS.filter((name) => name in outer).map((name) => [name, Reflect.get(outer, name)])),
    socket,
    method: 'GET',
    url: withoutQuery(outer.url!, foreign),
    headers: withoutOwn(outer.headers, foreign),
    ...(headersDistinct !== undefined && { headersDistinct: withoutOwn(headersDistinct, foreign) }),
    // Node's own are pairs in one list.
    rawHeaders: rawWithoutOwn(rawHeaders ?? [], foreign),
    complete: true,
  };
  for (const [name, value] of Object.entries(own)) define(req, name, { value, writable: true, enumerable: true });
  for (const key of Reflect.ownKeys(outer))
    if (isAdded(req, key)) define(req, key, Object.getOwnPropertyDescriptor(outer, key)!);
  req.push(null);
  return req;
}

/** Whether a field of a request is neither the state of its stream nor about its own body. */
function isAdded(req: Message, key: string | symbol): boolean {
  if (typeof key === 'symbol') return !(key in req);
  return !key.startsWith('_') && !OWN_FIELDS.has(key) && !HTTP2_FIELDS.some((name) => name === key);
}

function define(req: Message, key: string | symbol, descriptor: PropertyDescriptor): void {
  Object.defineProperty(req, key, { ...descriptor, configurable: true });
}

function withoutQuery(url: string, { isInQuery }: ForeignParameters): string {
  const start = url.indexOf('?');
  return start === -1 ? url : url.slice(0, start + 1) + withoutNames(url.slice(start + 1), isInQuery);
}

function withoutOwn<T extends IncomingHttpHeaders | NodeJS.Dict<string[]>>(headers: T, foreign: ForeignParameters): T {
  const kept = Object.entries(headers).filter(([name]) => isKept(name, foreign));
  return Object.fromEntries(kept.map(([name, value]) => [name, valueOf(name, value, foreign)])) as T;
}

function rawWithoutOwn(fields: readonly string[], foreign: ForeignParameters): string[] {
  return fields.flatMap((name, i) =>
    i % 2 === 0 && isKept(name, foreign) ? [name, valueOf(name, fields[i + 1]!, foreign)] : [],
  );
}

function isKept(name: string, { headers }: ForeignParameters): boolean {
  return !OWN_HEADERS.test(name) && !headers.has(name.toLowerCase());
}

function valueOf<T extends string | string[] | undefined>(name: string, value: T, foreign: ForeignParameters): T {
  if (value === undefined || foreign.cookies.size === 0 || name.toLowerCase() !== 'cookie') return value;
  const isForeign = (pair: string): boolean => foreign.cookies.has(cookieName(pair) ?? '');
  const kept = (text: string): string =>
    text
      .split(';')
      .filter((pair) => !isForeign(pair))
      .join(';');
  return (typeof value === 'string' ? kept(value) : value.map(kept)) as T;
}
