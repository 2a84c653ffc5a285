import type Koa from 'koa';

/** The fields of a connection, which a gateway must not pass on: RFC 9110, 7.6.1. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The fields that describe bytes as they were before `fetch` decoded them. */
const OF_CODED_BYTES: ReadonlySet<string> = new Set([
  'accept-ranges',
  'content-digest',
  'content-encoding',
  'content-length',
  'content-md5',
  'digest',
  'repr-digest',
]);

/** The fields that add up with those that were set before. A list of cookies cannot be joined: RFC 6265, 3. */
const ADDED: ReadonlySet<string> = new Set(['link', 'set-cookie', 'vary']);

/**
 * Puts the status and the headers of a web Response on Koa's response, without those that don't describe the sent response: the fields of the connection that
 * it came from, and those of the bytes that `fetch` has decoded.
 */
export function putHead(response: Koa.Response, given: Response): void {
  const isDecoded = hasDecoded(given);
  const { headers, status } = given;
  const dropped = new Set((headers.get('connection') ?? '').toLowerCase().split(/\s*,\s*/));
  response.status = status;
  // Cookies come one by one.
  for (const [name, value] of headers) {
    if (OF_CONNECTION.has(name) || dropped.has(name) || (isDecoded && OF_CODED_BYTES.has(name))) continue;
    if (name === 'vary') response.vary(value);
    else if (ADDED.has(name)) response.append(name, value);
    // Of other bytes, an ETag is a weak one: RFC 9110, 8.8.3.
    else response.set(name, isDecoded && name === 'etag' && value.startsWith('"') ? `W/${value}` : value);
  }
}

/** Whether `fetch` has decoded the body of a Response. Those that a program has made have no URL. */
function hasDecoded({ body, headers, url }: Response): boolean {
  const codings = headers.get('content-encoding');
  if (codings === null || url === '' || body === null) return false;
  // Of several codings, all are undone or none.
  return codings.split(',').every((coding) => isDecodable(coding.trim().toLowerCase()));
}

function isDecodable(coding: string): boolean {
  return ['gzip', 'x-gzip', 'deflate', 'br'].includes(coding) || (coding === 'zstd' && decodesZstd());
}

/** Node's `fetch` decodes zstd since Undici 7.11. */
function decodesZstd(): boolean {
  const [major = 0, minor = 0] = (process.versions['undici'] ?? '').split('.').map(Number);
  return major > 7 || (major === 7 && minor >= 11);
}
