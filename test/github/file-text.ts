import { commentText } from './definitions.ts';
import type { Pool } from './definitions.ts';
import type { GithubOperation, GithubParameter } from './document.ts';
import { bodyLines, parameterLine, responseLines } from './lines.ts';

/** The three forms of a file's name: `<dir>/@get`, `<dir>/<operation>@get`, and `<dir>/<operation>` with a directive. */
export type Form = 'directory' | 'method' | 'directive';

export type Extension = 'ts' | 'js' | 'mjs' | 'cjs' | 'mts' | 'cts';

/** How an operation is written down. */
export interface Layout {
  readonly form: Form;
  readonly extension: Extension;
  /** Counts up over the operations, so that what has no reason of its own is spread evenly. */
  readonly turn: number;
}

/**
 * The text of an operation's file: its comment, and a handler that echoes its template, its method and the parameters it was given.
 *
 * @param pool Takes what the comment refers to by name.
 */
export function fileText(operation: GithubOperation, layout: Layout, pool: Pool): string {
  return `${comment(operation, layout, pool)}${handler(operation, layout)}`;
}

function comment(operation: GithubOperation, { form, turn }: Layout, pool: Pool): string {
  const { id, method, tags, deprecated, parameters, body, responses } = operation;
  // GET is what an operation is where neither its name nor its comment says.
  const says = form === 'directive' && (method !== 'GET' || turn % 2 === 0);
  const scope = { owner: id.replaceAll('/', '-'), define: pool.define };
  const shared = parameters.filter(({ component }) => component !== undefined).map(pool.includeParameter);
  const outcomes = responses.filter(({ component }) => component !== undefined).map(pool.includeResponse);
  const lines = [
    ...(says ? [`@${method}`] : []),
    `@operationId ${id}`,
    ...(tags.length > 0 ? [`@tags ${tags.join(', ')}`] : []),
    ...(deprecated ? ['@deprecated'] : []),
    ...(shared.length > 0 ? [`@param-include ${shared.join(', ')}`] : []),
    ...parameters
      .filter(({ component }) => component === undefined)
      .map((parameter) => parameterLine(parameter, prefixOf(parameter, operation), scope)),
    ...(body === undefined ? [] : bodyLines(body, operation, scope)),
    ...responses
      .filter(({ component }) => component === undefined)
      .flatMap((response) => responseLines(response, scope)),
    ...(outcomes.length > 0 ? [`@returns-include ${outcomes.join(', ')}`] : []),
  ];
  return commentText(lines, turn % 4 !== 0);
}

/** Without a prefix a parameter that is not in the path is a property of the body for these methods. */
function prefixOf({ name, in: place }: GithubParameter, { method, path }: GithubOperation): string {
  const needed = ['POST', 'PUT', 'PATCH'].includes(method) || path.includes(`{${name}}`);
  return place === 'query' && needed ? 'query.' : '';
}

function handler(operation: GithubOperation, { extension, turn }: Layout): string {
  const name = operation.operationId;
  const parameter = extension.endsWith('ts') ? 'ctx: { params: Record<string, string>; status: number }' : 'ctx';
  const body = handlerBody(operation);
  if (extension === 'cjs' || extension === 'cts' || (extension === 'js' && turn % 2 === 0)) {
    const target = turn % 3 === 0 ? 'module.exports' : `exports.${name}`;
    return `${target} = function ${name}(${parameter}) {\n${body}};\n`;
  }
  switch (turn % 4) {
    case 0:
      return `export const ${name} = (${parameter}) => {\n${body}};\n`;
    case 1:
      return `export default async function ${name}(${parameter}) {\n${body}}\n`;
    case 2:
      return `const ${name} = (${parameter}) => {\n${body}};\nexport default ${name};\n`;
    default:
      return `export default function ${name}(${parameter}) {\n${body}}\n`;
  }
}

function handlerBody({ method, path, responses }: GithubOperation): string {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  const hasBody = successes.some(({ content }) => content.length > 0);
  // Under the contract's 204 or 205 nobody would see the echo.
  const status = !hasBody && /^20[45]$/.test(successes[0]?.status ?? '') ? '  ctx.status = 200;\n' : '';
  return `${status}  return { template: '${path}', method: '${method}', params: ctx.params };\n`;
}
