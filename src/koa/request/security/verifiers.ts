import type { SecurityScheme } from '../../../contract/enforcement.ts';
import type { Manifest, OperationEntry } from '../../../contract/operation.ts';
import type { Auth, AuthOf } from '../../../contract/registry.ts';
import type { OperationContext } from '../../context.ts';
import { usageError } from '../../usage-error.ts';
import type { Credentials } from './credentials.ts';

/** What refuses credentials. */
type Refused = false | null | undefined | '' | 0;

/** What a verifier returns: who it is, or that it is nobody. */
type Verdict<Who> = Who | Refused | PromiseLike<Who | Refused>;

/**
 * Says who has sent a request: what it returns, or what the promise it returns resolves to, is kept as `ctx.auth[scheme]` where it is truthy,
 * and is a refusal (401) where it is falsy; `ctx.throw(401)` and `ctx.throw(403)` are refusals that say why.
 *
 * @typeParam Scheme A name that {@link Auth} has: what is returned is of its type, or falsy. Anything may be where not said.
 * @param credentials The token or key as a string, for basic `{username, password}`, for mutualTLS the client's certificate; never empty.
 * @param scopes Those that the operation asks for.
 * @example const token: Verifier = (ctx, token: string, scopes) => sessions.find(token, scopes);
 */
export type Verifier<Scheme extends string = string> = {
  // A method, so that a verifier may say which credentials its scheme has.
  verify(ctx: OperationContext, credentials: Credentials, scopes: readonly string[]): Verdict<AuthOf<Scheme>>;
}['verify'];

/** The verifiers of a server, by the names of their schemes: those that {@link Auth} has, any where it has none. */
export type Verifiers = [keyof Auth] extends [never]
  ? { readonly [scheme: string]: Verifier }
  : { readonly [Scheme in keyof Auth]?: Verifier<Scheme> };

/** A scheme that one alternative of an operation asks for. */
export interface Demand {
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
  readonly verify: Verifier;
}

/** What must be passed together. */
export type Alternative = readonly Demand[];

/**
 * The alternatives of each operation that asks who sends a request, ready to be tried in their order.
 *
 * @throws {TypeError} For a verifier that is no function, and for schemes that are asked for and have none.
 */
export function resolveAlternatives(
  { operations, securitySchemes = {} }: Manifest,
  verifiers: Verifiers,
): ReadonlyMap<OperationEntry, readonly Alternative[]> {
  for (const [name, verify] of Object.entries(verifiers)) {
    if (typeof verify !== 'function')
      throw usageError(`The verifier of the security scheme "${name}" is no function: ${typeof verify}.`);
  }
  const unverified = new Map<string, OperationEntry[]>();
  const toDemand = (entry: OperationEntry, name: string, scopes: readonly string[]): Demand[] => {
    const scheme = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
    const verify = Object.hasOwn(verifiers, name) ? verifiers[name] : undefined;
    if (scheme !== undefined && verify !== undefined) return [{ name, scheme, scopes, verify }];
    unverified.set(name, [...(unverified.get(name) ?? []), entry]);
    return [];
  };
  const secured = operations.filter(({ security = [] }) => security.length > 0);
  const alternatives = new Map(
    secured.map((entry) => [
      entry,
      entry.security!.map((requirement) =>
        Object.entries(requirement).flatMap(([name, scopes]) => toDemand(entry, name, scopes)),
      ),
    ]),
  );
  if (unverified.size > 0) throw usageError(unverifiedMessage(unverified, Object.keys(verifiers)));
  return alternatives;
}

function unverifiedMessage(
  unverified: ReadonlyMap<string, readonly OperationEntry[]>,
  given: readonly string[],
): string {
  const lines = [...unverified].map(([name, entries]) => {
    const ids = new Set(entries.map(({ method, path, id }) => `${method} ${path} (${id})`));
    return `  "${name}", for ${[...ids].join(', ')}`;
  });
  const has =
    given.length === 0 ? 'There are none.' : `There are verifiers for ${given.map((name) => `"${name}"`).join(', ')}.`;
  return [
    'These security schemes have no verifier, so that nobody could pass them:',
    ...lines,
    `${has} Give one to each: { security: { ${JSON.stringify([...unverified.keys()][0])}: (ctx, credentials, scopes) => ... } }.`,
  ].join('\n');
}
