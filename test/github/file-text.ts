import { commentText } from '../../src/build/codegen/comment-text.ts';
import { functionNameOf } from '../../src/tools/import/write/handler-text.ts';
import type { WrittenOperation } from '../../src/tools/import/write/written-tree.ts';
import type { GithubOperation } from './document.ts';

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

/** The text of an operation's file: its comment, and a handler that echoes its template, its method and the parameters it was given. */
export function fileText(operation: GithubOperation, layout: Layout, lines: WrittenOperation['lines']): string {
  const { form, turn } = layout;
  const naming = { functionName: functionNameOf(operation), needsMethod: form === 'directive' };
  // GET is the method if neither the name nor the comment has one.
  const says = form === 'directive' && operation.method === 'GET' && turn % 2 === 0;
  const comment = commentText([...(says ? ['@GET'] : []), ...lines(naming)], turn % 4 !== 0);
  return `${comment}\n${handler(operation, layout)}`;
}

function handler(operation: GithubOperation, { extension, turn }: Layout): string {
  const name = functionNameOf(operation);
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
