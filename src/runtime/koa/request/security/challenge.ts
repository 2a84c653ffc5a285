import type { SecurityScheme } from '../../../../shared/contract/enforcement.ts';

/**
 * Writes a challenge of `WWW-Authenticate`: RFC 9110, 11.6.1. Schemes without a registered challenge get one of our own.
 *
 * @param name The name of the scheme. It is the realm of basic authentication, which requires one.
 * @param error The error code of RFC 6750, 3.1, if the request had a token.
 * @example challenge('staff', { type: 'http', scheme: 'basic' }, []) // 'Basic realm="staff", charset="UTF-8"'
 */
export function challenge(
  name: string,
  scheme: SecurityScheme,
  scopes: readonly string[],
  error?: 'invalid_token' | 'insufficient_scope',
): string {
  if (scheme.type === 'apiKey') return print('ApiKey', { in: scheme.in, name: scheme.name });
  if (scheme.type === 'mutualTLS') return 'ClientCertificate';
  if (scheme.type !== 'http' || scheme.scheme === 'bearer') {
    return print('Bearer', {
      ...(error !== undefined && { error }),
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    });
  }
  if (scheme.scheme === 'basic') return print('Basic', { realm: name, charset: 'UTF-8' });
  return scheme.scheme.replace(/^./, (letter) => letter.toUpperCase());
}

function print(scheme: string, parameters: { readonly [name: string]: string }): string {
  const printed = Object.entries(parameters).map(([name, value]) => `${name}=${quotedString(value)}`);
  return printed.length === 0 ? scheme : `${scheme} ${printed.join(', ')}`;
}

/** A quoted string: RFC 9110, 5.6.4. Characters that a header cannot contain become `?`. */
function quotedString(text: string): string {
  return `"${text.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
