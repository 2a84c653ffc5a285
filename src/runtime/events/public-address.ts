import { BlockList, isIP } from 'node:net';

/** Networks that don't exist on the internet: IANA's special-purpose registries, private and multicast networks. */
const SPECIAL = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Teredo, benchmarks and ORCHID; documentation; 6to4. All other networks of the kind are outside of 2000::/3.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
];

/** Services inside of clouds whose numbers look public: Azure's WireServer, and the private endpoints of IBM Cloud. */
const CLOUD = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'];

/**
 * The networks that IANA has allocated for addresses of the internet. Outside of it are loopback, mapped, translated (NAT64), link-local and unique-local
 * addresses.
 */
const GLOBAL_V6 = '2000::/3';

const special = blockListOf([...SPECIAL, ...CLOUD]);
const global = blockListOf([GLOBAL_V6]);

/**
 * Whether an address is one of the internet, and not of a private, local, reserved or translated network, or of a cloud's own services. An address that isn't
 * known to be public counts as private.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  // An address with a zone is link-local.
  return family === 6 && !address.includes('%') && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, prefix] = network.split('/') as [string, string];
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
