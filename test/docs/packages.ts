import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DOCS } from './examples.ts';

const root = join(import.meta.dirname, '../..');

/** The packages of recipes are those of docs/package.json: `npm ci` in docs. */
const packages = [join(root, 'node_modules'), join(DOCS, 'node_modules')].filter((directory) => existsSync(directory));

/** Whether the packages of recipes are installed. */
export const hasPackages: boolean = packages.length === 2;

/**
 * Links the packages that a page imports into its project.
 *
 * @param own Packages that both have, but that only find their drivers in docs. Their types are not the ones that the library refers to.
 */
export function linkPackages(project: string, own: readonly string[] = []): void {
  const modules = join(project, 'node_modules');
  link(root, join(modules, 'unplugin-operations'));
  for (const name of own) link(join(DOCS, 'node_modules', name), join(modules, name));
  for (const directory of packages) {
    for (const name of readdirSync(directory).filter((entry) => !entry.startsWith('.'))) {
      const scoped = name.startsWith('@')
        ? readdirSync(join(directory, name)).map((part) => `${name}/${part}`)
        : [name];
      for (const path of scoped) link(join(directory, path), join(modules, path));
    }
  }
}

function link(target: string, path: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  if (!existsSync(path)) symlinkSync(target, path);
}
