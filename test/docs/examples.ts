import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { parse, stringify } from 'yaml';
import { pathInVersion } from '../../src/build/compiler/operations/tree-files.ts';
import type { VersionHeaderOption } from '../../src/build/project/version-options.ts';
import type { VersionOption } from '../../src/build/project/options.ts';
import { resolveOptions } from '../../src/build/project/options.ts';
import type { OpenApiDocument } from '../../src/build/openapi/write/index.ts';
import { generateOpenApi } from '../../src/build/openapi/write/index.ts';
import type { Compilation, CompilationInput } from '../../src/build/compiler/compile.ts';
import { compileOperations, contractsOf, eventsOf } from '../../src/build/compiler/compile.ts';
import { formatDiagnostic } from '../../src/build/compiler/diagnostics/diagnostic.ts';

/** A fenced block of a page: what follows the language on its fence is its title. */
export interface Block {
  /** Of the fence, counted from 1. */
  readonly line: number;
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

/** Files of a project, and what comes out of them. */
export interface Example {
  readonly files: readonly Block[];
  readonly outcomes: readonly Block[];
}

/** The directory of the pages. */
export const DOCS: string = join(import.meta.dirname, '../../docs');

/** The paths of all pages, relative to {@link DOCS}, sorted. */
export const PAGES: readonly string[] = globSync('**/*.md', { cwd: DOCS, ignore: ['**/node_modules/**'] }).sort();

/** Reads a page of docs/ by its path, or by its file name if no other page has it. */
export function readPage(name: string): string {
  return readFileSync(join(DOCS, pathOf(name)), 'utf8');
}

function pathOf(name: string): string {
  if (existsSync(join(DOCS, name))) return name;
  const found = PAGES.filter((path) => path.endsWith(`/${name}`));
  if (found.length !== 1) throw new Error(`There are ${found.length} pages named ${name}: ${found.join(', ')}`);
  return found[0]!;
}

const BLOCK = /^(`{3,})(\w*) ?(.*)\n([\s\S]*?)^\1$/gm;

/** The fenced blocks of a page, in their order. */
export function readBlocks(page: string): Block[] {
  return [...page.matchAll(BLOCK)].map((match) => ({
    line: page.slice(0, match.index).split('\n').length,
    language: match[2]!,
    title: match[3]!,
    text: match[4]!,
  }));
}

/** A page without its fenced blocks. */
export function withoutBlocks(page: string): string {
  return page.replaceAll(BLOCK, '');
}

/** A page with other texts in its fenced blocks. */
export function replaceBlocks(page: string, write: () => string): string {
  return page.replaceAll(
    BLOCK,
    (_, fence: string, language: string, title: string) => `${fence}${language} ${title}\n${write()}${fence}`,
  );
}

/** Whether a block is a file: its title is a path below `app`. */
export function isFile({ title }: Block): boolean {
  return title.startsWith('app/');
}

/** Puts the files that stand together, and the outcomes that follow them, together. */
export function groupExamples(blocks: readonly Block[]): Example[] {
  const examples: { files: Block[]; outcomes: Block[] }[] = [];
  for (const block of blocks) {
    const last = examples.at(-1);
    if (isFile(block) && (last === undefined || last.outcomes.length > 0))
      examples.push({ files: [block], outcomes: [] });
    else if (isFile(block)) last!.files.push(block);
    else if (last !== undefined) last.outcomes.push(block);
    else examples.push({ files: [], outcomes: [block] });
  }
  return examples;
}

/** Compiles files by their paths below the project. */
export function compileFiles(
  files: Readonly<Record<string, string>>,
  input: Partial<CompilationInput> = {},
): Compilation {
  const below = (directory: string, prefix = ''): { path: string; text: string }[] =>
    Object.entries(files)
      .filter(([path]) => path.startsWith(directory))
      .map(([path, text]) => ({ path: prefix + path.slice(directory.length), text }));
  const operations = [
    ...below('app/operations/'),
    ...below('app/webhooks/', '../webhooks/'),
    ...below('app/events/', '../events/'),
  ];
  return compileOperations({
    files: operations,
    definitions: below('app/definitions/'),
    ...versionsOf(files['vite.config.ts'] ?? '', below),
    ...input,
  });
}

/** The versions of a configuration, with their files. */
function versionsOf(
  config: string,
  below: (directory: string, prefix?: string) => { path: string; text: string }[],
): Pick<CompilationInput, 'versions'> {
  const [, list] = /\bversions: (\[.*?\])/s.exec(config) ?? [];
  if (list === undefined) return {};
  const [, header] = /\bversion: (\{.*?\})/s.exec(config) ?? [];
  const { versions = [] } = resolveOptions({
    versions: parse(list) as VersionOption[],
    ...(header !== undefined && { version: parse(header) as VersionHeaderOption }),
  });
  return {
    versions: versions.map((version) => ({
      ...version,
      files: below(`app/versions/${version.name}/operations/`, pathInVersion(version.name, '')),
      definitions: below(`app/versions/${version.name}/definitions/`),
    })),
  };
}

/** Writes the document of a compilation. */
export function documentOf(compilation: Compilation): OpenApiDocument {
  const { schemas, document } = compilation;
  const info = { title: 'Pets', version: '1.0.0' };
  return generateOpenApi({
    operations: contractsOf(compilation),
    events: eventsOf(compilation),
    schemas,
    document,
    info,
  });
}

/** All that is wrong, as a user reads it. */
export function printDiagnostics({ diagnostics }: Compilation): string {
  return diagnostics.map((diagnostic) => `${formatDiagnostic(diagnostic)}\n`).join('\n');
}

/** What an outcome of this title is to be, as text; undefined for a title that is none. */
export function printOutcome(title: string, compilation: Compilation): string | undefined {
  const [kind, pointer = ''] = title.split(' ');
  if (kind === 'diagnostics') return printDiagnostics(compilation);
  if (kind === 'routes') return printRoutes(compilation);
  if (kind === 'openapi') return stringify(valueAt(documentOf(compilation), pointer), { lineWidth: 0 });
  return undefined;
}

function printRoutes(compilation: Compilation): string {
  const rows = contractsOf(compilation).map(({ id, method, path, operationId }) => [id, method, path, operationId]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, i) => (cell ?? '').padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** The value that a JSON pointer (RFC 6901) names. */
export function valueAt(value: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((part, step) => (part as Record<string, unknown> | undefined)?.[step], value);
}
