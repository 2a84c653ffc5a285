import type { OperationContext } from '../../context.ts';
import type { HttpError } from '../../response/problem.ts';
import { isError, statusOf } from '../../response/problem.ts';
import { challenge } from './challenge.ts';
import type { Credentials } from './credentials.ts';
import { MALFORMED, readCredentials } from './credentials.ts';
import type { Alternative, Demand } from './verifiers.ts';

export type { BasicCredentials, Credentials } from './credentials.ts';
export { type Alternative, resolveAlternatives, type Verifier, type Verifiers } from './verifiers.ts';

type Auth = Record<string, unknown>;

/** Why an alternative was not passed. */
interface Refusal {
  /** Of the credentials that were refused; undefined where there were none. */
  readonly demand?: Demand;
  /** What the verifier has thrown. */
  readonly error?: HttpError;
}

/** The error of a request whose sender may not do what it asks for: a 401 or a 403. */
class Unauthorized extends Error {
  override readonly name = 'Unauthorized';
  readonly status: 401 | 403;
  readonly statusCode: 401 | 403;
  readonly expose: boolean;
  readonly headers: NonNullable<HttpError['headers']>;

  /** @param reason What the client is told, or what a verifier has thrown. */
  constructor(status: 401 | 403, challenges: readonly string[], reason: string | HttpError = '') {
    const cause = typeof reason === 'string' ? undefined : reason;
    super(typeof reason === 'string' ? reason : reason.message, cause && { cause });
    this.status = this.statusCode = status;
    this.expose = cause === undefined || cause.expose === true;
    this.headers = { ...(challenges.length > 0 && { 'WWW-Authenticate': challenges.join(', ') }), ...cause?.headers };
  }
}

/**
 * Asks who sent a request, by the first alternative that its credentials pass: spec B10; OpenAPI 3.1, Security Requirement Object. What the verifiers
 * say becomes `ctx.auth`.
 *
 * @param alternatives At least one; one without demands lets everyone pass whom no other lets.
 * @throws {Unauthorized} A 403 where a verifier has said so, else a 401.
 */
export async function authorize(ctx: OperationContext, alternatives: readonly Alternative[]): Promise<void> {
  const refusals: Refusal[] = [];
  for (const alternative of alternatives.filter((demands) => demands.length > 0)) {
    const auth: Auth = Object.create(null) as Auth;
    const refusal = await tryAlternative(ctx, alternative, auth);
    if (refusal === undefined) {
      ctx.auth = auth;
      return;
    }
    refusals.push(refusal);
  }
  if (refusals.length === alternatives.length) throw toError(alternatives.flat(), refusals);
  ctx.auth = Object.create(null) as Auth;
}

/** Nobody is asked before all the credentials are there. */
async function tryAlternative(ctx: OperationContext, demands: Alternative, auth: Auth): Promise<Refusal | undefined> {
  const presented: { readonly demand: Demand; readonly credentials: Credentials }[] = [];
  for (const demand of demands) {
    const credentials = readCredentials(ctx, demand.scheme);
    if (credentials === undefined) return {};
    if (credentials === MALFORMED) return { demand };
    presented.push({ demand, credentials });
  }
  for (const { demand, credentials } of presented) {
    try {
      const result = await demand.verify(ctx, credentials, demand.scopes);
      if (!result) return { demand };
      auth[demand.name] = result;
    } catch (error) {
      // Whatever else it has thrown is its own failure: nobody may pass.
      if (!isError(error) || ![401, 403].includes(statusOf(error) as number)) throw error;
      return { demand, error };
    }
  }
  return undefined;
}

function toError(demands: readonly Demand[], refusals: readonly Refusal[]): Unauthorized {
  const forbidden = refusals.find(({ error }) => error !== undefined && statusOf(error) === 403);
  if (forbidden !== undefined) {
    const { name, scheme, scopes } = forbidden.demand!;
    const challenges = scopes.length > 0 ? [challenge(name, scheme, scopes, 'insufficient_scope')] : [];
    return new Unauthorized(403, challenges, forbidden.error);
  }
  const refused = new Set(refusals.flatMap(({ demand }) => demand?.name ?? []));
  const challenges = demands.map(({ name, scheme, scopes }) =>
    challenge(name, scheme, scopes, refused.has(name) ? 'invalid_token' : undefined),
  );
  const said = refusals.find(({ error }) => error !== undefined)?.error;
  const message = refused.size > 0 ? 'The credentials are not valid.' : 'This operation asks for credentials.';
  return new Unauthorized(401, [...new Set(challenges)], said ?? message);
}
