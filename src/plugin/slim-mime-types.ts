import { createRequire } from 'node:module';
import type { UnpluginOptions } from 'unplugin';

/** The fields of a mime-db entry that mime-types reads. */
interface MimeEntry {
  readonly source?: string | undefined;
  readonly charset?: string | undefined;
  readonly extensions?: readonly string[];
}

/** mime-db: media type -> entry. */
type MimeDatabase = Readonly<Record<string, MimeEntry>>;

const MIME_TYPES = /[\\/]mime-types[\\/]index\.js$/;
const REQUEST = "require('mime-db')";

/**
 * Shrinks mime-db, which would be half of a Koa bundle: most of its media types have no file extension, and Koa never reads those.
 *
 * Only mime-types, a dependency of Koa, gets the smaller database. A direct import of mime-db gets all of it.
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
 * Replaces the import of mime-db in the code of mime-types with the entries that mime-types reads. Its answers stay the same.
 *
 * @param file The path of the code: each copy of mime-types has its own mime-db.
 */
export function slimMimeTypes(code: string, file: string): string {
  if (!code.includes(REQUEST)) return code;
  const groups = groupEntries(createRequire(file)('mime-db') as MimeDatabase);
  // In single quotes nothing but these needs a backslash.
  const json = JSON.stringify(groups).replaceAll(/[\\']/g, '\\$&');
  return code.replace(REQUEST, () => `(${ungroupEntries})(JSON.parse('${json}'))`);
}

/**
 * The entries by the first part of their media types: `{"image": ["jpeg jpeg jpg"]}` is `image/jpeg` with two extensions.
 * An entry that needs them has its charset and source too, as a list. A name's `vnd.` is shortened to its dot.
 *
 * Koa has two versions of mime-db, and gzip finds repetitions within 32 KiB. Each version stays well below that size, so that the second costs little.
 */
type Groups = Record<string, (string | readonly [string, string | undefined, string | undefined])[]>;

function groupEntries(database: MimeDatabase): Groups {
  const owners = new Map<string, number>();
  for (const { extensions = [] } of Object.values(database))
    for (const extension of extensions) owners.set(extension, (owners.get(extension) ?? 0) + 1);
  const groups: Groups = {};
  for (const [type, { extensions = [], charset, source }] of Object.entries(database)) {
    if (extensions.length === 0 && charset === undefined) continue;
    const [group, name] = type.split('/') as [string, string];
    const text = [name.replace(/^vnd\./, '.'), ...extensions].join(' ');
    // mime-types reads the source only to choose between types that share an extension.
    const isShared = extensions.some((extension) => owners.get(extension)! > 1);
    const entry = [text, charset, isShared ? source : undefined] as const;
    (groups[group] ??= []).push(charset !== undefined || isShared ? entry : text);
  }
  return groups;
}

/** Restores the database from {@link groupEntries}. Its own text goes into the bundle, so it uses nothing from this module. */
function ungroupEntries(groups: Groups): MimeDatabase {
  const database: Record<string, MimeEntry> = {};
  for (const [group, entries] of Object.entries(groups))
    for (const entry of entries) {
      const [text, charset, source] = typeof entry === 'string' ? [entry] : entry;
      const [name, ...extensions] = text.split(' ');
      // JSON has null for undefined, which mime-types takes for a source.
      database[`${group}/${name!.replace(/^\./, 'vnd.')}`] = { extensions, charset, source: source ?? undefined };
    }
  return database;
}
