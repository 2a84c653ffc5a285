import { realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { BuiltCode, Builds } from './built-file.ts';

/** The directories of a front end that is built. All paths are absolute. */
export interface Served {
  /** The directory that `vite preview` serves. */
  readonly outDir: string;
  /** The directory in it to which builds write the scripts of a front end; undefined if nothing needs them. */
  readonly assetsDir: string | undefined;
  /** The files that a build copies into it as they are; empty if there are none. */
  readonly publicDir: string;
}

/**
 * Why a file is not sent that Vite would send as one of the front end: it is of a build for the server, or it can be, because no record names the files
 * of such builds.
 */
export function whyWithheld(file: string, served: Served, { code, fronts }: Builds): 'built' | 'unknown' | undefined {
  if (code.some((built) => isServerFile(file, served, built))) return 'built';
  // A front end of another tool, such as Astro, is not in the record.
  const isKnown = fronts.includes(served.outDir) || code.some(({ isServer }) => isServer);
  return isKnown || !isUnknownFile(file, served) ? undefined : 'unknown';
}

/** The file of a path, below the option `base` of Vite, in the directory of a front end. */
export function fileOf(path: string, outDir: string): string {
  return resolve(outDir, `.${decoded(path)}`);
}

/** Whether a file is the output of a build without a front end, or in a directory of it in that of the front end. */
function isServerFile(path: string, { outDir }: Served, { file, files }: BuiltCode): boolean {
  const [asked, root] = [realPath(path), realPath(outDir)];
  if (asked === undefined) return false;
  const directory = realPath(dirname(file));
  const isInside = root !== undefined && directory !== undefined && directory !== root && isIn(directory, root);
  return (isInside && isIn(asked, directory)) || [file, ...files].some((each) => realPath(each) === asked);
}

/** Whether a file is neither a page, a style, a script nor a public file of a front end. */
function isUnknownFile(path: string, { outDir, assetsDir, publicDir }: Served): boolean {
  const [asked, root] = [realPath(path), realPath(outDir)];
  if (asked === undefined || root === undefined || !isIn(asked, root)) return false;
  if (!statSync(asked).isFile() || /\.(?:html|css)$/.test(asked)) return false;
  if (publicDir !== '' && realPath(resolve(publicDir, relative(root, asked))) !== undefined) return false;
  const assets = assetsDir === undefined ? undefined : realPath(assetsDir);
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
