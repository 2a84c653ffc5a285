import { STATUS_CODES } from '../../shared/contract/node-http.ts';
import type { InProcessResponse as Response } from '../in-process/platform.ts';
import type { ToolData } from '../../shared/contract/mcp.ts';
import { isJsonType } from '../../shared/contract/operation.ts';
import { text } from './outcome.ts';
import { problemText } from './problem-text.ts';
import type { McpServer, RpcRequest } from './protocol.ts';
import { isObject } from '../../shared/validation/values.ts';

/** Headers of a response that a model can use. */
const SHOWN = ['etag', 'location', 'retry-after', 'x-total-count', 'deprecation', 'sunset'];

/** Whether a response is a success. A redirect is one too: its address is in the result. */
export function isSuccess({ statusCode }: Response): boolean {
  return statusCode < 400;
}

/** Status and headers, unless the data alone are enough. */
function detailsOf({ statusCode }: Response, head: string): object[] {
  return statusCode === 200 && !head.includes('\n') ? [] : [text(head)];
}

/** Makes a result of a response: schema of the specification, CallToolResult. */
export async function toResult(
  { features }: McpServer,
  { isLegacy }: RpcRequest,
  tool: ToolData,
  response: Response,
  url: string,
): Promise<object> {
  const type = mediaTypeOf(response);
  const bytes = Buffer.concat((await response.stream().toArray()) as Buffer[]);
  const json = isJsonType(type) ? parsedJson(bytes) : undefined;
  const head = headOf(response);
  if (!isSuccess(response))
    return { content: [text(problemText(head, response, json ?? bytes.toString(), tool))], isError: true };
  if (bytes.length === 0) return { content: [text(head)] };
  if (json === undefined)
    return { content: [text(head), ...(features.files ?? undeclaredText)(response.headers, type, bytes, url)] };
  const wrapped = isLegacy && tool.isObject !== true ? { result: json } : json;
  const value = tool.isWrapped ? features.wrapping!(tool, response, json) : wrapped;
  // Revision 2025-03-26 has no structured content, and many clients show models the text.
  const content = [text(typeof json === 'string' ? json : JSON.stringify(value)), ...detailsOf(response, head)];
  // Before 2026-07-28, only objects are structured.
  return isLegacy && !isObject(value) ? { content } : { content, structuredContent: value };
}

/** An undeclared body: the text of a middleware, or a body of another type. */
function undeclaredText(_headers: unknown, type: string, bytes: Buffer, url: string): object[] {
  return [text(type.startsWith('text/') ? bytes.toString() : `${type}: ${url}`)];
}

/** The media type of a response or a part, without parameters; empty if it has none. */
export function mediaTypeOf({ headers }: Pick<Response, 'headers'>): string {
  return String(headers['content-type'] ?? '')
    .replace(/\s*;.*/s, '')
    .toLowerCase();
}

function parsedJson(bytes: Buffer): unknown {
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
