import { linkOf } from '../client/response.ts';
import type { ToolData } from '../../shared/contract/mcp.ts';
import type { McpFeatures } from './protocol.ts';

/** The body in `result`, with the arguments of the next page, the total and the version. */
export const wrapping: NonNullable<McpFeatures['wrapping']> = ({ paging, arguments: args }, { headers }, result) => {
  const next = paging && nextPage(String(headers['link'] ?? ''), paging, args);
  const total = headers['x-total-count'];
  return {
    result,
    ...(next !== undefined && { next }),
    ...(paging && total !== undefined && { total: Number(total) }),
    ...(headers['etag'] !== undefined && { etag: String(headers['etag']) }),
  };
};

/** The arguments of the next page, from the link to it: RFC 8288. */
function nextPage(links: string, names: readonly string[], args: ToolData['arguments']): object | undefined {
  const url = linkOf(links, 'next');
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
