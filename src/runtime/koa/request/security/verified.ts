import type { SecurityScheme } from '../../../../shared/contract/enforcement.ts';
import type { OperationContext } from '../../context.ts';
import type { BasicCredentials, Credentials } from './credentials.ts';

/** Credentials that a verifier has accepted. */
export interface Verified {
  readonly requirement: { readonly name: string };
  readonly credentials: Credentials;
}

/** Whether a scheme has keys that stay the same. Those in `Authorization` can be tokens, or have several spellings: `Basic` and `basic`. */
export function hasStableKeys(scheme: SecurityScheme): boolean {
  return scheme.type === 'apiKey' && scheme.in !== 'cookie' && scheme.name.toLowerCase() !== 'authorization';
}

/** Marks the data that a context remembers. It is a registered symbol, because a bundle may contain two copies of this module. */
export const VERIFIED: unique symbol = Symbol.for('unplugin-operations.verified') as never;

type Remembering = OperationContext & { [VERIFIED]?: readonly Verified[] | undefined };

/** Remembers the credentials of the alternative that was verified, as they were then. */
export function rememberVerified(ctx: OperationContext, verified: readonly Verified[]): void {
  (ctx as Remembering)[VERIFIED] = verified;
}

/** The credentials of the alternative that was verified; undefined if the request passed without any. */
export function verifiedOf(ctx: OperationContext): readonly Verified[] | undefined {
  return (ctx as Remembering)[VERIFIED];
}

/** Accents and invisible characters. */
const IGNORED = /[\p{M}\p{Cf}]/gu;

/**
 * The credentials as they name a caller: those of basic authentication with one spelling of the user name.
 *
 * Verifiers often look a name up without regard to case, width, accents or spaces, as MySQL does. Each spelling would be another caller, with separate limits and keys.
 * In upper case, ß is SS and ı is I.
 */
export function namingCaller(credentials: Credentials): Credentials {
  if (!isBasic(credentials)) return credentials;
  const username = credentials.username.normalize('NFKD').replaceAll(IGNORED, '').toLowerCase().toUpperCase().trim();
  return { username, password: credentials.password };
}

function isBasic(credentials: Credentials): credentials is BasicCredentials {
  return typeof credentials === 'object' && 'username' in credentials && 'password' in credentials;
}
