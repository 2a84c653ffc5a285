import { spawnSync } from 'node:child_process';
import { basename, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch, writeTree } from './support/build.ts';
import { SOURCE, importsOf, sourceFiles } from './support/imports.ts';

/** The rooms of the compiler, lowest first. A room imports only from rooms on lower lines. */
const ROOMS = [
  ['diagnostics'],
  ['comment', 'module', 'user-schemas'],
  ['calls'],
  ['language'],
  ['typescript'],
  ['definitions'],
  ['operations'],
  ['events'],
  ['comments-by-file', 'files-by-kind', 'file-results', 'api-version'],
  ['link'],
  ['cache'],
  ['reuse'],
  ['compilation'],
  ['versions', 'taken-handlers'],
  ['parse-files'],
  ['check-module', 'compile', 'try-file'],
];

/** The file names that several folders share, each for the same concept. */
const SHARED_NAMES: Readonly<Record<string, string>> = {
  'array.ts': 'the keywords of arrays',
  'base-document.ts': 'the fields of openapi.yaml',
  'complete-with.ts': 'the writes of a handler in one transaction with its response',
  'converters.ts': 'the functions that convert definitions of older versions',
  'docs-page.ts': 'the docs page',
  'document.ts': 'the OpenAPI document',
  'esbuild.ts': 'a bundler',
  'input.ts': 'the input of an operation',
  'middleware.ts': '_middleware files',
  'object.ts': 'the keywords of objects',
  'operation.ts': 'an operation',
  'options.ts': 'the options of a public function',
  'paging.ts': 'lists by page',
  'problem.ts': 'problem details: RFC 9457',
  'refusal.ts': 'the answer to a request without an operation',
  'request.ts': 'an HTTP request',
  'response.ts': 'an HTTP response',
  'responses.ts': 'the responses of an operation',
  'rolldown.ts': 'a bundler',
  'rollup.ts': 'a bundler',
  'routes.ts': 'the route tables',
  'rspack.ts': 'a bundler',
  'type.ts': 'a type as a schema',
  'types.ts': 'public types',
  'vite.ts': 'a bundler',
  'webpack.ts': 'a bundler',
};

const files = sourceFiles();

/** The room of a file of the compiler: a folder, or a file without its extension; undefined for any other file. */
function roomOf(file: string): string | undefined {
  const path = relative(join(SOURCE, 'build/compiler'), file);
  return path.startsWith('..') ? undefined : path.split('/')[0]!.replace(/\.ts$/, '');
}

/** The arrows between rooms, types included: `link -> operations`. */
function arrowsOf(edges: readonly { readonly from: string; readonly to: string }[]): [string, string][] {
  const pairs = edges.flatMap(({ from, to }): [string, string][] => {
    const [room, other] = [roomOf(from), to.startsWith('/') ? roomOf(to) : undefined];
    return room === undefined || other === undefined || room === other ? [] : [[room, other]];
  });
  return [...new Map(pairs.map((pair) => [pair.join(' -> '), pair])).values()];
}

function upward(arrows: readonly [string, string][]): string[] {
  const height = (room: string): number => ROOMS.findIndex((line) => line.includes(room));
  return arrows.filter(([from, to]) => height(from) <= height(to)).map((arrow) => arrow.join(' -> '));
}

describe('the rooms of the compiler', () => {
  const edges = files.filter((file) => roomOf(file) !== undefined).flatMap(importsOf);
  const arrows = arrowsOf(edges);

  it('the rooms are those of the law, and each imports from another one or is imported', () => {
    const rooms = new Set(files.flatMap((file) => roomOf(file) ?? []));
    expect([...rooms].sort()).toEqual(ROOMS.flat().sort());
    expect([...rooms].filter((room) => !arrows.flat().includes(room))).toEqual([]);
  });

  it('import only what is below them', () => {
    expect(upward(arrows)).toEqual([]);
  });

  it('finds imports from the rooms above, or from those next to it', () => {
    const file = (path: string): string => join(SOURCE, 'build/compiler', path);
    const found = arrowsOf([
      { from: file('comment/line.ts'), to: file('language/type.ts') },
      { from: file('comment/line.ts'), to: file('module/syntax.ts') },
      { from: file('link.ts'), to: file('cache.ts') },
      { from: file('cache.ts'), to: file('link.ts') },
    ]);
    expect(upward(found)).toEqual(['comment -> language', 'comment -> module', 'link -> cache']);
  });
});

describe('the folders of the sources', () => {
  it('share a file name only for one concept', () => {
    const names = files.map((file) => basename(file)).filter((name) => name !== 'index.ts');
    const shared = new Set(names.filter((name, i) => names.indexOf(name) < i));
    expect([...shared].sort()).toEqual(Object.keys(SHARED_NAMES));
  });
});

it('the linter finds a cycle through types', async () => {
  const root = scratch();
  await writeTree(root, {
    'a.ts': "import type { B } from './b.ts';\nexport interface A { readonly b: B }\n",
    'b.ts': "import type { A } from './a.ts';\nexport interface B { readonly a: A }\n",
  });
  const repository = join(SOURCE, '..');
  const linter = join(repository, 'node_modules/oxlint/bin/oxlint');
  const { stdout, status } = spawnSync(
    process.execPath,
    [linter, '--config', join(repository, '.oxlintrc.json'), '.'],
    { cwd: root, encoding: 'utf8' },
  );
  expect(stdout).toMatch(/no-cycle/);
  expect(status).toBe(1);
});
