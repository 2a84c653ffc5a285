import { basename, resolve } from 'node:path';
import type { OpenApiInput } from '../openapi/write/index.ts';
import { readText } from './files.ts';

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
