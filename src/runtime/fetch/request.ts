import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { originForm } from '../../shared/contract/path-spelling.ts';
import type { InProcessRequest } from '../in-process/index.ts';
import { isOfDeno } from './client-address.ts';

/** The scheme and the host of a URL. */
const ORIGIN = /^(https?):\/\/([^/?#]*)/i;

/** Converts a web request to one of Node's HTTP server. */
export function requestOf(
  request: Request,
  platform: unknown,
  remoteAddress: string | undefined,
): Omit<InProcessRequest, 'fields'> {
  // Not `new URL`, which resolves dot segments and backslashes: Deno passes the target as it was sent. Bun passes it alone if `Host` is malformed.
  const [, scheme = 'http', authority = ''] = ORIGIN.exec(request.url) ?? [];
  const headers: Record<string, string | string[]> = Object.fromEntries(request.headers);
  const host = request.headers.get('host');
  headers['host'] = host === null ? authority : hostsOf(host, authority, platform);
  const body = request.body === null ? undefined : Readable.fromWeb(request.body as ReadableStream<Uint8Array>);
  // Without either, a request has no body: RFC 9112, 6.3.
  if (body !== undefined && headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked';
  return {
    method: request.method,
    url: originForm(request.url),
    headers,
    body,
    remoteAddress,
    socket: { encrypted: scheme.toLowerCase() === 'https' },
  };
}

/** The host that a request names, or two for the app to refuse. Only for Deno: other platforms make the URL of what they know better than `Host`. */
function hostsOf(host: string, authority: string, platform: unknown): string | string[] {
  return isOfDeno(platform) && plainHost(host) !== plainHost(authority) ? [host, authority] : host;
}

/** A host as URLs are normalized. */
function plainHost(host: string): string {
  return host.toLowerCase().replace(/:(?:80|443)?$/, '');
}
