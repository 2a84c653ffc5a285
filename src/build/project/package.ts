import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { OpenApiInput } from '../openapi/write/index.ts';
import { readText } from './disk.ts';

/** Finds the package.json of a project: in its root, or in the nearest directory around it, as Node does. Undefined if there is none. */
export function findPackageFile(root: string): string | undefined {
  return findPackageFiles(root)[0];
}

/** Finds the package.json of a project, and those of the directories around it, such as that of a workspace: the nearest first. */
export function findPackageFiles(root: string): string[] {
  const files: string[] = [];
  for (let directory = resolve(root); ; directory = dirname(directory)) {
    const file = join(directory, 'package.json');
    if (existsSync(file)) files.push(file);
    if (directory === dirname(directory)) return files;
  }
}

/** Reads the name and version from the project's package.json. Without one, the name is the directory's, and the version is 0.0.0. */
export function readPackage(root: string): OpenApiInput['info'] {
  const fallback = { title: basename(root), version: '0.0.0' };
  try {
    const { name, version } = JSON.parse(readText(resolve(root, 'package.json'))) as {
      name?: unknown;
      version?: unknown;
    };
    return {
      title: typeof name === 'string' ? name : fallback.title,
      version: typeof version === 'string' ? version : fallback.version,
    };
  } catch {
    return fallback;
  }
}

/** The parts of this library's package.json that the code uses. */
interface OwnPackage {
  readonly version: string;
  readonly homepage?: string;
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly overrides: { readonly 'light-my-request': { readonly cookie: string } };
}

let own: OwnPackage | undefined;

/** The package.json of this library. */
export function ownPackage(): OwnPackage {
  // Node resolves the file again at each call, and an editor shows hundreds of diagnostics.
  own ??= createRequire(import.meta.url)('unplugin-operations/package.json') as OwnPackage;
  return own;
}
