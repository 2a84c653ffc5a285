import type { DocsPage } from '../../../shared/contract/docs-page.ts';
import { literal } from '../literal.ts';

/**
 * Generates the module `virtual:operations/docs`. It exports `docs`, which creates the middleware of the docs page.
 *
 * @param module The absolute path of the page's implementation.
 */
export function generateDocs(page: DocsPage, module: string): string {
  return [
    `import { createDocs } from ${literal(module)};`,
    '',
    `const page = ${literal(page)};`,
    '',
    'export const docs = (...given) => createDocs(page, ...given);',
    '',
  ].join('\n');
}
