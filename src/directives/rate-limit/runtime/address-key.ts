import { isIPv4, isIPv6 } from 'node:net';

/**
 * Names the client of an address: an IPv4 address, or the /64 network of an IPv6 address, all of whose addresses one client can use. IPv4 addresses
 * inside of IPv6 ones are unwrapped: mapped ones (RFC 4291, 2.5.5.2), those of NAT64 (RFC 6052, 2.1) and of 6to4 (RFC 3056, 2).
 *
 * @returns `unknown` for any other text, so that all such clients count together.
 * @example addressKey('::ffff:192.0.2.1') // '192.0.2.1'
 * @example addressKey('2001:db8::1') // '2001:db8:0:0'
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined || ip.length > 80) return 'unknown';
  if (isIPv4(ip)) return ip;
  const address = withoutPort(ip);
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return 'unknown';
  const groups = groupsOf(address.replace(/%.*$/, ''));
  const [a, b] = groups as [number, number];
  const start = groups.slice(0, 6).join(':');
  if (start === '0:0:0:0:0:65535' || start === '100:65435:0:0:0:0') return ipv4Of(groups[6]!, groups[7]!);
  if (a === 0x2002) return ipv4Of(b, groups[2]!);
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/** Some proxies add the port, which changes with each connection. */
function withoutPort(ip: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip.trim();
}

/** The eight numbers of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a, b, c, d] = parts.map(Number) as [number, number, number, number];
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = [], tail = []] = hex.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = hex.includes('::') ? Array<string>(8 - head.length - tail.length).fill('0') : [];
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
