import { Readable } from 'node:stream';
import type Koa from 'koa';
import type { McpOptions } from 'virtual:operations/mcp';
import type { Manifest } from '../contract/manifest.ts';
import type { McpData } from '../contract/mcp.ts';
import { DEFAULT_BUDGET } from '../contract/mcp.ts';
import { normalizePath } from '../contract/path-spelling.ts';
import { usageError } from '../koa/usage-error.ts';
import { checkOrigin } from './origin.ts';
import { metadataOf } from './resource-access.ts';
import { handle } from './methods.ts';
import { complete } from './outcome.ts';
import { parseMessage, readMessage } from './message.ts';
import type { McpServer } from './protocol.ts';
import { Refusal, rpcError } from './protocol.ts';
import { watchRuntimes } from './runtimes.ts';

/**
 * Defines the export of `virtual:operations/mcp`: it creates the middleware of a server of the Model Context Protocol, revisions 2026-07-28 and
 * 2025-11-25.
 *
 * @example app.use(mcp({ path: '/mcp' }));
 */
export function defineMcp(manifest: Manifest, data: McpData): (options?: McpOptions) => Koa.Middleware {
  watchRuntimes(manifest);
  return (options = {}) => createMcp(manifest, data, options);
}

/** @throws {TypeError} If an option is invalid. */
function createMcp(manifest: Manifest, data: McpData, options: McpOptions): Koa.Middleware {
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
    budget: DEFAULT_BUDGET,
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
      throw rpcError(-32600, 'Send messages with POST.', 405);
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
    const finish = (result: object): object => ({ jsonrpc: '2.0', id, result: complete(server, request, result) });
    if (Symbol.asyncIterator in outcome) stream(ctx, outcome, finish);
    else ctx.body = finish(outcome);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ctx.status = error.status;
    if (error.challenge) ctx.set('WWW-Authenticate', error.challenge);
    ctx.body = error.challenge === undefined ? { jsonrpc: '2.0', id, error: error.error } : error.error;
  }
}

/** The result of a stream as a message. */
type Finish = (result: object) => object;

/** Sends the messages of a stream as events. A client that leaves ends the generator. */
function stream(ctx: Koa.ParameterizedContext, messages: AsyncGenerator<object, object>, finish: Finish): void {
  ctx.set('Content-Type', 'text/event-stream');
  ctx.set('X-Accel-Buffering', 'no');
  ctx.body = Readable.from(eventsOf(messages, finish));
}

async function* eventsOf(messages: AsyncGenerator<object, object>, finish: Finish): AsyncGenerator<string, void> {
  try {
    for (;;) {
      const { value, done } = await messages.next();
      const message = done === true ? finish(value) : { jsonrpc: '2.0', ...value };
      yield `event: message\ndata: ${JSON.stringify(message)}\n\n`;
      if (done === true) return;
    }
  } finally {
    await messages.return({});
  }
}
