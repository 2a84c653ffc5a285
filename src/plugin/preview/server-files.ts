import { realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import type { BuiltCode } from './built-file.ts';

/**
 * Whether a path leads to a file of a build for the server, which `vite preview` would send as one of the front end: the output of a build without a front
 * end, or a directory in that of the front end.
 *
 * @param path Of a request, below the option `base` of Vite.
 * @param outDir The directory that the preview serves: absolute.
 */
export function isServerFile(path: string, outDir: string, { file, files }: BuiltCode): boolean {
  const [asked, root] = [realPath(resolve(outDir, `.${decoded(path)}`)), realPath(outDir)];
  const directory = realPath(dirname(file));
  if (asked === undefined || root === undefined || directory === undefined) return false;
  const isInside = directory !== root && isIn(directory, root);
  return (isInside && isIn(asked, directory)) || [file, ...files].some((each) => realPath(each) === asked);
}

function isIn(path: string, directory: string): boolean {
  return path.startsWith(directory + sep);
}

/** As the file server of Vite reads it. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The path of a file with the letter case and without the links of the disk; undefined if there is none. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
