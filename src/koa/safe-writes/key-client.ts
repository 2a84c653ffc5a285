import type Koa from 'koa';
import type { Manifest, OperationEntry } from '../../contract/manifest.ts';
import type { IdempotentAuth } from '../../contract/registry.ts';
import type { OperationContext, OperationFields } from '../context.ts';
import { readCredentials } from '../request/security/credentials.ts';
import { usageError } from '../usage-error.ts';
import { needsCredentials } from '../../contract/operation.ts';

/** The context in which `clientOf` names a client. `ctx.auth` has the schemes of all operations with `@idempotent`, each optional. */
export type ClientContext = Koa.ParameterizedContext<
  Koa.DefaultState,
  Koa.DefaultContext & Omit<OperationFields, 'auth'> & { auth: IdempotentAuth }
>;

/** Names the client of a request, to whom its idempotency keys belong: a text that is never empty. */
export type ClientOf = (ctx: ClientContext) => string;

/** Identifies the client of a request. */
export type ReadClient = (ctx: OperationContext) => unknown;

/**
 * Resolves who the client of a request is: what `clientOf` names, or else the credentials of `@security`.
 *
 * @throws {TypeError} If neither is known for an operation, because its clients would get each other's responses.
 */
export function resolveClient(manifest: Manifest, clientOf: ClientOf | 'shared' | undefined): ReadClient {
  if (clientOf === 'shared') return () => null;
  if (typeof clientOf === 'function') return (ctx) => nameOf(clientOf(ctx as ClientContext));
  if (clientOf !== undefined)
    throw usageError("The option idempotency.clientOf must be a function that returns a string, or 'shared'.");
  const open = manifest.operations.filter(
    (entry) => entry.idempotent !== undefined && !needsCredentials(entry.security ?? []),
  );
  if (open.length > 0) throw usageError(unknownClients(open));
  const { securitySchemes = {} } = manifest;
  return (ctx) => {
    const names = (ctx.operation.security ?? []).flatMap((requirement) => Object.keys(requirement));
    return names.map((name) => readCredentials(ctx, securitySchemes[name]!));
  };
}

function nameOf(client: unknown): string {
  if (typeof client === 'string' && client !== '') return client;
  const given = client === '' ? 'an empty one' : `a value of type ${client === null ? 'null' : typeof client}`;
  throw new TypeError(`idempotency.clientOf must return a string with at least one character, not ${given}.`);
}

function unknownClients(entries: readonly OperationEntry[]): string {
  return [
    'These operations have @idempotent without @security, so one client could get the responses of another one:',
    ...entries.map(({ method, path, id }) => `  ${method} ${path} (${id})`),
    "Require credentials with @security, or identify the client: { idempotency: { clientOf: (ctx) => ctx.state.user.id } }. If all clients may share their keys: { idempotency: { clientOf: 'shared' } }.",
  ].join('\n');
}
