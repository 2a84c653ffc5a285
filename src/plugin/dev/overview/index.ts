import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Compilation } from '../../../compiler/compile.ts';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.ts';
import { INSTALL_SWAGGER_UI } from '../../../project/docs-page.ts';
import type { Editor } from './editor.ts';
import { EDITOR_FRAME, listDiagnostics } from './editor.ts';
import { explainBox } from './explain-box.ts';
import { code, escape, table } from './markup.ts';
import type { RequestLog } from './request-log.ts';

/** The path of the page that lists the operations. */
export const OVERVIEW = '/__operations';

/** The path of the docs page in the dev server. */
export const DOCS_PAGE = `${OVERVIEW}/docs`;

/** The content of the page. */
export interface Overview extends Pick<Compilation, 'operations' | 'middleware'> {
  /** The errors of the tree, or the exception that stopped its compilation. */
  readonly errors: readonly Diagnostic[] | Error;
  readonly warnings: readonly Diagnostic[];
  /** The directory of the operations, relative to the root. */
  readonly directory: string;
  /** The prefix of every path, `/` for none. */
  readonly base: string;
  /** Whether `/pets/` and `/pets` are different paths. */
  readonly strict: boolean;
  /** Whether the docs page can be served. */
  readonly docs: boolean;
  /** The query of the page: a request to explain. */
  readonly query: URLSearchParams;
  readonly requests: RequestLog;
  readonly editor: Editor;
}

const STYLE = [
  ':root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }',
  'body { margin: 2rem auto; max-width: 64rem; padding: 0 1rem }',
  'h2 { margin-top: 2.5rem }',
  '.wide { overflow-x: auto }',
  'table { border-collapse: collapse; width: 100% }',
  'th, td { border-bottom: 1px solid #8884; padding: .3rem .8rem .3rem 0; text-align: left; vertical-align: top }',
  'code, pre { font: .9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere }',
  'pre { border-left: .25rem solid #d33; margin: .5rem 0; overflow: auto; padding: .5rem 1rem }',
  '.sample { border-color: #8888 }',
  '.diagnostics { list-style: none; padding: 0 }',
  '.warnings pre { border-color: #c80 }',
  '.explain { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center }',
  '.explain label:nth-child(2) { flex: 1; display: flex; gap: .5rem; align-items: center; min-width: 14rem }',
  '.explain input { flex: 1; min-width: 0 }',
  'input, select, button { font: inherit; min-height: 2.5rem; padding: 0 .75rem }',
].join('\n');

/** Allows the page's own style sheet and form, and the frame of the editor. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** Sends a page about the operations, as HTML without scripts. */
export function sendOverview(res: ServerResponse, overview: Overview): void {
  res.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  res.end(pageOf(overview));
}

function pageOf(overview: Overview): string {
  const { operations, warnings, requests, editor, query } = overview;
  const hasOperations = operations.length > 0;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Operations</title>',
    `<style>${STYLE}</style>`,
    '<h1>Operations</h1>',
    ...errorsOf(overview),
    hasOperations ? tableOf(overview) : sampleOf(overview),
    ...(hasOperations ? ['<h2>Explain a request</h2>', explainBox(query, overview)] : []),
    ...(warnings.length === 0
      ? []
      : ['<h2>Warnings</h2>', `<div class="warnings">${listDiagnostics(warnings, editor)}</div>`]),
    ...(hasOperations ? ['<h2>Latest requests</h2>', requests.html()] : []),
    '<h2>Next</h2>',
    nextOf(overview),
    EDITOR_FRAME,
    '</html>\n',
  ].join('\n');
}

function nextOf({ docs, directory }: Overview): string {
  const next = [
    docs
      ? `Read and try the API: <a href="${DOCS_PAGE}">the docs page</a>.`
      : `Read and try the API on a docs page: <code>${INSTALL_SWAGGER_UI}</code>`,
    `Add an operation: a file below ${code(directory)}, with its contract in a comment.`,
    'Add a front end: Vite serves <code>index.html</code> from the root of the project at <code>/</code>.',
    'Write the OpenAPI document: <code>npx operations openapi -o openapi.json</code>',
  ];
  return `<ul>${next.map((text) => `<li>${text}</li>`).join('\n')}</ul>`;
}

function tableOf({ operations, directory, editor }: Overview): string {
  const rows = operations.map(({ contract: { method, path, summary, description = '', id }, template }) => {
    const isLink = method === 'GET' && template.names.length === 0;
    return [
      method,
      isLink ? `<a href="${escape(encodeURI(path))}">${code(path)}</a>` : code(path),
      escape(summary ?? description.split('\n')[0]!),
      editor.link(`${directory}/${id}`, '', id),
    ];
  });
  return table(['Method', 'Path', 'Description', 'File'], rows);
}

function sampleOf({ directory, base }: Overview): string {
  const text = `/**
 * Sends a greeting.
 *
 * @returns {string} A greeting
 */
export default function greet() {
  return 'hello';
}`;
  const path = `${base.replace(/\/+$/, '')}/hello`;
  return `<p>This project has no operations yet. Create ${code(`${directory}/hello.ts`)}, and it answers ${code(`GET ${path}`)}:</p>
<pre class="sample">${escape(text)}</pre>`;
}

function errorsOf({ errors, editor }: Overview): string[] {
  if (errors instanceof Error) return ['<h2>Errors</h2>', `<pre>${escape(errors.message)}</pre>`];
  return errors.length === 0 ? [] : ['<h2>Errors</h2>', listDiagnostics(errors, editor)];
}
