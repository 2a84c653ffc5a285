import { isLoopback } from '../../shared/contract/loopback.ts';
import type { McpContext, McpServer } from './protocol.ts';
import { rpcError } from './protocol.ts';

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses requests of pages from elsewhere, and those that DNS rebinding sends: transports of the specification, "Security".
 *
 * @throws {Refusal} A 403.
 */
export function checkOrigin({ settings: { hosts, origins, resource } }: McpServer, ctx: McpContext): void {
  const own = resource === undefined ? undefined : new URL(resource);
  const isLocal = isLoopback(ctx.req.socket.remoteAddress ?? '');
  // HTTP/2 has `:authority` instead.
  const sent = [ctx.get('Host') || String(ctx.req.headers[':authority'] ?? ''), ctx.host];
  const names = hosts ?? (isLocal ? LOCAL_HOSTS : []);
  if (hosts !== undefined || isLocal) {
    if (!sent.every((host) => isNamed(host, names) || host === own?.host))
      throw rpcError(-32600, `The host ${JSON.stringify(ctx.host)} is not allowed.`, 403);
  }
  const origin = ctx.get('Origin');
  if (origin === '' || origin === own?.origin || origins.includes(origin)) return;
  // Only names from the options count: after DNS rebinding, the host of the request is the attacker's own.
  const [scheme, host = ''] = origin.split('://');
  // A page without TLS is not one of a server with TLS.
  const isAllowed = (scheme === 'https' || scheme === ctx.protocol) && isNamed(host, names);
  if (!isAllowed || (isLocal && origin !== `${ctx.protocol}://${ctx.host}`))
    throw rpcError(-32600, `The origin ${JSON.stringify(origin)} is not allowed.`, 403);
}

/** Whether a list has a host, with its port or without one. */
function isNamed(host: string, names: readonly string[]): boolean {
  return names.includes(host) || names.includes(host.replace(/:\d+$/, '').toLowerCase());
}
