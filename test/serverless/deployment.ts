import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBlocks, readPage } from '../docs/examples.ts';
import { readBooks } from '../support/books.ts';
import { scratch, writeTree } from '../support/build.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Whether a block is a file: its title is a path, without a word before it. */
const isFile = ({ title }: { title: string }): boolean => /^(?:\S*\.\w+|Dockerfile)$/.test(title);

/** The files that a page shows, and its commands by their titles. */
export function readDeployment(page: string): { files: Record<string, string>; commands: Record<string, string> } {
  const blocks = readBlocks(readPage(`deploy/${page}`));
  const pairs = (kept: typeof blocks): Record<string, string> =>
    Object.fromEntries(kept.map(({ title, text }) => [title, text]));
  return {
    files: pairs(blocks.filter(isFile)),
    commands: pairs(blocks.filter(({ language, title }) => language === 'sh' && title !== '')),
  };
}

/** The operations and definitions of the project in README.md. */
function readTree(): Record<string, string> {
  return Object.fromEntries(Object.entries(readBooks()).filter(([path]) => path.startsWith('app/')));
}

/**
 * Builds the README's operations as a page of docs/deploy says, with the package as it is built, in a directory of its own.
 *
 * @param extra More files, or others.
 * @returns The directory.
 */
export async function buildDeployment(
  page: string,
  cleanup: (remove: () => Promise<void>) => void,
  extra: Readonly<Record<string, string>> = {},
): Promise<string> {
  const project = scratch(cleanup);
  const { files, commands } = readDeployment(page);
  await writeTree(project, { 'package.json': '{ "type": "module" }', ...readTree(), ...files, ...extra });
  linkPackages(join(project, 'node_modules'));
  execFileSync('sh', ['-euc', commands['build']!], { cwd: project, stdio: 'pipe' });
  return project;
}

/** Puts the packages of this checkout, and this package, into `node_modules`. */
export function linkPackages(modules: string): void {
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  symlinkSync(root, join(modules, 'unplugin-operations'));
}

/** An operation that returns the events of other requests since its first one. */
export const TRACED: Readonly<Record<string, string>> = {
  'app/operations/traced.ts': `import { tracingChannel } from 'node:diagnostics_channel';
const channel = tracingChannel('unplugin-operations.request');
let events;
/**
 * The events since the first request.
 *
 * @returns {string[]} Them
 */
export default () => {
  if (events !== undefined) return events;
  events = [];
  for (const name of ['start', 'end', 'asyncEnd', 'error']) {
    channel[name].subscribe(({ route }) => { if (route !== '/traced') events.push(name + ' ' + route); });
  }
  return [];
};`,
};
