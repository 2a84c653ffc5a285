import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import operations from '../../dist/vite.js';
import { readBlocks, readPage } from '../docs/examples.ts';
import { scratch, writeTree } from '../support/build.ts';

const root = join(import.meta.dirname, '../..');

/** The blocks of the page. */
export const BLOCKS = readBlocks(readPage('observability.md'));

/** The text of the page's block with this title. */
export function shown(title: string): string {
  const block = BLOCKS.find((candidate) => candidate.title === title);
  if (block === undefined) throw new Error(`the page has no block "${title}"`);
  return block.text;
}

/** The files that the page shows. */
export const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  BLOCKS.filter(({ title }) => /\.m?[jt]s$/.test(title)).map(({ title, text }) => [title, text]),
);

/** Writes a project that finds the packages of this directory, then those of the checkout, then the package itself. */
export async function createProject(
  files: Readonly<Record<string, string>>,
  cleanup: (remove: () => Promise<void>) => void,
): Promise<string> {
  const project = scratch(cleanup);
  await writeTree(project, { 'package.json': '{ "type": "module" }', ...files });
  linkPackages(project);
  return project;
}

/** Links the packages of this directory, then those of the checkout, then the package itself. */
export function linkPackages(project: string): void {
  const modules = join(project, 'node_modules');
  mkdirSync(modules);
  for (const directory of [join(import.meta.dirname, 'node_modules'), join(root, 'node_modules')]) {
    for (const name of readdirSync(directory))
      if (!existsSync(join(modules, name))) symlinkSync(join(directory, name), join(modules, name));
  }
  symlinkSync(root, join(modules, 'unplugin-operations'));
}

/** Bundles an entry of a project into one file, with everything in it. */
export async function bundle(project: string, entry: string): Promise<string> {
  const outDir = join(project, 'dist', entry);
  await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    plugins: [operations()],
    build: { ssr: entry, outDir },
  });
  return join(outDir, entry.replace('.ts', '.js'));
}
