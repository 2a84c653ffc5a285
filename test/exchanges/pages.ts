import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Block } from '../docs/examples.ts';
import { DOCS, PAGES, groupExamples, isFile, readBlocks, readPage } from '../docs/examples.ts';
import { environmentOf } from '../docs/requests.ts';
import { readBooks } from '../support/books.ts';

/** Files and requests that a page shows together. */
export interface Shown {
  /** The page, and the line of the first request. */
  readonly title: string;
  readonly page: string;
  readonly files: Readonly<Record<string, string>>;
  readonly requests: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Pages whose packages are installed elsewhere, where a test exchanges their requests. */
const OTHERS: Readonly<Record<string, string>> = {
  'recipes/observability.md': 'test/observability/exchanges.test.ts',
};

/** The files that requests need, of a page whose other files belong to another project. */
const FILES_OF: Readonly<Record<string, RegExp>> = { 'guides/errors.md': /^app\/(?:operations|definitions\/problems)/ };

/** Pages whose projects cannot run on Workers, and why. */
export const NOT_ON_WORKERS: Readonly<Record<string, string>> = {
  'migrate/from-express.md': 'Express calls createRequire',
  'recipes/crud.md': 'a native addon',
  'recipes/database.md': 'a native addon',
  'recipes/jobs.md': 'a native addon',
  'recipes/lists.md': 'a native addon',
  'recipes/orms.md': 'a native addon',
  'recipes/storage.md': 'a disk',
};

/** Whether a block is a request to a built server: those to the mock server are in test/docs/import.long.test.ts. */
const isRequest = ({ title, text }: Block): boolean => title === 'request' && text.includes('http://localhost:3000/');

/** What the pages show: of a page where examples stand one after the other, each by itself. */
export function readShown(): Shown[] {
  const readme = readFileSync(join(DOCS, '../README.md'), 'utf8');
  const pages = PAGES.filter((page) => !(page in OTHERS)).map((page) => [page, readPage(page)] as const);
  return [['README.md', readme] as const, ...pages].flatMap(([page, text]) => shownOf(page, text));
}

/** What a page shows. */
export function shownOf(page: string, text: string): Shown[] {
  const blocks = readBlocks(text);
  const env = environmentOf(text);
  if (!blocks.some(isRequest)) return [];
  const hasOneProject = blocks.some(({ title }) => title === 'server.ts') || !hasRepeatedFile(blocks);
  const groups = hasOneProject ? [blocks] : groupExamples(blocks).map(({ files, outcomes }) => [...files, ...outcomes]);
  return groups.flatMap((group) => {
    const requests = group.filter(isRequest);
    if (requests.length === 0) return [];
    const files = group.filter(({ title }) => /^\S+\.\w+$/.test(title) && (FILES_OF[page]?.test(title) ?? true));
    const others = page === 'README.md' ? readBooks() : {};
    return {
      title: `${page}:${requests[0]!.line}`,
      page,
      files: { ...others, ...Object.fromEntries(files.map((file) => [file.title, file.text])) },
      requests: requests.map((request) => request.text),
      env,
    };
  });
}

function hasRepeatedFile(blocks: readonly Block[]): boolean {
  const paths = blocks.filter(isFile).map(({ title }) => title);
  return new Set(paths).size < paths.length;
}
