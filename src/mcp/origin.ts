import { isLoopback } from '../contract/loopback.ts';
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
  if (hosts !== undefined || isLocal) {
    const names = [...(hosts ?? LOCAL_HOSTS), own?.host];
    if (!sent.every((host) => names.includes(host) || names.includes(nameOf(host))))
      throw rpcError(-32600, `The host ${JSON.stringify(ctx.host)} is not allowed.`, 403);
  }
  const origin = ctx.get('Origin');
  const allowed = ['', `${ctx.protocol}://${ctx.host}`, own?.origin, ...origins];
  if (!allowed.includes(origin)) throw rpcError(-32600, `The origin ${JSON.stringify(origin)} is not allowed.`, 403);
}

/** A host without its port. */
function nameOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}
