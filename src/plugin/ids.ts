/** The module with the manifest. */
export const MANIFEST = 'virtual:operations';

/** The module with the OpenAPI document. */
export const OPENAPI = 'virtual:operations/openapi';

/** The id a virtual module has once it is resolved; the NUL keeps other plugins away from it (a convention of Rollup's). */
export function resolvedId(id: string): string {
  return `\0${id}`;
}

/** A file of the tree under an id of its own, which ends like an ES module: bundlers go by the extension. */
export const REWRITTEN: RegExp = /^(.*)\?operation\.m[jt]s$/s;

/**
 * The module that a file of the tree is imported from: itself, or for CommonJS the ES module that is made of it.
 *
 * @param file Absolute, with `/`.
 * @param isCommonJs Whether it is written in CommonJS.
 */
export function moduleId(file: string, isCommonJs: boolean): string {
  const extension = /\.([cm]?)([jt]s)$/.exec(file);
  if (!isCommonJs && extension?.[1] !== 'c') return file;
  return `${file}?operation.m${extension?.[2]}`;
}
