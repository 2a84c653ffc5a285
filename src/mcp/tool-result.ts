import { STATUS_CODES } from 'node:http';
import { nextLink } from '../client/response.ts';
import type { InProcessResponse as Response } from '../in-process/platform.ts';
import type { ToolData } from '../contract/mcp.ts';
import { isJsonType } from '../contract/operation.ts';
import { filesOf } from './file-content.ts';
import { text } from './outcome.ts';
import { problemText } from './problem-text.ts';
import type { McpServer, RpcRequest } from './protocol.ts';
import { isObject } from '../validation/values.ts';

/** Headers of a response that a model can use. */
const SHOWN = ['etag', 'location', 'retry-after', 'x-total-count', 'deprecation', 'sunset'];

/** Whether a response is a success. A redirect is one too: its address is in the result. */
export function isSuccess({ statusCode }: Response): boolean {
  return statusCode < 400;
}

/** Makes a result of a response: schema of the specification, CallToolResult. */
export async function toResult(
  { settings }: McpServer,
  { isLegacy }: RpcRequest,
  tool: ToolData,
  response: Response,
  url: string,
): Promise<object> {
  const type = mediaTypeOf(response);
  const bytes = Buffer.concat((await response.stream().toArray()) as Buffer[]);
  const json = isJsonType(type) ? parse(bytes) : undefined;
  const head = headOf(response);
  if (!isSuccess(response))
    return { content: [text(problemText(head, response, json ?? bytes.toString(), tool))], isError: true };
  if (json === undefined && bytes.length > 0)
    return { content: [text(head), ...filesOf(response.headers, type, bytes, url)] };
  if (bytes.length === 0) return { content: [text(head)] };
  const value = tool.isWrapped || (isLegacy && tool.isObject !== true) ? wrap(tool, response, json) : json;
  const isText = typeof json === 'string';
  const content = isText
    ? [text(json)]
    : settings.repeatText
      ? [text(head), text(JSON.stringify(value))]
      : [text(head)];
  // Before 2026-07-28, only objects are structured.
  return isLegacy && !isObject(value) ? { content: [text(bytes.toString())] } : { content, structuredContent: value };
}

function mediaTypeOf({ headers }: Response): string {
  return String(headers['content-type'] ?? '')
    .replace(/\s*;.*/s, '')
    .toLowerCase();
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** Status and headers, which `structuredContent` does not have. */
function headOf({ statusCode, headers }: Response): string {
  const shown = SHOWN.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${String(headers[name])}`]));
  return [`${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trim(), ...shown].join('\n');
}

/** The body in `result`, with the arguments of the next page, the total and the version. */
function wrap({ paging, arguments: args }: ToolData, { headers }: Response, result: unknown): object {
  const next = paging && nextPage(String(headers['link'] ?? ''), paging, args);
  const total = headers['x-total-count'];
  return {
    result,
    ...(next !== undefined && { next }),
    ...(paging && total !== undefined && { total: Number(total) }),
    ...(headers['etag'] !== undefined && { etag: String(headers['etag']) }),
  };
}

/** The arguments of the next page, from the link to it: RFC 8288. */
function nextPage(links: string, names: readonly string[], args: ToolData['arguments']): object | undefined {
  const url = nextLink(links);
  if (url === undefined) return undefined;
  const query = new URL(url, 'http://localhost').searchParams;
  const entries = Object.entries(args).flatMap(([name, { in: place, name: parameter = '' }]) => {
    const value = place === 'query' && names.includes(parameter) ? query.get(parameter) : null;
    return value === null
      ? []
      : [[name, parameter === 'cursor' || !/^\d+$/.test(value) ? value : Number(value)] as const];
  });
  return Object.fromEntries(entries);
}
