import type { InProcessResponse as Response } from '../in-process/platform.ts';
import { unescapeKey } from '../../shared/contract/json-pointer.ts';
import type { ToolData } from '../../shared/contract/mcp.ts';
import { isObject } from '../../shared/validation/values.ts';

/** The advice for a model about a status. */
const REMEDIES: { readonly [status: number]: string } = {
  400: 'Correct the arguments and call the tool again.',
  403: 'The caller may not do this. Do not try again.',
  409: 'The state has changed. Read it again.',
  412: 'The version has changed. Read it again, and send its etag as if_match.',
  413: 'Send less.',
  422: 'Correct the arguments and call the tool again.',
  428: 'Read it first, and send its etag as if_match.',
  429: 'Wait before you call the tool again.',
  503: 'Wait before you call the tool again.',
};

/** Members of a problem that the text already has. */
const KNOWN = ['type', 'title', 'status', 'detail', 'errors'];

/**
 * Writes a problem (RFC 9457) for a model: the detail, each error with the argument that it is about, and a remedy.
 *
 * @param head The status and headers of the response.
 */
export function problemText(head: string, { statusCode }: Response, body: unknown, tool: ToolData): string {
  if (!isObject(body))
    return [head, typeof body === 'string' ? body : JSON.stringify(body), ...remedyOf(statusCode)].join('\n');
  const errors = Array.isArray(body['errors'])
    ? body['errors'].filter(isObject).map((error) => `- ${errorText(error, tool)}`)
    : [];
  // The detail repeats the errors.
  const detail = typeof body['detail'] === 'string' && errors.length === 0 ? [body['detail']] : [];
  const others = Object.fromEntries(Object.entries(body).filter(([name]) => !KNOWN.includes(name)));
  const rest = Object.keys(others).length > 0 ? [JSON.stringify(others)] : [];
  return [head, ...detail, ...errors, ...rest, ...remedyOf(statusCode)].join('\n');
}

function remedyOf(status: number): string[] {
  return REMEDIES[status] === undefined ? [] : [REMEDIES[status]];
}

/** An error with the argument that it is about, and the pointer into it. */
function errorText({ in: place, name, pointer, message }: Readonly<Record<string, unknown>>, tool: ToolData): string {
  const path = typeof pointer === 'string' ? pointer : '';
  const isFlat =
    place === 'body' && !Object.values(tool.arguments).some((one) => one.in === 'body' && one.name === undefined);
  const [, first = '', rest = ''] = isFlat ? (/^\/([^/]*)(.*)$/s.exec(path) ?? []) : [];
  const target = isFlat ? unescapeKey(first) : name;
  const argument = Object.entries(tool.arguments).find(([, one]) => one.in === place && one.name === target)?.[0];
  const shown = argument ?? (place === 'body' && target === undefined ? 'body' : target);
  return `${String(shown ?? '')}${isFlat ? rest : path}: ${String(message)}`;
}
