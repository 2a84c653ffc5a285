import { Readable } from 'node:stream';
import type Koa from 'koa';
import type { McpOptions } from 'virtual:operations/mcp';
import type { Manifest } from '../contract/manifest.ts';
import type { McpData } from '../contract/mcp.ts';
import { normalizePath } from '../contract/path-spelling.ts';
import { usageError } from '../koa/usage-error.ts';
import { checkOrigin } from './origin.ts';
import { metadataOf } from './resource-access.ts';
import { handle } from './methods.ts';
import { parseMessage, readMessage } from './message.ts';
import type { McpServer } from './protocol.ts';
import { Challenge, RpcError } from './protocol.ts';

/**
 * Creates the middleware of a server of the Model Context Protocol, revisions 2026-07-28 and 2025-11-25.
 *
 * @throws {TypeError} If an option is invalid.
 * @example app.use(mcp({ path: '/mcp' }));
 */
export function createMcp(manifest: Manifest, data: McpData, options: McpOptions = {}): Koa.Middleware {
  const server = serverOf(manifest, data, options);
  const { path } = server.settings;
  const wellKnown = `/.well-known/oauth-protected-resource${path === '/' ? '' : path}`;
  return (ctx, next) => {
    const asked = normalizePath(ctx.path);
    if (asked === path) return answer(server, ctx);
    if (asked !== wellKnown || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    const metadata = metadataOf(server, ctx);
    if (metadata === undefined) return next();
    ctx.body = metadata;
    return undefined;
  };
}

function serverOf(manifest: Manifest, data: McpData, options: McpOptions): McpServer {
  const settings = {
    path: '/mcp',
    forward: [],
    origins: [],
    budget: 2000,
    prefix: '',
    repeatText: false,
    streamItems: 100,
    instructions: '',
    authorizationServers: data.issuers,
    resource: undefined,
    hosts: undefined,
    ...options,
  };
  if (!/^\/[^?#]*$/.test(settings.path))
    throw usageError(
      `The option path of mcp must be a path that starts with "/", not ${JSON.stringify(settings.path)}.`,
    );
  if (settings.resource !== undefined && !URL.canParse(settings.resource))
    throw usageError(`The option resource of mcp must be a URL, not ${JSON.stringify(settings.resource)}.`);
  return { manifest, data, settings, tools: new Map(data.tools.map((tool) => [tool.name, tool])) };
}

async function answer(server: McpServer, ctx: Koa.ParameterizedContext): Promise<void> {
  ctx.set('Cache-Control', 'no-store');
  let id: string | number | undefined;
  try {
    checkOrigin(server, ctx);
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST');
      throw new RpcError(-32600, 'Send messages with POST.', 405);
    }
    const message = await readMessage(server, ctx);
    id = message.id;
    const request = parseMessage(ctx, message);
    if (request === undefined) {
      ctx.status = 202;
      // Without it, Koa sends "Accepted".
      ctx.body = '';
      return;
    }
    const outcome = await handle(server, ctx, request);
    if (outcome instanceof Challenge) challenge(ctx, outcome);
    else if (Symbol.asyncIterator in outcome) stream(ctx, request.id, outcome);
    else ctx.body = { jsonrpc: '2.0', id: request.id, result: outcome };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message, data, status } = error;
    ctx.status = status;
    ctx.body = { jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message, ...(data && { data }) } };
  }
}

function challenge(ctx: Koa.ParameterizedContext, { status, header, message }: Challenge): void {
  ctx.status = status;
  if (header !== '') ctx.set('WWW-Authenticate', header);
  ctx.body = { error: status === 401 ? 'invalid_token' : 'insufficient_scope', error_description: message };
}

/** Sends the messages of a stream as events. A client that leaves ends the generator. */
function stream(ctx: Koa.ParameterizedContext, id: string | number, messages: AsyncGenerator<object, object>): void {
  ctx.set('Content-Type', 'text/event-stream');
  ctx.set('X-Accel-Buffering', 'no');
  ctx.body = Readable.from(eventsOf(id, messages));
}

async function* eventsOf(id: string | number, messages: AsyncGenerator<object, object>): AsyncGenerator<string, void> {
  let isDone = false;
  try {
    for (;;) {
      const { value, done } = await messages.next();
      const message = done === true ? { jsonrpc: '2.0', id, result: value } : { jsonrpc: '2.0', ...value };
      isDone = done === true;
      yield `event: message\ndata: ${JSON.stringify(message)}\n\n`;
      if (isDone) return;
    }
  } finally {
    if (!isDone) await messages.return({});
  }
}
