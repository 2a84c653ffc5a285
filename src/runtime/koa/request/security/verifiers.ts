import { printOnce } from '../../warning.ts';
import type { SecurityScheme } from '../../../../shared/contract/enforcement.ts';
import type { Manifest, OperationEntry } from '../../../../shared/contract/manifest.ts';
import type { Auth, AuthOf } from '../../../../shared/contract/registry.ts';
import type { OperationContext } from '../../context.ts';
import { usageError } from '../../usage-error.ts';
import type { Credentials } from './credentials.ts';

/** The results that reject credentials. */
type Rejected = false | null | undefined | '' | 0;

/** The result of a verifier: the caller's identity, or a rejection. */
type Verdict<Identity> = NotThrown<Identity> | Rejected | PromiseLike<NotThrown<Identity> | Rejected>;

/** An identity that is neither an error nor a `Response`, both of which can have all of its properties: `{ name: string }`. */
type NotThrown<Identity> = Identity extends object
  ? Without<Identity, 'stack'> & Without<Identity, 'bodyUsed'>
  : Identity;

type Without<Identity, Name extends string> = Name extends keyof Identity
  ? Identity
  : Identity & { readonly [name in Name]?: never };

/**
 * Verifies the credentials of a request. A truthy result becomes `ctx.auth[scheme]`, and a falsy one is a 401. A promise is awaited.
 *
 * Throw `problem(401, message)` or `problem(403, message)` to give the client a reason. An error that is returned counts as thrown.
 *
 * @typeParam Scheme A key of {@link Auth}, which types the result. Without it, the result may be anything.
 * @param credentials The token or key as a string, `{username, password}` for basic, the client certificate for mutualTLS; never empty, nor is the password.
 * @param scopes The scopes that the operation requires.
 * @example const token: Verifier = (ctx, token: string, scopes) => sessions.find(token, scopes);
 */
export type Verifier<Scheme extends string = string> = {
  // Method syntax is bivariant, so a verifier can narrow the type of its credentials.
  verify(ctx: OperationContext, credentials: Credentials, scopes: readonly string[]): Verdict<AuthOf<Scheme>>;
}['verify'];

/** Verifiers by security scheme. The keys are those of {@link Auth}, or any name if it is empty. */
export type Verifiers = [keyof Auth] extends [never]
  ? { readonly [scheme: string]: Verifier }
  : { readonly [Scheme in keyof Auth]?: Verifier<Scheme> };

/** One security scheme of an alternative, with its verifier. */
export interface SchemeRequirement {
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
  readonly verify: Verifier;
}

/** Schemes that must all accept: OpenAPI 3.1, Security Requirement Object. */
export type Alternative = readonly SchemeRequirement[];

/**
 * Resolves the security alternatives of operations by their requirements, in the order to try them.
 *
 * @throws {TypeError} If a required scheme has no verifier.
 */
export function resolveAlternatives(
  { operations, securitySchemes = {} }: Manifest,
  verifiers: Verifiers,
): ReadonlyMap<OperationEntry['security'], readonly Alternative[]> {
  const unverified = new Map<string, OperationEntry[]>();
  const unscoped = new Map<string, OperationEntry[]>();
  const resolve = (entry: OperationEntry, name: string, scopes: readonly string[]): SchemeRequirement[] => {
    const scheme = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
    const verify = Object.hasOwn(verifiers, name) ? verifiers[name] : undefined;
    const add = (found: Map<string, OperationEntry[]>): unknown => found.set(name, [...(found.get(name) ?? []), entry]);
    if (scheme === undefined || verify === undefined) {
      add(unverified);
      return [];
    }
    if (scopes.length > 0 && verify.length < 3) add(unscoped);
    return [{ name, scheme, scopes, verify }];
  };
  const secured = operations.filter(({ security = [] }) => security.length > 0);
  const alternatives = new Map(
    secured.map((entry) => [
      entry.security,
      entry.security!.map((requirement) =>
        Object.entries(requirement).flatMap(([name, scopes]) => resolve(entry, name, scopes)),
      ),
    ]),
  );
  if (unverified.size > 0) throw usageError(unverifiedMessage(unverified, Object.keys(verifiers)));
  if (unscoped.size > 0) printOnce(unscopedMessage(unscoped));
  return alternatives;
}

/** How many operations a message lists for a scheme. */
const MAX_LISTED = 10;

function unverifiedMessage(
  unverified: ReadonlyMap<string, readonly OperationEntry[]>,
  registered: readonly string[],
): string {
  const passed =
    registered.length === 0 ? 'You passed none.' : `You passed ${registered.map((name) => `"${name}"`).join(', ')}.`;
  return [
    'No verifier for these security schemes:',
    ...linesOf(unverified),
    `${passed} Add one for each: { security: { ${JSON.stringify([...unverified.keys()][0])}: (ctx, credentials, scopes) => ... } }.`,
  ].join('\n');
}

/** A verifier without a third parameter can't compare the scopes. */
function unscopedMessage(unscoped: ReadonlyMap<string, readonly OperationEntry[]>): string {
  return [
    'The verifiers of these security schemes have no third parameter, so every caller that they accept has the roles or scopes that operations require:',
    ...linesOf(unscoped),
    'Compare them in the verifier: (ctx, credentials, scopes) => ...',
  ].join('\n');
}

function linesOf(found: ReadonlyMap<string, readonly OperationEntry[]>): string[] {
  return [...found].flatMap(([name, entries]) => {
    const ids = [...new Set(entries.map(({ method, path, id }) => `${method} ${path} (${id})`))];
    const others = ids.length > MAX_LISTED ? [`    and ${ids.length - MAX_LISTED} more`] : [];
    return [`  "${name}", required by`, ...ids.slice(0, MAX_LISTED).map((id) => `    ${id}`), ...others];
  });
}
