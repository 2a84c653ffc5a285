import type { Compilation } from '../../../compiler/compile.ts';
import { METHODS } from '../../../contract/operation.ts';
import { explainRequest } from '../../../project/explain-request.ts';
import type { Editor } from './editor.ts';
import { code, escape } from './markup.ts';

/** The operations, and how the server reads paths. */
export interface ExplainContext extends Pick<Compilation, 'operations' | 'middleware'> {
  readonly strict: boolean;
  /** The directory of the operations, absolute. */
  readonly directory: string;
  readonly editor: Editor;
}

/**
 * Writes a form that explains which operation handles a request, and the explanation if the form was sent.
 *
 * @param query The query of the page: `method` and `path`.
 */
export function explainBox(query: URLSearchParams, context: ExplainContext): string {
  const method = query.get('method') ?? 'GET';
  const path = query.get('path') ?? '';
  const options = METHODS.map((name) => `<option${name === method ? ' selected' : ''}>${name}</option>`);
  return `<form class="explain">
<label>Method <select name="method">${options.join('')}</select></label>
<label>Path <input name="path" value="${escape(path)}" placeholder="/pets/7" required></label>
<button>Explain</button>
</form>
<p role="status">${path === '' ? '' : explanation(method, path, context)}</p>`;
}

function explanation(method: string, path: string, context: ExplainContext): string {
  const { strict, directory, editor } = context;
  const { request, operation, status, reason } = explainRequest(context, strict, method, path);
  if (operation === undefined) return `${code(request)}: ${status}, ${escape(reason!)}`;
  const parameters = Object.entries(operation.parameters).map(([name, value]) => code(`${name} = ${value}`));
  const linksTo = (files: readonly string[] = []): string[] =>
    files.map((file) => editor.link(`${directory}/${file}`, '', file));
  const inherited = linksTo(operation.inherits);
  const guards = linksTo(operation.authorizedBy);
  return [
    `${code(request)} is handled by ${code(`${operation.method} ${operation.path}`)}, ${editor.link(`${directory}/${operation.id}`, '', operation.id)}.`,
    ...(parameters.length === 0 ? [] : [`Parameters: ${parameters.join(', ')}.`]),
    ...(inherited.length === 0 ? [] : [`It inherits from ${inherited.join(', ')}.`]),
    ...(guards.length === 0 ? [] : [`It is authorized by ${guards.join(', ')}.`]),
  ].join(' ');
}
