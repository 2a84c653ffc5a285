/** The module with the manifest. */
export const MANIFEST = 'virtual:operations';

/** The module with the OpenAPI document. */
export const OPENAPI = 'virtual:operations/openapi';

/** The module with the client. */
export const CLIENT = 'virtual:operations/client';

/** In the dev server: what of the manifest is of no operation. */
export const FRAME = 'virtual:operations/frame';

/** In the dev server: the manifest of one operation, by the operation's id. */
export function entryId(operation: string): string {
  return `virtual:operations/entry/${encodeURIComponent(operation)}`;
}

/** The operation's id in what {@link entryId} gives. */
export function entryOfId(id: string): string | undefined {
  const name = /^virtual:operations\/entry\/(.+)$/.exec(id)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}

/** What the virtual modules are asked for as; webpack and Rspack, for which a colon makes a scheme, are made to ask with a hyphen. */
export const VIRTUAL: RegExp = /^virtual[:-](operations(?:\/(?:openapi|client|frame|entry\/[^/]+))?)$/;

/** The id a virtual module has once it is resolved; the NUL keeps other plugins away from it (a convention of Rollup's). */
export function resolvedId(id: string): string {
  return `\0${id}`;
}

/** What {@link resolvedId} gives. */
export const RESOLVED: RegExp = /^\0(virtual:operations(?:\/(?:openapi|client|frame|entry\/[^/]+))?)$/s;

/** A file of the tree under an id of its own, which ends like an ES module: bundlers go by the extension. */
export const REWRITTEN: RegExp = /^(.*)\?operation\.m[jt]s$/s;

/** The end of such an id. */
export const REWRITTEN_QUERY: RegExp = /^\?operation\.m[jt]s$/;

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
