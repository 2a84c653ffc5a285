import { basename, resolve } from 'node:path';
import { readText } from './files.ts';

/** The name and the version of a project. */
export interface PackageInfo {
  readonly title: string;
  readonly version: string;
}

/** The name and the version of the project, from its package.json, where it has one. */
export function readPackage(root: string): PackageInfo {
  const otherwise = { title: basename(root), version: '0.0.0' };
  try {
    const { name, version } = JSON.parse(readText(resolve(root, 'package.json'))) as {
      name?: unknown;
      version?: unknown;
    };
    return {
      title: typeof name === 'string' ? name : otherwise.title,
      version: typeof version === 'string' ? version : otherwise.version,
    };
  } catch {
    return otherwise;
  }
}
