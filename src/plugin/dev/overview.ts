import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { CompiledOperation } from '../../compiler/compile.ts';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../../compiler/diagnostics/diagnostic.ts';
import { INSTALL_SWAGGER_UI } from '../../project/docs-page.ts';

/** The path of the page that lists the operations. */
export const OVERVIEW = '/__operations';

/** The path of the docs page in the dev server. */
export const DOCS_PAGE = `${OVERVIEW}/docs`;

/** The content of the page. */
export interface Overview {
  readonly operations: readonly CompiledOperation[];
  /** The errors of the tree, or the exception that stopped its compilation. */
  readonly errors: readonly Diagnostic[] | Error;
  /** The directory of the operations, relative to the root. */
  readonly directory: string;
  /** The prefix of every path, `/` for none. */
  readonly base: string;
  /** Whether the docs page can be served. */
  readonly docs: boolean;
}

const STYLE = [
  ':root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }',
  'body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem }',
  'table { border-collapse: collapse; width: 100% }',
  'th, td { border-bottom: 1px solid #8884; padding: .3rem .8rem .3rem 0; text-align: left; vertical-align: top }',
  'code, pre { font: .9em/1.5 ui-monospace, monospace }',
  'pre { border-left: .25rem solid #d33; overflow: auto; padding: .5rem 1rem }',
  '.sample { border-color: #8888 }',
].join('\n');

/** Allows the page's own style sheet and nothing else. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Sends a page that lists the operations, as HTML without scripts. */
export function sendOverview(res: ServerResponse, overview: Overview): void {
  res.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  res.end(pageOf(overview));
}

function pageOf({ operations, errors, directory, base, docs }: Overview): string {
  const next = [
    docs
      ? `Read and try the API: <a href="${DOCS_PAGE}">the docs page</a>.`
      : `Read and try the API on a docs page: <code>${INSTALL_SWAGGER_UI}</code>`,
    `Add an operation: a file below <code>${escape(directory)}</code>, with its contract in a comment.`,
    'Add a front end: Vite serves <code>index.html</code> from the root of the project at <code>/</code>.',
    'Write the OpenAPI document: <code>npx operations openapi -o openapi.json</code>',
  ];
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Operations</title>',
    `<style>${STYLE}</style>`,
    '<h1>Operations</h1>',
    ...errorsOf(errors),
    operations.length > 0 ? tableOf(operations) : sampleOf(directory, base),
    '<h2>Next</h2>',
    `<ul>${next.map((text) => `<li>${text}</li>`).join('\n')}</ul>`,
    '</html>\n',
  ].join('\n');
}

function tableOf(operations: readonly CompiledOperation[]): string {
  const rows = operations.map(({ contract: { method, path, summary, description = '', id }, template }) => {
    const text = escape(path);
    const isLink = method === 'GET' && template.names.length === 0;
    const cells = [
      method,
      isLink ? `<a href="${escape(encodeURI(path))}"><code>${text}</code></a>` : `<code>${text}</code>`,
      escape(summary ?? description.split('\n')[0]!),
      `<code>${escape(id)}</code>`,
    ];
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return `<table>
<thead><tr><th>Method</th><th>Path</th><th>Description</th><th>File</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
}

function sampleOf(directory: string, base: string): string {
  const text = `/**
 * Sends a greeting.
 *
 * @returns {string} A greeting
 */
export default function greet() {
  return 'hello';
}`;
  const path = `${base.replace(/\/+$/, '')}/hello`;
  return `<p>This project has no operations yet. Create <code>${escape(`${directory}/hello.ts`)}</code>, and it answers <code>GET ${escape(path)}</code>:</p>
<pre class="sample">${escape(text)}</pre>`;
}

function errorsOf(errors: Overview['errors']): string[] {
  const text = errors instanceof Error ? errors.message : errors.map(formatDiagnostic).join('\n\n');
  return text === '' ? [] : ['<h2>Errors</h2>', `<pre>${escape(text)}</pre>`];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);
}
