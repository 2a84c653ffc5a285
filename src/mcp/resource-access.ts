import type { OperationContext } from '../koa/context.ts';
import { authorize } from '../koa/request/security/index.ts';
import { runtimeOf } from '../koa/runtimes.ts';
import type { ToolData } from '../contract/mcp.ts';
import type { McpContext, McpServer } from './protocol.ts';
import { Challenge } from './protocol.ts';

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

/** Adds the URL of the metadata to the challenges for tokens: RFC 9728, 5.1. */
export function challengeOf(
  server: McpServer,
  ctx: McpContext,
  status: 401 | 403,
  header: string,
  message: string,
): Challenge {
  if (server.settings.authorizationServers.length === 0) return new Challenge(status, header, message);
  const parameter = `resource_metadata="${metadataUrl(resourceOf(server, ctx))}"`;
  const added = header.replaceAll(/\bBearer(?: (?=\w+=)|(?=,|$))/g, (text) =>
    text.endsWith(' ') ? `Bearer ${parameter}, ` : `Bearer ${parameter}`,
  );
  return new Challenge(status, added === '' ? `Bearer ${parameter}` : added, message);
}

/**
 * Lists the tools that the caller's credentials may call, by their `@security`. Each call is still checked by the app.
 *
 * @returns A challenge if there is no such tool, and credentials are missing or invalid.
 */
export async function allowedTools(server: McpServer, ctx: McpContext): Promise<readonly ToolData[] | Challenge> {
  const verdicts = new Map<string, Promise<Refusal | undefined>>();
  const allowed: ToolData[] = [];
  let refusal: Refusal | undefined;
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
  return challengeOf(server, ctx, 401, refusal.header, refusal.message);
}

/** Why credentials do not suffice. */
interface Refusal {
  readonly status: number;
  readonly header: string;
  readonly message: string;
}

/** Whether the caller's credentials satisfy a tool's `@security`. What cannot be verified is refused. */
async function verify({ manifest }: McpServer, ctx: McpContext, tool: ToolData): Promise<Refusal | undefined> {
  const operation = manifest.operations.find(({ id }) => id === tool.id);
  if (operation === undefined) return { status: 404, header: '', message: '' };
  if (operation.security === undefined) return undefined;
  const alternatives = runtimeOf(ctx.app, manifest.routes)?.alternatives.get(operation.security);
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
