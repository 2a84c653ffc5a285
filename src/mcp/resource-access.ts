import type { OperationContext } from '../koa/context.ts';
import { authorize } from '../koa/request/security/index.ts';
import { runtimeOf } from './runtimes.ts';
import type { ToolData } from '../contract/mcp.ts';
import type { McpContext, McpServer } from './protocol.ts';
import { Refusal } from './protocol.ts';

/** The public URL of the server. */
export function resourceOf({ settings: { resource, path } }: McpServer, ctx: McpContext): string {
  return resource ?? `${ctx.protocol}://${ctx.host}${path}`;
}

/** The URL of the metadata of a resource: RFC 9728, 3.1. */
function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}`;
}

/** The scopes that tools require. */
function scopesOf(tools: readonly ToolData[]): string[] {
  return [...new Set(tools.flatMap(({ security = [] }) => security.flatMap((one) => Object.values(one).flat())))];
}

/** The metadata of the protected resource: RFC 9728, 2. Undefined if no authorization server is known. */
export function metadataOf(server: McpServer, ctx: McpContext): object | undefined {
  const { authorizationServers } = server.settings;
  if (authorizationServers.length === 0) return undefined;
  const scopes = scopesOf(server.data.tools);
  return {
    resource: resourceOf(server, ctx),
    authorization_servers: authorizationServers,
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    bearer_methods_supported: ['header'],
    resource_name: server.data.title,
  };
}

/** A challenge for credentials (401) or scopes (403), with the URL of the metadata for tokens: RFC 9728, 5.1. */
export function challengeOf(server: McpServer, ctx: McpContext, { status, header, message }: Rejection): Refusal {
  const error = status === 401 ? 'invalid_token' : 'insufficient_scope';
  const body = { error, error_description: message };
  if (server.settings.authorizationServers.length === 0) return new Refusal(status, body, header);
  const bearer = `Bearer resource_metadata="${metadataUrl(resourceOf(server, ctx))}"`;
  const added = header.replaceAll(/\bBearer(?:( )(?=\w+=)|(?=,|$))/g, (_, space) => bearer + (space ? ', ' : ''));
  return new Refusal(status, body, added || bearer);
}

/**
 * Lists the tools that the caller's credentials may call, by their `@security`. Each call is still checked by the app.
 *
 * @throws {Refusal} A challenge, if there is no such tool, and credentials are missing or invalid.
 */
export async function allowedTools(server: McpServer, ctx: McpContext): Promise<readonly ToolData[]> {
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

/** Why credentials do not suffice. */
interface Rejection {
  readonly status: number;
  readonly header: string;
  readonly message: string;
}

/** Whether the caller's credentials satisfy a tool's `@security`. What cannot be verified is refused. */
async function verify({ manifest }: McpServer, ctx: McpContext, tool: ToolData): Promise<Rejection | undefined> {
  if (tool.security === undefined) return undefined;
  const runtime = runtimeOf(ctx.app, manifest.routes);
  const operation = runtime?.manifest.operations.find(({ id }) => id === tool.id);
  // The mock server of the dev server lets everybody call these.
  if (operation !== undefined && operation.security === undefined) return undefined;
  const alternatives = operation && runtime!.alternatives.get(operation.security);
  if (alternatives === undefined) return { status: 403, header: '', message: '' };
  try {
    // Verifiers see the operation, and cannot change the context of the message.
    await authorize(Object.assign(Object.create(ctx) as OperationContext, { operation }), alternatives);
    return undefined;
  } catch (error) {
    const { status, headers, message } = error as {
      status?: unknown;
      headers?: Record<string, string>;
      message: string;
    };
    if (status !== 401 && status !== 403) throw error;
    return { status, header: headers?.['WWW-Authenticate'] ?? '', message };
  }
}
