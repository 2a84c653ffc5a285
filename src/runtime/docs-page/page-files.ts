import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { OAuthOptions } from 'virtual:operations/docs';
import type { DocsFile, DocsPage } from '../../shared/contract/docs-page.ts';
import { docsHtml, redirectHtml } from './html.ts';
import { policyOf } from './policy.ts';

/** A file of the docs page with the headers of its response. */
export interface ServedFile {
  /** Whether the option `guard` decides who sees it. The scripts and styles are the same for all APIs, so it is not called for them. */
  readonly isGuarded: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** An entity tag without quotes, for the content as it is. */
  readonly tag: string;
  /** The content, or undefined for a redirect. */
  readonly content?: Content;
}

interface Content {
  plain(): Buffer;
  /** The gzipped content; undefined if it is sent as it is. */
  readonly gzipped?: () => Buffer;
}

const DAY = 86_400;
const IMMUTABLE = `max-age=${365 * DAY}, immutable`;
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
};

/**
 * Lists the files of a docs page by their normalized paths.
 *
 * @param path The path of the page, without a slash at its end.
 * @param isGuarded Whether the page has a guard. Browsers then revalidate a stored page or document before they use it.
 */
export function filesOf(
  page: DocsPage,
  path: string,
  oauth: OAuthOptions | undefined,
  isGuarded: boolean,
): ReadonlyMap<string, ServedFile> {
  // Addresses in the page are relative, so that it works behind a proxy that removes a prefix.
  const directory = path === '' ? '.' : path.slice(path.lastIndexOf('/') + 1);
  const html = docsHtml(page, {
    directory,
    root: '../'.repeat(Math.max(path.split('/').length - 2, 0)) || './',
    oauth,
  });
  const policy = policyOf(page.origins);
  const revalidated = isGuarded ? 'private, no-cache' : 'no-cache';
  const files: [name: string, file: ServedFile][] = [
    ['', pageFile(html, policy, isGuarded, revalidated)],
    ...[page.script, page.style, page.redirectScript].map((file): [string, ServedFile] => [
      `/${file.name}`,
      assetFile(file, false, `public, ${IMMUTABLE}`),
    ]),
    ...describedFiles(page).map((file): [string, ServedFile] => [
      `/${file.name}`,
      assetFile(file, isGuarded, isGuarded ? revalidated : `public, ${IMMUTABLE}`),
    ]),
    ['/openapi.json', assetFile(page.document, isGuarded, revalidated)],
    ['/oauth2-redirect.html', pageFile(redirectHtml(page.redirectScript.name), policy, false, 'no-cache')],
  ];
  // The page's relative addresses need the path without a slash at its end.
  if (path !== '') files.push(['/', redirectFile(`../${directory}`, isGuarded)]);
  return new Map(files.map(([name, file]) => [`${path}${name}` || '/', file]));
}

/** The documents of all versions, and who can call their operations. */
function describedFiles({ document, access, versions = [] }: DocsPage): DocsFile[] {
  return [document, access, ...versions.flatMap((each) => [each.document, each.access])];
}

function pageFile(html: string, policy: string, isGuarded: boolean, caching: string): ServedFile {
  const content = Buffer.from(html);
  return {
    isGuarded,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': caching,
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
    tag: createHash('sha256').update(`${policy}\n${html}`).digest('hex').slice(0, 12),
    content: { plain: () => content },
  };
}

function assetFile({ name, data }: DocsFile, isGuarded: boolean, caching: string): ServedFile {
  const [, hash = '', extension = ''] = name.split('.');
  let bytes: Buffer | undefined;
  let plain: Buffer | undefined;
  const gzipped = (): Buffer => (bytes ??= Buffer.from(data, 'base64'));
  return {
    isGuarded,
    headers: {
      'Content-Type': TYPES[extension]!,
      'Cache-Control': caching,
      'X-Content-Type-Options': 'nosniff',
    },
    tag: hash,
    content: { plain: () => (plain ??= gunzipSync(gzipped())), gzipped },
  };
}

function redirectFile(location: string, isGuarded: boolean): ServedFile {
  return { isGuarded, headers: { Location: location, 'Cache-Control': 'no-store' }, tag: '' };
}
