import type Koa from 'koa';
import { serverOf } from '../../../runtime/koa/connection/tcp-socket.ts';
import type { OperationContext } from '../../../runtime/koa/context.ts';
import { usageError } from '../../../runtime/koa/usage-error.ts';
import { isWorkerd, printWarning } from '../../../runtime/koa/warning.ts';

/** The fields of an app that decide about `ctx.ip`. */
type ProxyApp = Pick<Koa, 'proxy' | 'maxIpsCount' | 'proxyIpHeader'>;

/**
 * Checks that clients cannot choose their address. Of the addresses in `X-Forwarded-For`, the first one is the client's text, and Koa takes it.
 *
 * @throws {TypeError} If they can.
 */
export function checkTrust({ proxy, maxIpsCount, proxyIpHeader }: ProxyApp): void {
  // With Infinity, Koa takes the first one too.
  const isBounded = maxIpsCount > 0 && maxIpsCount < Infinity;
  if (!proxy || isBounded || proxyIpHeader.toLowerCase() !== 'x-forwarded-for') return;
  throw usageError(
    [
      'With proxy: true alone, each client chooses its address in X-Forwarded-For, so it would pass every @rate-limit "per address".',
      'Set the number of your proxies: createApp(operations, { proxy: true, maxIpsCount: 1 }).',
      "Only if your server gets requests from Cloudflare alone, proxyIpHeader: 'CF-Connecting-IP' is another way. Clients can send every header that the proxy does not overwrite.",
    ].join(' '),
  );
}

let hasWarned = false;

/** Warns once if all clients have the same address: that of a proxy that the app does not know of, or none. */
export function warnOfAddress({ app, req, ip }: OperationContext): void {
  if (hasWarned) return;
  if (!ip)
    return warn(
      'A request with a @rate-limit "per address" has no address, so all clients share one limit. Set the option address of fetchHandler.',
    );
  if (app.proxy || (req.headers['x-forwarded-for'] ?? req.headers.forwarded) === undefined) return;
  // Platforms without a socket know the address of the client.
  if (isWorkerd() || serverOf(req) === undefined) return;
  warn(
    'A request with a @rate-limit "per address" has a header of a proxy, but the app has no proxy: true. If there is a proxy, all of its clients count as one: createApp(operations, { proxy: true, maxIpsCount: 1 }).',
  );
}

function warn(text: string): void {
  hasWarned = true;
  printWarning(text);
}
