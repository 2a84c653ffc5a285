import type { ToolData } from '../../shared/contract/mcp.ts';
import { listTool } from '../../shared/contract/tool-list.ts';
import { callTool } from './call.ts';
import { LEGACY, VERSIONS } from './message.ts';
import { infoOf } from './outcome.ts';
import type { Arguments, McpContext, McpServer, MessageOutcome, RpcRequest } from './protocol.ts';
import { rpcError } from './protocol.ts';
import { isObject } from '../../shared/validation/values.ts';
import { costOf } from '../../shared/contract/mcp.ts';

/** How long a list of tools is fresh: it changes with a deployment. */
const TTL = 300_000;

/**
 * Answers a request.
 *
 * @throws {Refusal} If the method or the tool is unknown, or the parameters are malformed.
 */
export async function handle(server: McpServer, ctx: McpContext, request: RpcRequest): Promise<MessageOutcome> {
  const { method, params, isLegacy } = request;
  const { settings } = server;
  const instructions = settings.instructions === '' ? {} : { instructions: settings.instructions };
  const capabilities = { tools: {} };
  if (method === 'tools/call') return callOne(server, ctx, request);
  if (method === 'tools/list') return listTools(server, ctx, request);
  if (isLegacy && method === 'ping') return {};
  if (isLegacy && method === 'initialize') {
    const wanted = params['protocolVersion'];
    const protocolVersion = VERSIONS.slice(1).find((version) => version === wanted) ?? LEGACY;
    return { protocolVersion, capabilities, serverInfo: infoOf(server), ...instructions };
  }
  if (!isLegacy && method === 'server/discover') {
    const caching = { ttlMs: TTL, cacheScope: 'public' };
    return { supportedVersions: VERSIONS, capabilities, ...instructions, ...caching };
  }
  throw rpcError(-32601, `Method not found: ${method.slice(0, 100)}`, isLegacy ? 200 : 404);
}

async function allowedTools(server: McpServer, ctx: McpContext): Promise<readonly ToolData[]> {
  return (await server.features.access?.allowed(server, ctx)) ?? server.data.tools;
}

async function listTools(server: McpServer, ctx: McpContext, { isLegacy }: RpcRequest): Promise<object> {
  const tools = await allowedTools(server, ctx);
  const { data, settings } = server;
  const listed =
    costOf(tools) > settings.budget
      ? data.search!.tools
      : tools.map((tool) => listTool(data.definitions, tool, isLegacy));
  const isPrivate = data.tools.some(({ security }) => security !== undefined);
  if (isLegacy) return { tools: listed };
  return { tools: listed, ttlMs: TTL, cacheScope: isPrivate ? 'private' : 'public' };
}

async function callOne(server: McpServer, ctx: McpContext, request: RpcRequest): Promise<MessageOutcome> {
  const { name, arguments: given = {} } = request.params;
  if (typeof name !== 'string' || !isObject(given))
    throw rpcError(-32602, '"params" needs the "name" of a tool, and its "arguments" as an object.');
  const tool = server.tools.get(name);
  if (tool !== undefined) return callTool(server, ctx, request, tool, given);
  const { search } = server.data;
  const isMeta = search?.tools.some((one) => one.name === name) === true;
  const tools = isMeta ? await allowedTools(server, ctx) : [];
  if (costOf(tools) <= server.settings.budget) throw rpcError(-32602, `Unknown tool: ${name.slice(0, 100)}`, 200);
  const found = server.features.search!(server.data, tools, name, given);
  return Array.isArray(found) ? callTool(server, ctx, request, ...(found as [ToolData, Arguments])) : found;
}
