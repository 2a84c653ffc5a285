import { OVERVIEW } from '../../build/project/dev-paths.ts';
import { PAGE_HEADERS } from './page-assets.ts';
import type { ShownFailure } from './shown-failure.ts';

/** A page, as it is sent to a browser. */
interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/**
 * Writes a page about the failures of a request, for a person who opened its address.
 *
 * @param request Such as `GET /pets/7`.
 */
export function failurePage(request: string, failures: readonly ShownFailure[]): Page {
  const [{ title = 'Internal Server Error' } = {}] = failures;
  return {
    headers: { ...PAGE_HEADERS, 'Content-Type': 'text/html; charset=utf-8' },
    html: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${OVERVIEW}/page.css">
<body>
<main class="failure">
<p class="muted"><strong class="status s5">500</strong> <code>${escapeHtml(request)}</code></p>
${failures.map(failureHtml).join('\n')}
<p class="muted">This page is of the dev server. A built server sends a problem without these details. <a href="${OVERVIEW}">Overview</a></p>
</main>
<iframe name="editor" title="Editor" hidden></iframe>
</body>
</html>
`,
  };
}

function failureHtml({ title, frame, calls }: ShownFailure, index: number): string {
  const heading = index === 0 ? 'h1' : 'h2';
  const places = calls.map(
    ({ text, editor }) =>
      `<li><a href="${escapeHtml(editor)}" target="editor" title="Open in the editor"><code>${escapeHtml(text)}</code></a></li>`,
  );
  return `<section class="problems">
<${heading}>${escapeHtml(title)}</${heading}>
${frame === undefined ? '' : `<pre tabindex="0">${escapeHtml(frame)}</pre>`}
${places.length === 0 ? '' : `<ul class="calls">${places.join('')}</ul>`}
</section>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
