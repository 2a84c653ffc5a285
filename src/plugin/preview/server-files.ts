import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import type { BuiltCode } from './built-file.ts';

/** The directories that `vite preview` serves. All paths are absolute. */
export interface Served {
  /** The directory that the preview serves. */
  readonly outDir: string;
  /** The directory in it to which builds write the scripts of a front end. */
  readonly assetsDir: string;
  /** The files that a build copies into it as they are; empty if there are none. */
  readonly publicDir: string;
}

/**
 * Whether a path leads to a file of a build for the server, which `vite preview` would send as one of the front end: the output of a build without a front
 * end, or a directory in that of the front end.
 *
 * @param path Of a request, below the option `base` of Vite.
 */
export function isServerFile(path: string, { outDir }: Served, { file, files }: BuiltCode): boolean {
  const [asked, root] = [realPath(resolve(outDir, `.${decoded(path)}`)), realPath(outDir)];
  const directory = realPath(dirname(file));
  if (asked === undefined || root === undefined || directory === undefined) return false;
  const isInside = directory !== root && isIn(directory, root);
  return (isInside && isIn(asked, directory)) || [file, ...files].some((each) => realPath(each) === asked);
}

/**
 * Whether a path leads to a file that can be of a build for the server, if no record names the files of such builds: every file except the pages, scripts
 * and public files of a front end.
 */
export function isUnknownFile(path: string, { outDir, assetsDir, publicDir }: Served): boolean {
  const local = `.${decoded(path)}`;
  const asked = realPath(resolve(outDir, local));
  if (asked === undefined || !statSync(asked).isFile() || asked.endsWith('.html')) return false;
  if (publicDir !== '' && realPath(resolve(publicDir, local)) !== undefined) return false;
  const assets = realPath(assetsDir);
  return assets === undefined || !isIn(asked, assets);
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
