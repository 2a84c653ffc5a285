import { createRequire } from 'node:module';
import type { UnpluginOptions } from 'unplugin';

/** What the package mime-types reads of an entry of mime-db. */
interface MimeEntry {
  readonly source?: string;
  readonly charset?: string;
  readonly extensions?: readonly string[];
}

const MIME_TYPES = /[\\/]mime-types[\\/]index\.js$/;
const REQUEST = "require('mime-db')";

/**
 * Takes out of a bundle what Koa never reads: half of it would be mime-db, and most of that are media types that have no file extension.
 *
 * Only mime-types, which Koa and its dependencies ask, is given the smaller database; whoever asks for mime-db itself gets all of it.
 */
export function slimPlugin(): UnpluginOptions {
  return {
    name: 'unplugin-operations:slim',
    enforce: 'pre',
    transform: {
      filter: { id: MIME_TYPES },
      handler: (code, id) => ({ code: slimMimeTypes(code, id), map: null }),
    },
  };
}

/**
 * The code of the package mime-types with the part of mime-db in it that it reads; what it answers stays the same.
 *
 * @param file Where it lies, for each copy of it has a mime-db of its own.
 */
export function slimMimeTypes(code: string, file: string): string {
  if (!code.includes(REQUEST)) return code;
  const database = createRequire(file)('mime-db') as Readonly<Record<string, MimeEntry>>;
  const read = Object.entries(database).flatMap(([type, { source, charset, extensions }]) =>
    extensions === undefined && charset === undefined ? [] : [[type, { source, charset, extensions }] as const],
  );
  // One text is read sooner than as many objects.
  const text = JSON.stringify(Object.fromEntries(read)).replaceAll(/['\\]/g, String.raw`\$&`);
  return code.replace(REQUEST, () => `JSON.parse('${text}')`);
}
