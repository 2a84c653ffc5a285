import type { OpenApiDocument } from '../../openapi/write/index.ts';

/** A server of a document: OpenAPI 3.1, Server Object. */
interface Server {
  readonly url?: string;
  readonly variables?: { readonly [name: string]: { readonly default?: string; readonly enum?: readonly string[] } };
}

/** The fields of a security scheme that hold addresses: OpenAPI 3.1, Security Scheme Object. */
interface Scheme {
  readonly openIdConnectUrl?: string;
  readonly flows?: { readonly [flow: string]: { readonly tokenUrl?: string; readonly refreshUrl?: string } };
}

/** The number of addresses above which the other values of a server's variables are left out. */
const MAX_ADDRESSES = 100;

/**
 * Lists the origins that a docs page sends requests to: those of servers, of token URLs, and of OpenID Connect. Relative addresses have none.
 *
 * A variable of a server has each value of its `enum`, or else its default.
 *
 * @example originsOf({ servers: [{ url: 'https://shop.example/v1' }], ... }) // ['https://shop.example']
 */
export function originsOf({ servers, components }: OpenApiDocument): string[] {
  const schemes = Object.values(components?.securitySchemes ?? {}) as Scheme[];
  const urls = [
    ...(servers as readonly Server[]).flatMap(addressesOf),
    ...schemes.flatMap(({ openIdConnectUrl, flows = {} }) => [
      openIdConnectUrl,
      ...Object.values(flows).flatMap(({ tokenUrl, refreshUrl }) => [tokenUrl, refreshUrl]),
    ]),
  ];
  return [...new Set(urls.flatMap(originOf))].sort();
}

function addressesOf({ url = '', variables = {} }: Server): string[] {
  let addresses = [url];
  for (const [name, { default: value = '', enum: values = [value] }] of Object.entries(variables)) {
    const choices = addresses.length * values.length > MAX_ADDRESSES ? [value] : values;
    addresses = addresses.flatMap((address) => choices.map((choice) => address.replaceAll(`{${name}}`, choice)));
  }
  return addresses;
}

function originOf(url: string | undefined): string[] {
  if (url === undefined || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return [];
  const { origin } = new URL(url);
  // In a policy, other characters end the origin.
  return /^[\w:/.[\]-]+$/.test(origin) ? [origin] : [];
}
