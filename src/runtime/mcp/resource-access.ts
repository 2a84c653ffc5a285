import type { OperationContext } from '../koa/context.ts';
import type { HttpError } from '../koa/response/http-error.ts';
import { exposedMessage } from '../koa/response/http-error.ts';
import { runtimeOf } from './runtimes.ts';
import type { ToolData } from '../../shared/contract/mcp.ts';
import type { McpContext, McpFeatures, McpServer, Rejection } from './protocol.ts';
import { challengeOf, resourceOf } from './protocol.ts';

/** The URL of the metadata of a resource: RFC 9728, 3.1. */
function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}`;
}

/** The scopes that tools require. */
function scopesOf(tools: readonly ToolData[]): string[] {
  return [...new Set(tools.flatMap(({ security = [] }) => security.flatMap((one) => Object.values(one).flat())))];
}

/** The metadata of the protected resource: RFC 9728, 2. Undefined if no authorization server is known, or for another request. */
function metadataOf(server: McpServer, ctx: McpContext): object | undefined {
  const { authorizationServers, path } = server.settings;
  const wellKnown = `/.well-known/oauth-protected-resource${path === '/' ? '' : path}`;
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  if (!isRead || ctx.path !== wellKnown || authorizationServers.length === 0) return undefined;
  const scopes = scopesOf(server.data.tools);
  return {
    resource: resourceOf(server, ctx),
    authorization_servers: authorizationServers,
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    bearer_methods_supported: ['header'],
    resource_name: server.data.title,
  };
}

/** The challenge with the URL of the metadata for tokens: RFC 9728, 5.1. */
function challenge(server: McpServer, ctx: McpContext, header: string): string {
  if (server.settings.authorizationServers.length === 0) return header;
  const bearer = `Bearer resource_metadata="${metadataUrl(resourceOf(server, ctx))}"`;
  const added = header.replaceAll(/\bBearer(?:( )(?=\w+=)|(?=,|$))/g, (_, space) => bearer + (space ? ', ' : ''));
  return added || bearer;
}

/**
 * Lists the tools that the caller's credentials may call, by their `@security`. Each call is still checked by the app.
 *
 * @throws {Refusal} A challenge, if there is no such tool, and credentials are missing or invalid.
 */
async function allowedTools(server: McpServer, ctx: McpContext): Promise<readonly ToolData[]> {
  const verdicts = new Map<string, Promise<Rejection | undefined>>();
  const allowed: ToolData[] = [];
  let refusal: Rejection | undefined;
  for (const tool of server.data.tools) {
    const key = JSON.stringify(tool.security ?? null);
    const verdict = verdicts.get(key) ?? verify(server, ctx, tool);
    verdicts.set(key, verdict);
    const refused = await verdict;
    if (refused === undefined) allowed.push(tool);
    // Missing credentials can be sent, missing rights cannot.
    else if (refusal?.status !== 401) refusal = refused;
  }
  if (allowed.length > 0 || refusal?.status !== 401) return allowed;
  throw challengeOf(server, ctx, refusal);
}

/** Whether the caller's credentials satisfy a tool's `@security`. Credentials that can't be verified are refused. */
async function verify({ manifest }: McpServer, ctx: McpContext, tool: ToolData): Promise<Rejection | undefined> {
  if (tool.security === undefined) return undefined;
  const runtime = runtimeOf(ctx.app, manifest.routes);
  const operation = runtime?.manifest.operations.find(({ id }) => id === tool.id);
  // The mock server of the dev server lets everybody call these.
  if (operation !== undefined && operation.security === undefined) return undefined;
  const authenticate = operation && runtime!.features.security?.(operation).authenticate;
  if (authenticate === undefined) return { status: 403, header: '' };
  try {
    // Verifiers see the operation, and cannot change the context of the message.
    const own = Object.assign(Object.create(ctx) as OperationContext, { operation });
    // Otherwise a list would reveal for any number of credentials whether they are valid.
    await runtime!.features.rateLimits?.(operation!).enter?.(own);
    await authenticate(own);
    return undefined;
  } catch (error) {
    const { status, headers } = error as HttpError;
    if (status !== 401 && status !== 403) throw error;
    const header = [headers?.['WWW-Authenticate'] ?? ''].flat().join(', ');
    return { status, header, message: exposedMessage(error as HttpError, status) };
  }
}

/** Credentials: who may see which tools, and where clients get tokens. */
export const access: NonNullable<McpFeatures['access']> = { metadata: metadataOf, challenge, allowed: allowedTools };
