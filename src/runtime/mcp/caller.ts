import type { TLSSocket } from 'node:tls';
import type { InProcessRequest } from '../in-process/index.ts';
import { isRepeated, sentValues } from '../koa/request/fields.ts';
import type { McpContext, McpServer } from './protocol.ts';

/** Headers of the caller and of proxies, which the app sees in each call. */
const FORWARDED =
  /^(?:authorization|host|forwarded|x-forwarded-.+|x-real-ip|x-request-id|true-client-ip|cf-.+|fly-.+|via|user-agent|accept-language|traceparent|tracestate|baggage)$/;

/** The caller of a message as that of a call: address, protocol, host and credentials. They replace what a model has chosen. */
export function callerOf(
  { settings: { forward } }: McpServer,
  ctx: McpContext,
  chosen: Readonly<Record<string, string>>,
): Pick<InProcessRequest, 'headers' | 'remoteAddress' | 'socket' | 'fields'> {
  // The address of a client is in the header that the app names, which can have any name.
  const named = new Set([...forward, ctx.app.proxyIpHeader].map((name) => name.toLowerCase()));
  const headers: Record<string, string | string[]> = { accept: '*/*', ...chosen };
  for (const [name, value] of Object.entries(ctx.req.headers))
    if (value !== undefined && (FORWARDED.test(name) || named.has(name)))
      // The call gets the credentials of the message: these don't count as two.
      headers[name] = isRepeated(ctx.req, name) ? sentValues(ctx.req, name) : value;
  // HTTP/2 has `:authority` instead.
  const { ':authority': authority } = ctx.req.headers;
  if (authority !== undefined) headers['host'] = String(authority);
  const socket = ctx.req.socket as TLSSocket;
  const { lambda, cloudflare } = ctx.req as { lambda?: unknown; cloudflare?: unknown };
  return {
    headers,
    remoteAddress: socket.remoteAddress,
    socket: {
      encrypted: socket.encrypted,
      authorized: socket.authorized,
      getPeerCertificate: (detailed?: boolean) => socket.getPeerCertificate?.(detailed === true),
    },
    fields: { ...(lambda !== undefined && { lambda }), ...(cloudflare !== undefined && { cloudflare }) },
  };
}
