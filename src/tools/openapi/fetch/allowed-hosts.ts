import { BlockList, isIP } from 'node:net';
import type { ReferenceRules } from './allowed.ts';

/** Addresses that are not public: loopback, private, link-local, shared, reserved and multicast (IANA's special-purpose registries). */
const NOT_PUBLIC = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  NOT_PUBLIC.addSubnet(address, bits, 'ipv6');

/** Whether everyone on the Internet reaches an address. IPv6 addresses that embed IPv4 ones are these. */
export function isPublic(address: string): boolean {
  return isIP(address) !== 0 && !NOT_PUBLIC.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Why a description must not lead to a URI.
 *
 * @param by The URI of the file that refers to it: one from a URL never leads to yours.
 * @returns undefined if it may.
 */
export function hostFault(uri: string, { root, hosts = [] }: ReferenceRules, by: string = root): string | undefined {
  const url = new URL(uri);
  const from = new URL(root);
  if (url.protocol === 'file:')
    return by.startsWith('file:') ? pathFault(url, from) : 'a description from a URL refers to no files of yours';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'its scheme is not http or https';
  if (url.origin === from.origin || isUpgrade(from, url)) return undefined;
  if (hosts.some((host) => host.toLowerCase() === url.host || host.toLowerCase() === plainHost(url))) return undefined;
  return `it is on another host. If you trust it, pass --allow-hosts ${url.host}`;
}

/** Why a path must not be looked at: on Windows, the file of another host is requested with the credentials of the user. */
function pathFault({ host, pathname }: URL, root: URL): string | undefined {
  const isElsewhere = host !== root.host || /^\/(?:\/|%2f|%5c|\\)/i.test(pathname);
  if (isElsewhere) return 'it is a file on another host';
  return /%2f|%5c/i.test(pathname) ? 'its path has an encoded slash' : undefined;
}

/** Whether a host is an address, or `localhost`, which you have named as such. */
export function isNamedAddress(url: URL): boolean {
  return isIP(plainHost(url)) !== 0 || plainHost(url) === 'localhost';
}

/** The host without the brackets of IPv6. */
function plainHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** From http to https of the same host, each at its usual port. */
function isUpgrade(from: URL, to: URL): boolean {
  return from.protocol === 'http:' && to.protocol === 'https:' && from.host === to.host && to.port === '';
}
