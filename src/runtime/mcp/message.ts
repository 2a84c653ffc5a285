import { runtimeOf } from './runtimes.ts';
import type { McpContext, McpServer, RpcRefusal, RpcRequest } from './protocol.ts';
import { rpcError } from './protocol.ts';
import { isObject } from '../../shared/validation/values.ts';

/** The revision of the protocol, and those before it that clients begin with a handshake. */
export const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;
export const [CURRENT, LEGACY] = VERSIONS;

const META = 'io.modelcontextprotocol/';
/** A message, before its version is known. */
export interface Message {
  readonly id: string | number | undefined;
  readonly method: string;
  readonly params: RpcRequest['params'];
}

/** The size of the body that runtimes without an app of ours read. */
const DEFAULT_LIMIT = 2 ** 20;

/** The maximum size of a body of the operations. */
export function bodyLimitOf({ manifest }: McpServer, ctx: McpContext): number {
  return runtimeOf(ctx.app, manifest.routes)?.limits.bodyLimit ?? DEFAULT_LIMIT;
}

/**
 * Reads the message of a request. Base64 takes a third more than the bytes that it encodes, so a message may be twice as long as a body.
 *
 * @throws {RpcRefusal} If it is too long, not JSON, or not a single message.
 */
export async function readMessage(server: McpServer, ctx: McpContext): Promise<Message> {
  const parsed =
    (ctx.request as { readonly body?: unknown }).body ?? (await readJson(ctx, 2 * bodyLimitOf(server, ctx) + 65_536));
  if (!isObject(parsed) || parsed['jsonrpc'] !== '2.0') throw rpcError(-32600, 'Send one JSON-RPC 2.0 message.');
  const { id, method, params = {} } = parsed;
  const isRequest = typeof id === 'string' || Number.isSafeInteger(id);
  if (typeof method !== 'string' || (id !== undefined && !isRequest) || !isObject(params))
    throw rpcError(-32600, 'A message needs a "method", "params" as an object, and for a request an "id".');
  return { id: id as Message['id'], method, params };
}

async function readJson(ctx: McpContext, limit: number): Promise<unknown> {
  // Koa's `is` takes a request over HTTP/2 without Content-Length for one without a body.
  if (ctx.request.type.trim().toLowerCase() !== 'application/json')
    throw rpcError(-32600, 'Send messages as application/json.', 415);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw rpcError(-32600, `A message has at most ${limit} bytes.`, 413);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw rpcError(-32700, 'The message is not valid JSON.');
  }
}

/**
 * Checks the version and the headers of a message.
 *
 * @returns undefined for a notification.
 * @throws {RpcRefusal} If headers and body disagree, or if the version is unknown.
 */
export function parseMessage(ctx: McpContext, { id, method, params }: Message): RpcRequest | undefined {
  const version = ctx.get('MCP-Protocol-Version');
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const stated = meta[`${META}protocolVersion`];
  const isLegacy =
    stated === undefined && (version === '' || (VERSIONS.slice(1) as readonly string[]).includes(version));
  if (id === undefined) return undefined;
  if (isLegacy) return { id, method, params, isLegacy };
  checkHeaders(ctx, method, params);
  if (typeof stated !== 'string' || !isObject(meta[`${META}clientCapabilities`]))
    throw rpcError(-32602, `"params._meta" needs "${META}protocolVersion" and "${META}clientCapabilities".`);
  if (stated !== version) throw mismatch('MCP-Protocol-Version', version, stated);
  if (version !== CURRENT)
    throw rpcError(-32022, `Unsupported protocol version ${JSON.stringify(version)}.`, 400, {
      supported: VERSIONS,
      requested: version,
    });
  return { id, method, params, isLegacy };
}

function checkHeaders(ctx: McpContext, method: string, params: RpcRequest['params']): void {
  if (ctx.get('Mcp-Method') !== method) throw mismatch('Mcp-Method', ctx.get('Mcp-Method'), method);
  const name = method === 'tools/call' && params['name'];
  // A value of another type is refused with the parameters.
  if (typeof name !== 'string') return;
  const sent = decodeHeader(ctx.get('Mcp-Name'));
  if (sent !== name) throw mismatch('Mcp-Name', sent ?? '', name);
}

/** Decodes a header that may be Base64, because its value has other characters than ASCII; undefined if it is malformed. */
export function decodeHeader(text: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(text)?.[1];
  if (encoded === undefined) return text;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString() : undefined;
}

/** The error of a header that differs from the body. */
export function mismatch(header: string, sent: string, stated: string): RpcRefusal {
  return rpcError(
    -32020,
    `Header mismatch: ${header} is ${JSON.stringify(sent)}, and the body has ${JSON.stringify(stated)}.`,
  );
}
