import type { BaseDocument } from '../../../shared/contract/base-document.ts';

/** The fields of a security scheme that name its issuer: OpenAPI 3.2, Security Scheme Object. */
interface Scheme {
  readonly openIdConnectUrl?: unknown;
  readonly oauth2MetadataUrl?: unknown;
}

/**
 * Lists the issuers that a document's schemes name: OpenID Connect Discovery 1.0, 4; RFC 8414, 3.1.
 *
 * @example issuersOf({ components: { securitySchemes: { login: { openIdConnectUrl: 'https://a.example/.well-known/openid-configuration' } } } })
 * // ['https://a.example']
 */
export function issuersOf({ components }: BaseDocument): string[] {
  const schemes = Object.values(components?.securitySchemes ?? {}) as readonly Scheme[];
  const urls = schemes.flatMap(({ openIdConnectUrl, oauth2MetadataUrl }) => [openIdConnectUrl, oauth2MetadataUrl]);
  return [...new Set(urls.flatMap((url) => (typeof url === 'string' && URL.canParse(url) ? [issuerOf(url)] : [])))];
}

/** Removes the well-known part of a URL, which is at the end for OpenID Connect, and before the path for OAuth. */
function issuerOf(url: string): string {
  return url
    .replace(/\/\.well-known\/openid-configuration\/?$/, '')
    .replace(/\/\.well-known\/oauth-authorization-server(?=\/|$)/, '')
    .replace(/\/$/, '');
}
