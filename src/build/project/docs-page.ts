import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { originsOf } from '../codegen/docs/connect-origins.ts';
import type { OpenApiDocument } from '../openapi/write/index.ts';
import type { DocsAccess, DocsFile, DocsPage } from '../../shared/contract/docs-page.ts';
import { isDocumented } from '../../shared/contract/operation.ts';
import { accessOf } from '../compiler/operations/caller-access.ts';
import type { Compilation } from '../compiler/compile.ts';
import { userError } from './errors.ts';
import { readText } from './disk.ts';

/** The package that the docs page is built on. */
const SWAGGER_UI = 'swagger-ui-dist';

/** The command that installs it. */
export const INSTALL_SWAGGER_UI = `npm install --save-dev ${SWAGGER_UI}`;

const BROWSER_FILES = fileURLToPath(new URL('../../runtime/docs-page/browser/', import.meta.url));

/** The files of the page that do not depend on the document, by the directory of their package. */
const built = new Map<string, Pick<DocsPage, 'script' | 'style' | 'redirectScript'>>();

/**
 * Builds the docs page of a document.
 *
 * @param root The project's directory, absolute.
 * @param versions All versions, the oldest one first; none without versions.
 * @throws {Error} If swagger-ui-dist is not installed.
 */
export function buildDocsPage(
  document: OpenApiDocument,
  access: DocsAccess,
  root: string,
  versions: readonly DocumentedVersion[] = [],
): DocsPage {
  const directory = findSwaggerUi(root);
  if (directory === undefined)
    throw userError(
      `unplugin-operations: virtual:operations/docs needs the package ${SWAGGER_UI}, which is not installed. Install it: ${INSTALL_SWAGGER_UI}`,
    );
  const hasVersions = versions.length > 0;
  const key = `${directory} ${hasVersions}`;
  const files = built.get(key) ?? buildFiles(directory, hasVersions);
  built.set(key, files);
  return {
    title: document.info.title,
    origins: [...new Set([document, ...versions.map((each) => each.document)].flatMap(originsOf))],
    ...files,
    ...describedFiles(document, access),
    ...(hasVersions && {
      versions: versions.map((each) => ({ name: each.name, ...describedFiles(each.document, each.access) })),
    }),
  };
}

/** A version of the API with its document. */
interface DocumentedVersion {
  readonly name: string;
  readonly document: OpenApiDocument;
  readonly access: DocsAccess;
}

function describedFiles(document: OpenApiDocument, access: DocsAccess): Pick<DocsPage, 'document' | 'access'> {
  return {
    document: docsFile('openapi.json', JSON.stringify(document)),
    access: docsFile('access.json', JSON.stringify(access)),
  };
}

/**
 * Builds the docs page of a compilation, with all versions.
 *
 * @throws {Error} If swagger-ui-dist is not installed.
 */
export function docsPageOf(
  compilation: Compilation,
  base: string,
  root: string,
  openApi: (version: Compilation) => OpenApiDocument,
): DocsPage {
  const versions = documentedVersions(compilation, base, openApi);
  return buildDocsPage(openApi(compilation), docsAccess(compilation, base), root, versions);
}

/** All versions of an API with their documents, the oldest one first; none without versions. */
function documentedVersions(
  compilation: Compilation,
  base: string,
  openApi: (version: Compilation) => OpenApiDocument,
): DocumentedVersion[] {
  const { older } = compilation;
  if (older === undefined) return [];
  return [...older, compilation].map((each) => ({
    name: each.version!,
    document: openApi(each),
    access: docsAccess(each, base),
  }));
}

/** Writes who can call the documented operations. Files are not named, because the page can be public. */
export function docsAccess(compilation: Compilation, base: string): DocsAccess {
  const shown = compilation.operations.filter(({ contract }) => isDocumented(contract));
  const entries = shown.map((operation) => {
    const { method, path } = operation.contract;
    const { who, guards, required, limits } = accessOf(operation, compilation);
    const texts = required.flatMap((each) => each.texts);
    const text = [who, ...texts, ...(guards.length === 0 ? [] : ['if authorized']), ...limits].join(', ');
    return [`${method} ${path}`, text];
  });
  return { base, operations: Object.fromEntries(entries) as DocsAccess['operations'] };
}

/** Finds the directory of swagger-ui-dist, from the project or from this package; undefined if it is not installed. */
export function findSwaggerUi(root: string): string | undefined {
  for (const from of [join(root, 'package.json'), import.meta.url]) {
    try {
      return dirname(createRequire(from).resolve(`${SWAGGER_UI}/package.json`));
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}

/** @param hasVersions Whether the page has a switch between versions. */
function buildFiles(directory: string, hasVersions: boolean): Pick<DocsPage, 'script' | 'style' | 'redirectScript'> {
  return {
    script: docsFile(
      'docs.js',
      joined(
        join(directory, 'swagger-ui-bundle.js'),
        join(BROWSER_FILES, 'client-call.js'),
        join(BROWSER_FILES, 'shown-document.js'),
        join(BROWSER_FILES, 'filter.js'),
        join(BROWSER_FILES, 'sent-call.js'),
        join(BROWSER_FILES, 'streams.js'),
        ...(hasVersions ? [join(BROWSER_FILES, 'versions.js')] : []),
        join(BROWSER_FILES, 'page.js'),
      ),
    ),
    style: docsFile(
      'docs.css',
      joined(
        join(directory, 'swagger-ui.css'),
        join(BROWSER_FILES, 'page.css'),
        ...(hasVersions ? [join(BROWSER_FILES, 'versions.css')] : []),
      ),
    ),
    redirectScript: docsFile('oauth2-redirect.js', joined(join(directory, 'oauth2-redirect.js'))),
  };
}

/** Reads files as one. */
function joined(...files: readonly string[]): string {
  return files.map(readAsset).join('\n');
}

/** Reads a script or style sheet without the address of its source map, which is not served. */
function readAsset(file: string): string {
  const text = file.endsWith('client-call.js') ? readText(file).replaceAll(/^export /gm, '') : readText(file);
  return text.replace(/\n?(?:\/\/|\/\*)# sourceMappingURL=[^\n]*\s*$/, '');
}

function docsFile(name: string, content: string): DocsFile {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return {
    name: name.replace('.', `.${hash}.`),
    data: gzipSync(content, { level: 9 }).toString('base64'),
  };
}
