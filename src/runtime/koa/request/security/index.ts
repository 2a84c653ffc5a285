import type { OperationContext } from '../../context.ts';
import { checkIdentity } from '../../decision.ts';
import { responseSoFar } from '../../own-response.ts';
import { REFUSED } from '../../refused.ts';
import type { HttpError } from '../../response/http-error.ts';
import { exposedHeaders, exposedMessage, isError, statusOf } from '../../response/http-error.ts';
import { copyMembers } from '../../response/thrown-problem.ts';
import { challenge } from './challenge.ts';
import { MALFORMED, readCredentials } from './credentials.ts';
import type { Verified } from './verified.ts';
import { rememberVerified } from './verified.ts';
import type { Feature } from '../../runtime.ts';
import type { Alternative, SchemeRequirement } from './verifiers.ts';
import { resolveAlternatives } from './verifiers.ts';

type Auth = Record<string, unknown>;

/** Verifies credentials. Generated code imports it, so that only bundles with `@security` have it. */
export const security: Feature = ({ manifest }, options) => {
  const alternatives = resolveAlternatives(manifest, options.security ?? {});
  return (operation) => {
    const own = alternatives.get(operation.security)!;
    return { authenticate: (ctx) => authenticate(ctx, own) };
  };
};

/** Why an alternative failed. */
interface Rejection {
  /** The scheme whose credentials were rejected; undefined if credentials are missing. */
  readonly requirement?: SchemeRequirement;
  /** The error of the verifier. */
  readonly error?: HttpError;
}

/** The error of a request that failed authentication (401) or authorization (403). */
class Unauthorized extends Error {
  override readonly name = 'Unauthorized';
  readonly statusCode: 401 | 403;
  readonly expose: boolean;
  readonly [REFUSED] = true;
  readonly headers: NonNullable<HttpError['headers']>;

  /** @param reason The message for the client, or the error of a verifier. */
  constructor(
    readonly status: 401 | 403,
    challenges: readonly string[],
    reason: string | HttpError = '',
  ) {
    const cause = typeof reason === 'string' ? undefined : reason;
    super(typeof reason === 'string' ? reason : reason.message, cause && { cause });
    this.statusCode = status;
    this.expose = cause === undefined || exposedMessage(cause, status) !== undefined;
    if (cause !== undefined) copyMembers(cause, this);
    this.headers = {
      ...(challenges.length > 0 && { 'WWW-Authenticate': challenges.join(', ') }),
      ...(cause && exposedHeaders(cause)),
    };
  }
}

/**
 * Authenticates a request with the first alternative whose verifiers all accept: OpenAPI 3.1, Security Requirement Object. Their results become
 * `ctx.auth`.
 *
 * @param alternatives At least one. An empty alternative accepts every request that the others reject.
 * @throws {Unauthorized} A 403 if a verifier threw one, otherwise a 401.
 */
async function authenticate(ctx: OperationContext, alternatives: readonly Alternative[]): Promise<void> {
  const rejections: Rejection[] = [];
  for (const alternative of alternatives.filter((requirements) => requirements.length > 0)) {
    const auth: Auth = Object.create(null) as Auth;
    const rejection = await tryAlternative(ctx, alternative, auth);
    if (rejection === undefined) {
      ctx.auth = auth;
      return;
    }
    rejections.push(rejection);
  }
  if (rejections.length === alternatives.length) throw toError(alternatives.flat(), rejections);
  ctx.auth = Object.create(null) as Auth;
}

/** Calls the verifiers of an alternative, but only if all of its credentials are present. */
async function tryAlternative(
  ctx: OperationContext,
  requirements: Alternative,
  auth: Auth,
): Promise<Rejection | undefined> {
  const presented: (Verified & { readonly requirement: SchemeRequirement })[] = [];
  for (const requirement of requirements) {
    const credentials = readCredentials(ctx, requirement.scheme);
    if (credentials === undefined) return {};
    if (credentials === MALFORMED) return { requirement };
    presented.push({ requirement, credentials });
  }
  for (const { requirement, credentials } of presented) {
    try {
      const { name, verify, scopes } = requirement;
      const before = responseSoFar(ctx);
      const result = checkIdentity(await verify(ctx, credentials, scopes), `The verifier of "${name}"`, ctx, before);
      if (!result) return { requirement };
      auth[name] = result;
    } catch (error) {
      // Every other error is a failure of the verifier: a 500, and the request does not pass.
      if (!isError(error) || ![401, 403].includes(statusOf(error) as number)) throw error;
      return { requirement, error };
    }
  }
  rememberVerified(ctx, presented);
  return undefined;
}

function toError(requirements: readonly SchemeRequirement[], rejections: readonly Rejection[]): Unauthorized {
  const forbidden = rejections.find(({ error }) => error !== undefined && statusOf(error) === 403);
  if (forbidden !== undefined) {
    const { name, scheme, scopes } = forbidden.requirement!;
    const challenges = scopes.length > 0 ? [challenge(name, scheme, scopes, 'insufficient_scope')] : [];
    return new Unauthorized(403, challenges, forbidden.error);
  }
  const rejected = new Set(rejections.flatMap(({ requirement }) => requirement?.name ?? []));
  const challenges = requirements.map(({ name, scheme, scopes }) =>
    challenge(name, scheme, scopes, rejected.has(name) ? 'invalid_token' : undefined),
  );
  const reason = rejections.find(({ error }) => error !== undefined)?.error;
  const message = rejected.size > 0 ? 'Invalid credentials.' : 'Authentication is required.';
  return new Unauthorized(401, [...new Set(challenges)], reason ?? message);
}
