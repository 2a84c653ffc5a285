import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../../shared/contract/loopback.ts';

/** The hosts that Vite's configuration names. */
export interface HostOptions {
  readonly host?: string | boolean | undefined;
  readonly allowedHosts?: readonly string[] | true | undefined;
}

/** The headers that proxies and public tunnels add to the requests that they pass on. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'cf-connecting-ip', 'via'];

/**
 * Whether a request comes from the page itself, on this computer. The log of requests is private: other computers must not read it with any headers, nor pages
 * of other origins, with CORS or by a name that leads here (DNS rebinding).
 *
 * @returns The reason if it does not.
 */
export function refusalOf(request: IncomingMessage, options: HostOptions): string | undefined {
  const { headers, socket } = request;
  if (!isLoopback(socket.remoteAddress ?? ''))
    return 'Only this computer can read this. Open the page at localhost, or through a tunnel such as "ssh -L".';
  // A tunnel on this computer passes on the requests of everyone.
  const forwarding = FORWARDING.find((name) => headers[name] !== undefined);
  if (forwarding !== undefined)
    return `Only this computer can read this, and a proxy has added the header ${forwarding}. Open the page at localhost.`;
  const { host = headers[':authority'], origin, 'sec-fetch-site': site } = headers;
  const name = typeof host === 'string' ? hostnameOf(`http://${host}`) : undefined;
  if (name === undefined || !isKnown(name, options))
    return `The host ${String(host)} is unknown. Add it to Vite's option server.allowedHosts.`;
  const isOwn = site === undefined || site === 'same-origin' || site === 'none' || isVisit(request);
  if (!isOwn || (origin !== undefined && hostOf(origin) !== host)) return 'Pages of other origins cannot read this.';
  return undefined;
}

/** Whether somebody follows a link to a page. The page of the link cannot read it. */
function isVisit({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

function isKnown(name: string, { host, allowedHosts }: HostOptions): boolean {
  if (name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true;
  if (name === host) return true;
  // With `true`, any name would do, and the log would be open to rebinding.
  if (!Array.isArray(allowedHosts)) return false;
  return (allowedHosts as readonly string[]).some((allowed) =>
    allowed.startsWith('.') ? name === allowed.slice(1) || name.endsWith(allowed) : name === allowed,
  );
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function hostOf(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined;
  // The default port is not part of a Host field.
  return /^https?:\/\/([^/]*)/.exec(origin)?.[1];
}
