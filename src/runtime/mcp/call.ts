import { randomUUID } from 'node:crypto';
import type Koa from 'koa';
import { queryOf, simpleText, writePath } from '../client/address.ts';
import type { ToolData } from '../../shared/contract/mcp.ts';
import { ownRequestOf } from '../../shared/contract/own-request.ts';
import { validPath } from '../../shared/contract/refusal.ts';
import { matchOperation } from '../../shared/contract/routes.ts';
import type { InProcessResponse as Response } from '../in-process/platform.ts';
import { askPlatform } from '../in-process/platform.ts';
import { ask } from '../in-process/index.ts';
import { callerOf } from './caller.ts';
import { bodyLimitOf } from './message.ts';
import { failure } from './outcome.ts';
import { readArguments } from './request-parts.ts';
import { isSuccess, toResult } from './tool-result.ts';
import { isJsonType } from '../../shared/contract/operation.ts';
import type { Arguments, McpContext, McpServer, MessageOutcome, RpcRequest } from './protocol.ts';
import { challengeOf, resourceOf } from './protocol.ts';

const listeners = new WeakMap<Koa, ReturnType<Koa['callback']>>();

/** Calls a tool: a request to its operation through the same app, with the caller's credentials. */
export async function callTool(
  server: McpServer,
  ctx: McpContext,
  request: RpcRequest,
  tool: ToolData,
  given: Arguments,
): Promise<MessageOutcome> {
  if (!request.isLegacy && request.params['name'] === tool.name) server.features.argumentHeaders?.(ctx, tool, given);
  const prepared = await prepare(server, ctx, tool, given);
  if (typeof prepared === 'string') return failure(prepared);
  const controller = new AbortController();
  const leave = (): void => {
    if (!ctx.res.writableFinished) controller.abort();
  };
  ctx.res.once('close', leave);
  const sent = { ...prepared, ...callerOf(server, ctx, prepared.headers), signal: controller.signal };
  const own = ownRequestOf(ctx.req);
  const response = await (own === undefined
    ? ask(server.settings.listener ?? listenerOf(ctx.app), sent, true)
    : askPlatform(own, sent));
  refuseCredentials(server, ctx, tool, response);
  if (tool.stream !== undefined && isSuccess(response))
    return server.features.streams!.read(server, ctx, request, { tool, response, cancel: () => controller.abort() });
  // A link in a result has the public origin.
  const url = new URL(prepared.url, resourceOf(server, ctx)).href;
  return toResult(server, request, tool, response, url);
}

function listenerOf(app: Koa): ReturnType<Koa['callback']> {
  let listener = listeners.get(app);
  if (listener === undefined) listeners.set(app, (listener = app.callback()));
  return listener;
}

/** A prepared request, or the reason why there is none. */
interface Prepared {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

async function prepare(
  server: McpServer,
  ctx: McpContext,
  tool: ToolData,
  given: Arguments,
): Promise<Prepared | string> {
  const { method, path } = tool;
  try {
    const parts = readArguments(server.features, tool, given);
    const url = writePath(path, parts.path);
    // A value can turn the path into that of another operation, which may not be a tool.
    const routed = validPath(server.manifest, url);
    const match = routed === undefined ? undefined : matchOperation(server.manifest, method, routed);
    if (match?.operation.id !== tool.id) return `No ${method} ${path} with these path parameters.`;
    const headers: Record<string, string> = { ...tool.headers };
    for (const [name, value] of Object.entries(parts.header)) {
      const text = simpleText(value, `header.${name}`);
      if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return `The value of "${name}" cannot be sent as a header.`;
      headers[name.toLowerCase()] = text.trim();
    }
    if (tool.key === true) headers['idempotency-key'] ??= `"${randomUUID()}"`;
    const encoded = await encode(server, ctx, tool, parts.body);
    if (typeof encoded === 'string') return `${encoded} ${method} ${path}`;
    const [body, type] = encoded;
    if (body !== undefined) headers['content-length'] = String(body.length);
    if (type !== undefined) headers['content-type'] = type;
    const query = `?${queryOf(parts.query)}`.replace(/\?$/, '');
    return { method, url: `${mountOf(ctx)}${server.settings.prefix}${url}${query}`, headers, body };
  } catch (error) {
    // Arguments that no request can have: a missing path parameter, or values nested too deeply.
    if (error instanceof TypeError || error instanceof RangeError || error instanceof URIError)
      return `${error.message}.`;
    throw error;
  }
}

/** The body with its type, or the reason why it cannot be sent. */
async function encode(
  server: McpServer,
  ctx: McpContext,
  { mediaType = 'application/json' }: ToolData,
  body: unknown,
): Promise<string | readonly [body?: Buffer, type?: string | undefined]> {
  if (body === undefined) return [];
  if (isJsonType(mediaType)) return [Buffer.from(JSON.stringify(body)), mediaType];
  return server.features.bodies!.encode(body, mediaType, bodyLimitOf(server, ctx));
}

/** The prefix under which koa-mount has the app. */
function mountOf({ originalUrl, path }: McpContext): string {
  const [original = ''] = originalUrl.split('?', 1);
  return original.endsWith(path) ? original.slice(0, original.length - path.length) : '';
}

/** @throws {RpcRefusal} A challenge: for a 401 if credentials are required, and for a 403 that requires more scopes. */
function refuseCredentials(server: McpServer, ctx: McpContext, tool: ToolData, response: Response): void {
  const { statusCode: status } = response;
  const header = [response.headers['www-authenticate'] ?? ''].flat().join(', ');
  const isMissing = status === 401 && (tool.security !== undefined || header !== '');
  if (!isMissing && (status !== 403 || !/\berror="insufficient_scope"/.test(header))) return;
  response.stream().destroy();
  throw challengeOf(server, ctx, { status, header });
}
