import { createRequire } from 'node:module';
import type { UnpluginOptions } from 'unplugin';
import { literal } from '../codegen/literal.ts';

/** What the package mime-types reads of an entry of mime-db. */
interface MimeEntry {
  readonly source?: string | undefined;
  readonly charset?: string | undefined;
  readonly extensions?: readonly string[] | undefined;
}

/** A media type -> what is known of it. */
type MimeDatabase = Readonly<Record<string, MimeEntry>>;

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
  const text = writeMimeDatabase(createRequire(file)('mime-db') as MimeDatabase);
  return code.replace(REQUEST, () => `(${readMimeDatabase})(${literal(text)})`);
}

/**
 * Writes a database as lines: `/application` for the types that follow, `json json map` for one of them with its extensions, and after
 * semicolons its charset and its source. `vnd.` is left out but for its dot. Koa has two versions of mime-db, which are almost the same: gzip
 * writes the second one for next to nothing as long as the first is not yet out of its sight, 32 KiB before.
 */
function writeMimeDatabase(database: MimeDatabase): string {
  const owners = new Map<string, number>();
  for (const { extensions = [] } of Object.values(database))
    for (const extension of extensions) owners.set(extension, (owners.get(extension) ?? 0) + 1);
  const lines: string[] = [];
  let last = '';
  for (const [type, { source = '', charset = '', extensions = [] }] of Object.entries(database)) {
    if (extensions.length === 0 && charset === '') continue;
    const [top, name] = type.split('/') as [string, string];
    if (top !== last) lines.push(`/${(last = top)}`);
    // The source decides between types that share an extension, and is asked for nothing else.
    const isShared = extensions.some((extension) => owners.get(extension)! > 1);
    const names = [name.replace(/^vnd\./, '.'), ...extensions].join(' ');
    lines.push([names, charset, isShared ? source : ''].join(';').replace(/;+$/, ''));
  }
  return lines.join('\n');
}

/** Reads what {@link writeMimeDatabase} wrote: its own text goes into the bundle, so it stands alone. */
function readMimeDatabase(text: string): MimeDatabase {
  const database: Record<string, MimeEntry> = {};
  let top = '';
  for (const line of text.split('\n')) {
    const [names = '', charset, source] = line.split(';');
    const [name = '', ...extensions] = names.split(' ');
    if (name.startsWith('/')) top = name.slice(1);
    else database[`${top}/${name.replace(/^\./, 'vnd.')}`] = { extensions, charset, source: source || undefined };
  }
  return database;
}
