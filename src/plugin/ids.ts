import type { CompiledOperation } from '../compiler/compile.ts';

/** The module with the manifest. */
export const MANIFEST = 'virtual:operations';

/** The module with the OpenAPI document. */
export const OPENAPI = 'virtual:operations/openapi';

/** The module with the client. */
export const CLIENT = 'virtual:operations/client';

/** The id a virtual module has once it is resolved; the NUL keeps other plugins away from it (a convention of Rollup's). */
export function resolvedId(id: string): string {
  return `\0${id}`;
}

/** An operation's file under an id of its own, which ends like an ES module: bundlers go by the extension. */
export const REWRITTEN: RegExp = /^(.*)\?operation\.m[jt]s$/s;

/**
 * The module that an operation's handler is imported from: its file, or for CommonJS the ES module that is made of it.
 *
 * @param file Absolute, with `/`.
 */
export function moduleId(file: string, operation: CompiledOperation): string {
  const extension = /\.([cm]?)([jt]s)$/.exec(file);
  if (!operation.handler.isCommonJs && extension?.[1] !== 'c') return file;
  return `${file}?operation.m${extension?.[2]}`;
}
