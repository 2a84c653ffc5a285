import type { ToolData } from '../contract/mcp.ts';
import { listTool } from '../contract/tool-list.ts';
import { allowedTools } from './resource-access.ts';
import { callTool } from './call.ts';
import { describeOperation, META_TOOLS, searchOperations } from './many-tools.ts';
import { LEGACY, VERSIONS } from './message.ts';
import { failure, infoOf } from './outcome.ts';
import type { McpContext, McpServer, Outcome, RpcRequest } from './protocol.ts';
import { rpcError } from './protocol.ts';
import { isObject } from '../validation/values.ts';

/** How long a list of tools is fresh: it changes with a deployment. */
const TTL = 300_000;

/**
 * Answers a request.
 *
 * @throws {Refusal} If the method or the tool is unknown, or the parameters are malformed.
 */
export async function handle(server: McpServer, ctx: McpContext, request: RpcRequest): Promise<Outcome> {
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

/** Whether the tools of a caller cost so many tokens that a search is offered instead. */
function areMany({ settings: { budget } }: McpServer, tools: readonly ToolData[]): boolean {
  return tools.reduce((sum, { tokens }) => sum + tokens, 0) > budget;
}

async function listTools(server: McpServer, ctx: McpContext, { isLegacy }: RpcRequest): Promise<object> {
  const tools = await allowedTools(server, ctx);
  const listed = areMany(server, tools)
    ? META_TOOLS
    : tools.map((tool) => listTool(server.data.definitions, tool, isLegacy));
  const isPrivate = server.data.tools.some(({ security }) => security !== undefined);
  if (isLegacy) return { tools: listed };
  return { tools: listed, ttlMs: TTL, cacheScope: isPrivate ? 'private' : 'public' };
}

async function callOne(server: McpServer, ctx: McpContext, request: RpcRequest): Promise<Outcome> {
  const { name, arguments: given = {} } = request.params;
  if (typeof name !== 'string' || !isObject(given))
    throw rpcError(-32602, '"params" needs the "name" of a tool, and its "arguments" as an object.');
  const tool = server.tools.get(name);
  if (tool !== undefined) return callTool(server, ctx, request, tool, given);
  const meta = META_TOOLS.find((one) => one.name === name);
  const tools = meta === undefined ? [] : await allowedTools(server, ctx);
  if (meta === undefined || !areMany(server, tools)) throw rpcError(-32602, `Unknown tool: ${name.slice(0, 100)}`, 200);
  if (name === 'search_operations') return searchOperations(server.data, tools, given);
  const chosen = tools.find((one) => one.name === given['name']);
  if (chosen === undefined) return failure('Unknown operation. Find one with search_operations.');
  if (name === 'describe_operation') return describeOperation(chosen);
  const { arguments: inner = {} } = given;
  if (!isObject(inner)) return failure('"arguments" must be an object.');
  return callTool(server, ctx, request, chosen, inner);
}
