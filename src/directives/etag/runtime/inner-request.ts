import type { IncomingHttpHeaders, IncomingMessage as Message } from 'node:http';
import { IncomingMessage } from '../../../shared/contract/node-http.ts';

/** The headers that are about the request's own body or conditions, and not about the resource. */
const OWN_HEADERS =
  /^(?:if-(?:match|none-match|modified-since|unmodified-since|range)|range|cache-control|content-.*|transfer-encoding|expect)$/i;

/** The members that a message doesn't inherit: its method, its headers, its body and its connection. */
const OWN_FIELDS: ReadonlySet<string> = new Set(
  'method headers headersDistinct rawHeaders rawTrailers trailers complete aborted socket connection client'.split(' '),
);

/** Fields that HTTP/2 has on the prototype of its requests. */
const HTTP2_FIELDS = ['httpVersion', 'httpVersionMajor', 'httpVersionMinor', 'stream', 'authority', 'scheme'] as const;

/**
 * Creates a GET of the same URL, by the same client, on the same connection, with an empty body.
 *
 * It has what the platform and middleware have added to the request. It does not inherit from it: workerd keeps the socket in a private field.
 */
export function innerRequest(outer: Message): Message {
  const { socket, rawHeaders, headersDistinct } = outer;
  const req = new IncomingMessage(socket);
  const own = {
    ...Object.fromEntries(HTTP2_FIELDS.filter((name) => name in outer).map((name) => [name, Reflect.get(outer, name)])),
    socket,
    method: 'GET',
    url: outer.url,
    headers: withoutOwn(outer.headers),
    ...(headersDistinct !== undefined && { headersDistinct: withoutOwn(headersDistinct) }),
    // Node's own are pairs in one list.
    rawHeaders: (rawHeaders ?? []).filter((_, i, all) => !OWN_HEADERS.test(all[i - (i % 2)]!)),
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

function withoutOwn<T extends IncomingHttpHeaders | NodeJS.Dict<string[]>>(headers: T): T {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name))) as T;
}
