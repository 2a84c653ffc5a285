import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { MODULES_DIRECTORY } from '../../build/project/helper-modules.ts';

/** The directory of the built script and style sheet: `dist/overview`, also for the sources. */
const DIRECTORY = new URL('../dist/overview/', new URL(`file://${MODULES_DIRECTORY}`));

/** The headers of pages of the dev server. */
export const PAGE_HEADERS = {
  // Nothing inline and nothing from elsewhere, so that no text of an API can run as a script.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src data: blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Sends the page. Its script fills it. */
export function sendPage(res: ServerResponse, path: string): void {
  send(
    res,
    'html',
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Operations</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${path}/page.css">
<script src="${path}/page.js" type="module"></script>
<body>
<div id="overview"><noscript><p>This page needs JavaScript. "npx operations list" prints the operations.</p></noscript></div>
<iframe name="editor" title="Editor" hidden></iframe>
</body>
</html>
`,
  );
}

/** Sends the script or the style sheet of the page. */
export function sendAsset(res: ServerResponse, name: 'page.js' | 'page.css'): void {
  send(res, name.slice('page.'.length), readFileSync(fileURLToPath(new URL(name, DIRECTORY)), 'utf8'));
}

function send(res: ServerResponse, type: string, text: string): void {
  res.writeHead(200, { ...PAGE_HEADERS, 'Content-Type': TYPES[type]! });
  res.end(text);
}
