import type { OAuthOptions } from 'virtual:operations/docs';
import type { DocsPage, DocsVersion } from '../../shared/contract/docs-page.ts';

/** The addresses in the docs page, relative to its own. */
export interface PageAddresses {
  /** The directory of its files. */
  readonly directory: string;
  /** The root of the API. */
  readonly root: string;
  readonly oauth: OAuthOptions | undefined;
}

/** Writes the docs page. Its script reads the `data-` attributes. */
export function docsHtml(page: DocsPage, { directory, root, oauth }: PageAddresses): string {
  const document = escape(`${directory}/${page.document.name}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(page.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escape(directory)}/${page.style.name}">
${page.versions === undefined ? `<link rel="preload" href="${document}" as="fetch" crossorigin>\n` : ''}<script src="${escape(directory)}/${page.script.name}" defer></script>
</head>
<body>
${page.versions === undefined ? '' : versionLinks(page.versions, directory)}<div id="docs" data-directory="${escape(directory)}/" data-document="${document}" data-access="${escape(`${directory}/${page.access.name}`)}" data-root="${root}" data-oauth="${escape(JSON.stringify(oauth ?? {}))}"${page.overview === undefined ? '' : ` data-overview="${escape(page.overview)}"`}>
<p class="docs-notice">Loading the documentation of ${escape(page.title)} ...</p>
<noscript><p class="docs-notice">This page needs JavaScript. The OpenAPI document is <a href="${escape(directory)}/openapi.json">openapi.json</a>.</p></noscript>
</div>
</body>
</html>
`;
}

/** The links between the versions. The script of the page marks the shown one. */
function versionLinks(versions: readonly DocsVersion[], directory: string): string {
  const links = versions.map(({ name, document, access }, i) => {
    // The path of the page without a query is the last version.
    const address =
      i < versions.length - 1 ? `?version=${encodeURIComponent(name)}` : directory === '.' ? './' : directory;
    const files = `data-document="${escape(`${directory}/${document.name}`)}" data-access="${escape(`${directory}/${access.name}`)}"`;
    return `<a href="${escape(address)}" ${files}>${escape(name)}</a>`;
  });
  return `<nav class="docs-versions" aria-label="Versions of the API"><span>Version</span> ${links.join(' ')}</nav>\n`;
}

/** Writes the page that OAuth redirects to. Its script hands the result to the docs page and closes the window. */
export function redirectHtml(script: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Authorization</title>
<script src="${script}"></script>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);
}
