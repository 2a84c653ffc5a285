import type { TLSSocket } from 'node:tls';
import type { InProcessRequest } from '../in-process/index.ts';
import { isRepeated, sentValues } from '../koa/request/fields.ts';
import type { McpContext, McpServer } from './protocol.ts';

/**
 * Headers that a call doesn't take from its message: they belong to the connection, to the body and its type, to the protocol, or to what the message reads
 * and changes. Cookies too, because browsers add them to the requests of pages that only the option `origins` lets in.
 */
const OF_MESSAGE =
  /^(?::|content-|if-|mcp-|x-http-method|x-method|(?:accept-encoding|connection|cookie|idempotency-key|last-event-id|range|transfer-encoding)$)/;

/**
 * The caller of a message as that of a call. A guard that refuses the caller's own request by its headers, address, port or platform refuses the call too.
 */
export function callerOf(
  { settings: { forward } }: McpServer,
  ctx: McpContext,
  chosen: Readonly<Record<string, string>>,
): Pick<InProcessRequest, 'headers' | 'remoteAddress' | 'socket' | 'fields'> {
  // The address of a client is in the header that the app names, which can have any name.
  const named = new Set([...forward, ctx.app.proxyIpHeader].map((name) => name.toLowerCase()));
  const headers: Record<string, string | string[]> = { accept: '*/*', ...chosen };
  for (const [name, value] of Object.entries(ctx.req.headers))
    if (value !== undefined && (named.has(name) || !(Object.hasOwn(headers, name) || OF_MESSAGE.test(name))))
      // The call gets the credentials of the message: these don't count as two.
      headers[name] = isRepeated(ctx.req, name) ? sentValues(ctx.req, name) : value;
  // HTTP/2 has `:authority` instead.
  const { ':authority': authority } = ctx.req.headers;
  if (authority !== undefined) headers['host'] = authority;
  const socket = ctx.req.socket as TLSSocket;
  const { remoteAddress, encrypted, authorized, localAddress, localPort } = socket;
  const { lambda } = ctx.req as { lambda?: unknown };
  const getPeerCertificate = socket.getPeerCertificate?.bind(socket);
  return {
    headers,
    remoteAddress,
    socket: { encrypted, authorized, localAddress, localPort, getPeerCertificate },
    // Other platforms add their own.
    fields: lambda === undefined ? {} : { lambda },
  };
}
