import { randomUUID } from 'node:crypto';
import type Koa from 'koa';
import { prepareRequest } from '../client/request.ts';
import type { ToolData } from '../contract/mcp.ts';
import { ownRequestOf } from '../contract/own-request.ts';
import { validPath } from '../contract/refusal.ts';
import { matchOperation } from '../contract/routes.ts';
import type { InProcessResponse as Response } from '../in-process/platform.ts';
import { askPlatform } from '../in-process/platform.ts';
import { ask } from '../in-process/index.ts';
import { challengeOf, resourceOf } from './resource-access.ts';
import { callerOf } from './caller.ts';
import { bodyLimitOf, decodeHeader, mismatch } from './message.ts';
import { failure } from './outcome.ts';
import { readArguments } from './request-parts.ts';
import { isSuccess, toResult } from './tool-result.ts';
import type { McpContext, McpServer, Outcome, RpcRequest } from './protocol.ts';
import { isObject } from '../validation/values.ts';
import { streamResult } from './stream-result.ts';

const listeners = new WeakMap<Koa, ReturnType<Koa['callback']>>();

/** Calls a tool: a request to its operation through the same app, with the caller's credentials. */
export async function callTool(
  server: McpServer,
  ctx: McpContext,
  request: RpcRequest,
  tool: ToolData,
  given: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  if (!request.isLegacy && request.params['name'] === tool.name) checkParameterHeaders(ctx, tool, given);
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
  if (tool.stream !== undefined && isSuccess(response)) {
    const messages = streamResult(server, request, tool, response, () => controller.abort());
    if (/\btext\/event-stream\b|\*\/\*/.test(ctx.get('Accept'))) return messages;
    return drain(messages);
  }
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
  given: Readonly<Record<string, unknown>>,
): Promise<Prepared | string> {
  const { method, path, mediaType } = tool;
  try {
    const { input, joined, uploaded } = readArguments(tool, given);
    const limit = bodyLimitOf(server, ctx);
    if (uploaded > limit)
      return `The upload has ${uploaded} bytes, and tools take at most ${limit}. Send it by HTTP instead: ${method} ${path}`;
    const made = prepareRequest(`${method} ${path}`, mediaType, input, joined);
    // A value can turn the path into that of another operation, which may not be a tool.
    const routed = validPath(server.manifest, made.url.replace(/\?.*/s, ''));
    const match = routed === undefined ? undefined : matchOperation(server.manifest, method, routed);
    if (match?.operation.id !== tool.id) return `No ${method} ${path} with these path parameters.`;
    const sent = new globalThis.Response(made.body);
    const body = made.body === null ? undefined : Buffer.from(await sent.arrayBuffer());
    const type = made.headers['Content-Type'] ?? (made.body === null ? null : sent.headers.get('content-type'));
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(made.headers)) {
      if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return `The value of "${name}" cannot be sent as a header.`;
      headers[name.toLowerCase()] = value.trim();
    }
    if (tool.key === true) headers['idempotency-key'] ??= `"${randomUUID()}"`;
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const prefix = `${mountOf(ctx)}${server.settings.prefix}`;
    return {
      method,
      url: `${prefix}${made.url}`,
      headers: { ...headers, ...(type != null && { 'content-type': type }), ...length },
      body,
    };
  } catch (error) {
    // Arguments that no request can have: a missing path parameter, or values nested too deeply.
    if (error instanceof TypeError || error instanceof RangeError || error instanceof URIError)
      return `${error.message}.`;
    throw error;
  }
}

/** The prefix under which koa-mount has the app. */
function mountOf({ originalUrl, path }: McpContext): string {
  const [original = ''] = originalUrl.split('?', 1);
  return original.endsWith(path) ? original.slice(0, original.length - path.length) : '';
}

/** @throws {Refusal} A challenge: for a 401 where credentials are required, and for a 403 that asks for more scopes. */
function refuseCredentials(server: McpServer, ctx: McpContext, tool: ToolData, response: Response): void {
  const { statusCode: status } = response;
  const header = [response.headers['www-authenticate'] ?? ''].flat().join(', ');
  const isMissing = status === 401 && (tool.security !== undefined || header !== '');
  if (!isMissing && (status !== 403 || !/\berror="insufficient_scope"/.test(header))) return;
  response.stream().destroy();
  const message = isMissing ? 'The credentials are missing, invalid or expired.' : 'The credentials lack a scope.';
  throw challengeOf(server, ctx, { status, header, message });
}

/** Compares the headers that repeat arguments with these: `x-mcp-header` in the specification. */
function checkParameterHeaders(ctx: McpContext, { input }: ToolData, given: Readonly<Record<string, unknown>>): void {
  for (const [name, schema] of Object.entries(input['properties'] as object)) {
    const suffix = isObject(schema) ? schema['x-mcp-header'] : undefined;
    if (typeof suffix !== 'string') continue;
    const header = `Mcp-Param-${suffix}`;
    const sent = ctx.get(header);
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const text = typeof value === 'object' || value === undefined ? '' : String(value);
    const decoded = decodeHeader(sent);
    if (decoded !== text && !(typeof value === 'number' && sent !== '' && Number(decoded) === value))
      throw mismatch(header, sent, text);
  }
}

async function drain(messages: AsyncGenerator<object, object>): Promise<object> {
  for (;;) {
    const { value, done } = await messages.next();
    if (done === true) return value;
  }
}
