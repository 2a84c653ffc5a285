import type Koa from 'koa';
import type { Manifest, OperationEntry } from '../../../shared/contract/manifest.ts';
import { needsCredentials } from '../../../shared/contract/operation.ts';
import type { IdempotentAuth } from '../../../shared/contract/registry.ts';
import type { OperationContext, OperationFields } from '../../../runtime/koa/context.ts';
import { checkDecision } from '../../../runtime/koa/decision.ts';
import { isMadeOfNothing, shownName } from '../../../runtime/koa/missing-name.ts';
import { namingCaller, verifiedOf } from '../../../runtime/koa/request/security/verified.ts';
import { usageError } from '../../../runtime/koa/usage-error.ts';
import { hash } from './hash.ts';

/** The context in which `clientOf` identifies a client. `ctx.auth` has the schemes of all operations with `@idempotent`, each optional. */
export type ClientContext = Koa.ParameterizedContext<
  Koa.DefaultState,
  Koa.DefaultContext & Omit<OperationFields, 'auth'> & { auth: IdempotentAuth }
>;

/** Identifies a client: a text, or several texts that identify it together. No text may be empty or undefined: such a request gets a 500. */
export type ClientId = string | readonly (string | undefined)[] | undefined;

/**
 * Identifies the client of a request, to whom its idempotency keys belong.
 *
 * @param credentials A hash of the credentials of the alternative of `@security` that was verified; undefined if the request passed without any.
 * @example const clientOf: ClientOf = ({ auth }, credentials) => (auth.bearer ? [auth.bearer.iss, auth.bearer.sub] : credentials);
 * @example const clientOf: ClientOf = (ctx, credentials) => [credentials, ctx.get('X-Tenant')];
 */
export type ClientOf = (ctx: ClientContext, credentials: string | undefined) => ClientId;

/** The client of a request, as hashes. */
export interface KeyClient {
  /** To whom its keys belong. */
  readonly id: string;
  /** Whose share of the store it uses. All requests that passed without credentials have one share, because they can make up clients. */
  readonly share: string;
}

/** Identifies the client of a request. */
export type ReadClient = (ctx: OperationContext) => KeyClient;

/** The client of all requests whose client is unknown. */
const ANYONE = hash(null);

/**
 * Resolves who the client of a request is: the one that `clientOf` identifies, or else the one with the verified credentials.
 *
 * @throws {TypeError} If neither is known for an operation, because its clients would get each other's responses.
 */
export function resolveClient(manifest: Manifest, clientOf: ClientOf | 'shared' | undefined): ReadClient {
  if (clientOf === 'shared') return (ctx) => ({ id: ANYONE, share: credentialsOf(ctx) ?? ANYONE });
  if (typeof clientOf === 'function') return (ctx) => identify(ctx, clientOf);
  if (clientOf !== undefined)
    throw usageError("The option idempotency.clientOf must be a function that returns a string, or 'shared'.");
  const open = manifest.operations.filter(
    (entry) => entry.idempotent !== undefined && !needsCredentials(entry.security ?? []),
  );
  if (open.length > 0) throw usageError(unknownClients(open));
  return (ctx) => identify(ctx, (_, credentials) => credentials);
}

function identify(ctx: OperationContext, clientOf: ClientOf): KeyClient {
  const credentials = credentialsOf(ctx);
  const id = hash(checkId(checkDecision(clientOf(ctx as ClientContext, credentials), 'idempotency.clientOf')));
  const isUnverified = credentials === undefined && (ctx.operation.security ?? []).length > 0;
  return { id, share: isUnverified ? ANYONE : id };
}

/** A hash of the credentials that were verified, with their schemes. Other credentials of the request mean nothing. */
function credentialsOf(ctx: OperationContext): string | undefined {
  const verified = verifiedOf(ctx);
  return (
    verified && hash(verified.map(({ requirement, credentials }) => [requirement.name, namingCaller(credentials)]))
  );
}

/** @throws {TypeError} If a client is not identified. */
function checkId(id: unknown): ClientId {
  const parts: readonly unknown[] = Array.isArray(id) ? id : [id];
  const wrong = parts.findIndex((part) => typeof part !== 'string' || part === '' || isMadeOfNothing(part));
  if (parts.length > 0 && wrong === -1) return id as ClientId;
  const list = Array.isArray(id) ? ` in a list, at index ${Math.max(wrong, 0)}` : '';
  throw new TypeError(
    `idempotency.clientOf must return a string with at least one character, or a list of them, not ${shownName(parts[wrong])}${list}.`,
  );
}

function unknownClients(entries: readonly OperationEntry[]): string {
  return [
    'These operations have @idempotent without @security, so one client could get the responses of another one:',
    ...entries.map(({ method, path, id }) => `  ${method} ${path} (${id})`),
    "Require credentials with @security, or identify the client: { idempotency: { clientOf: (ctx) => ctx.state.user.id } }. If all clients may share their keys: { idempotency: { clientOf: 'shared' } }.",
  ].join('\n');
}
