import { basename, resolve } from 'node:path';
import { readText } from './files.ts';

/** The name and version of a project. */
export interface PackageInfo {
  readonly title: string;
  readonly version: string;
}

/** Reads the name and version from the project's package.json. Without one, the name is the directory's, and the version is 0.0.0. */
export function readPackage(root: string): PackageInfo {
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
