import type { OperationContext } from '../../context.ts';
import type { Credentials } from './credentials.ts';

/** Credentials that a verifier has accepted. */
export interface Verified {
  readonly requirement: { readonly name: string };
  readonly credentials: Credentials;
}

/** Marks what a context remembers. It is a registered symbol, because a bundle may contain two copies of this module. */
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
