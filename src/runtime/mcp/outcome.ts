import type { McpServer, RpcRequest } from './protocol.ts';

/** A text in a result: schema of the specification, TextContent. */
export function text(value: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: value };
}

/** A result that reports a mistake to the model. */
export function failure(reason: string): { readonly content: readonly object[]; readonly isError: true } {
  return { content: [text(reason)], isError: true };
}

/** The name of the server, and its version. */
export function infoOf({ data: { title: name, version } }: McpServer): {
  readonly name: string;
  readonly version: string;
} {
  return { name, version };
}

/** Adds the fields of revision 2026-07-28 to a result. */
export function complete(server: McpServer, { isLegacy }: RpcRequest, result: object): object {
  if (isLegacy) return result;
  return { resultType: 'complete', ...result, _meta: { 'io.modelcontextprotocol/serverInfo': infoOf(server) } };
}
