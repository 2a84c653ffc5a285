import { lookup as lookupInSystem } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { Agent as HttpsAgent } from 'node:https';
import type { Agent } from 'node:http';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { Agent as HttpAgent } from '../../shared/contract/node-http.ts';
import type { OptionTable } from '../koa/option-table.ts';
import { checkOptions, FLAG, FUNCTION, LIST, OBJECT } from '../koa/option-table.ts';
import { Refusal } from '../koa/refused.ts';
import { isPublicAddress } from './public-address.ts';

/** Where deliveries may go. */
export interface GuardOptions {
  /** Whether endpoints may have `http:` URLs (default: false). */
  readonly http?: boolean;
  /**
   * Hosts that may have private addresses and `http:` URLs, for development: `['localhost']`. A host with a port, such as `localhost:4000`, is for
   * that port alone.
   */
  readonly allowHosts?: readonly string[];
  /** Your own agent, such as that of an egress proxy. It connects in place of the guard, and must refuse private addresses itself. */
  readonly agent?: Agent;
  /** Resolves names (default: `dns.lookup`). Its addresses are checked. */
  readonly lookup?: LookupFunction;
}

/** The rules of {@link GuardOptions}. */
export const GUARD_OPTIONS: OptionTable<GuardOptions> = {
  http: FLAG,
  allowHosts: LIST,
  agent: OBJECT,
  lookup: FUNCTION,
};

/** The error of a URL, or of its address, that deliveries may not go to. As the error of a request, it is answered with a 400. */
export class RefusedUrl extends Refusal {
  override readonly name = 'RefusedUrl';

  constructor(message: string) {
    super(400, message);
  }
}

/**
 * Checks the URL of an endpoint, and its address if it is a literal one. All spellings of an address are normalized by `new URL`.
 *
 * The addresses of a name are checked when a connection is made: they can change at any time.
 *
 * @throws {RefusedUrl} If it is invalid or refused.
 * @throws {TypeError} If an option is unknown or invalid.
 */
export function checkUrl(text: string, options: GuardOptions = {}): URL {
  checkOptions('checkUrl', options, GUARD_OPTIONS);
  return checkEndpointUrl(text, options);
}

/** The same with options that are checked, and can have more. */
export function checkEndpointUrl(text: string, options: GuardOptions): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new RefusedUrl('The URL of the endpoint is invalid.');
  const isAllowed = isAllowedHost(url.hostname, url.port || defaultPort(url), options);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (options.http === true || isAllowed)))
    throw new RefusedUrl('The URL of the endpoint must start with https://.');
  if (url.username !== '' || url.password !== '')
    throw new RefusedUrl('The URL of the endpoint must not contain a user name or a password.');
  const address = url.hostname.replace(/^\[|\]$/g, '');
  if (!isAllowed && isIP(address) !== 0 && !isPublicAddress(address)) throw new RefusedUrl(NOT_PUBLIC);
  return url;
}

const NOT_PUBLIC = 'The address of the endpoint is not public.';
/** Customers see it: another text for names of the own network would show which ones exist. */
const NO_ADDRESS = 'The name of the endpoint has no public address.';
/** The codes of errors of names that have no address. */
const UNKNOWN: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

function defaultPort({ protocol }: URL): string {
  return protocol === 'https:' ? '443' : '80';
}

function isAllowedHost(hostname: string, port: string, { allowHosts = [] }: GuardOptions): boolean {
  return allowHosts.some((host) => host === hostname || host === `${hostname}:${port}`);
}

/** The agents of deliveries, by the protocol of the URL. */
export interface GuardedAgents {
  /** @throws {RefusedUrl} If the URL is refused. */
  agentOf(url: URL): Agent;
  /** Closes all connections. */
  close(): void;
}

/**
 * Creates agents whose connections only go to public addresses. They share no connection with other agents: one of those would have passed no check.
 *
 * Connections to allowed hosts are separate, so that none of them serves another host.
 */
export function createAgents(options: GuardOptions): GuardedAgents {
  const { agent: own, lookup = lookupInSystem as LookupFunction } = options;
  if (own !== undefined) return { agentOf: () => own, close: () => {} };
  const guarded = createPair(guardLookup(lookup));
  const allowed = createPair(lookup);
  return {
    agentOf(url) {
      const isAllowed = isAllowedHost(url.hostname, url.port || defaultPort(url), options);
      return (isAllowed ? allowed : guarded)[url.protocol === 'https:' ? 'https' : 'http'];
    },
    close() {
      for (const { http, https } of [guarded, allowed]) for (const agent of [http, https]) agent.destroy();
    },
  };
}

function createPair(lookup: LookupFunction): { readonly http: Agent; readonly https: Agent } {
  // An unused connection ends before most servers end it.
  const options = { keepAlive: true, maxFreeSockets: 256, timeout: 30_000, lookup };
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
}

/** Resolves names, and refuses those with an address that is not public. */
function guardLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(UNKNOWN.includes(error.code) ? new RefusedUrl(NO_ADDRESS) : error, '', 0);
      const addresses = (Array.isArray(found) ? found : [{ address: found, family: isIP(found) }]) as LookupAddress[];
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new RefusedUrl(NO_ADDRESS), '', 0);
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
