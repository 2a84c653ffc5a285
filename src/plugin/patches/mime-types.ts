import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { toPosix } from '../../build/project/files.ts';
import type { Patch } from './patch.ts';

/** The fields of a mime-db entry that mime-types reads. */
interface MimeEntry {
  readonly source?: string | undefined;
  readonly charset?: string | undefined;
  readonly extensions?: readonly string[];
}

/** mime-db: media type -> entry. */
type MimeDatabase = Readonly<Record<string, MimeEntry>>;

const REQUEST = "require('mime-db')";
/** The property of Koa's mime-types that has its database, for other versions. */
const SHARED = 'mime-db';

/**
 * Shrinks mime-db, which would be half of a Koa bundle: most of its media types have no file extension, and Koa never reads those.
 *
 * Only mime-types, a dependency of Koa, gets the smaller database. A direct import of mime-db gets all of it.
 */
export const MIME_TYPES: Patch = {
  files: /[\\/]mime-types[\\/]index\.js$/,
  apply: (code, file) => slimMimeTypes(code, file, sharedMimeTypes()),
  upstream: 'https://github.com/jshttp/mime-types/issues/95',
};

/** Koa's own copy of mime-types, which is in each bundle with Koa; undefined if it cannot have a property for others. */
function sharedMimeTypes(): string | undefined {
  try {
    const file = createRequire(createRequire(import.meta.url).resolve('koa')).resolve('mime-types');
    const code = readFileSync(file, 'utf8');
    return code.includes(REQUEST) && !code.includes('module.exports') ? file : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Replaces the import of mime-db in the code of mime-types with the entries that mime-types reads. Its answers stay the same.
 *
 * @param file The path of the code: each copy of mime-types has its own mime-db.
 * @param shared The path of Koa's copy. Others contain only the differences in their version.
 */
export function slimMimeTypes(code: string, file: string, shared: string | undefined): string {
  if (!code.includes(REQUEST)) return code;
  const entries = entriesOf(file);
  const isShared = shared === undefined || toPosix(shared) === toPosix(file);
  if (!isShared) {
    const changes = groupEntries(changesOf(entriesOf(shared), entries));
    const base = `require(${JSON.stringify(toPosix(shared))})[${JSON.stringify(SHARED)}]`;
    return code.replace(REQUEST, () => `(${ungroupEntries})(${jsonCode(changes)}, ${base})`);
  }
  const database = `(${ungroupEntries})(${jsonCode(groupEntries(entries))}, {})`;
  // Not enumerable, so that code doesn't find another export.
  const name = JSON.stringify(SHARED);
  return code.replace(REQUEST, () => `Object.defineProperty(exports, ${name}, { value: ${database} })[${name}]`);
}

/** A value as the code of a JSON text. */
function jsonCode(value: unknown): string {
  // In single quotes nothing but these needs a backslash.
  return `JSON.parse('${JSON.stringify(value).replaceAll(/[\\']/g, String.raw`\$&`)}')`;
}

/** The fields of an entry that mime-types reads. */
interface Entry {
  readonly extensions: readonly string[];
  readonly charset: string | undefined;
  /** Set only if it shares an extension: mime-types reads it to choose between the types. */
  readonly source: string | undefined;
  /** Whether it shares an extension with another type. */
  readonly isShared: boolean;
}

/** The entries that the mime-types of a file reads, by media type. */
function entriesOf(file: string): ReadonlyMap<string, Entry> {
  const database = createRequire(file)('mime-db') as MimeDatabase;
  const owners = new Map<string, number>();
  for (const { extensions = [] } of Object.values(database))
    for (const extension of extensions) owners.set(extension, (owners.get(extension) ?? 0) + 1);
  const entries = new Map<string, Entry>();
  for (const [type, { extensions = [], charset, source }] of Object.entries(database)) {
    if (extensions.length === 0 && charset === undefined) continue;
    const isShared = extensions.some((extension) => owners.get(extension)! > 1);
    entries.set(type, { extensions, charset, source: isShared ? source : undefined, isShared });
  }
  return entries;
}

const NOTHING: Entry = { extensions: [], charset: undefined, source: undefined, isShared: false };

/**
 * The entries that a database has and another one lacks. Empty ones replace entries that only the other one has.
 *
 * Types that share an extension are always among them, because their order decides.
 */
function changesOf(base: ReadonlyMap<string, Entry>, entries: ReadonlyMap<string, Entry>): Map<string, Entry> {
  const isSame = (type: string, entry: Entry): boolean =>
    !entry.isShared && JSON.stringify(base.get(type)) === JSON.stringify(entry);
  const changes = new Map([...entries].filter(([type, entry]) => !isSame(type, entry)));
  for (const type of base.keys()) if (!entries.has(type)) changes.set(type, NOTHING);
  return changes;
}

/**
 * The entries by the first part of their media types: `{"image": ["jpeg jpeg jpg"]}` is `image/jpeg` with two extensions.
 * An entry that needs them has its charset and source too, as a list. A name's `vnd.` is shortened to its dot.
 */
type Groups = Record<string, (string | readonly [string, string | undefined, string | undefined])[]>;

function groupEntries(entries: ReadonlyMap<string, Entry>): Groups {
  const groups: Groups = {};
  for (const [type, { extensions, charset, source }] of entries) {
    const [group, name] = type.split('/') as [string, string];
    const text = [name.replace(/^vnd\./, '.'), ...extensions].join(' ');
    (groups[group] ??= []).push(charset !== undefined || source !== undefined ? [text, charset, source] : text);
  }
  return groups;
}

/**
 * Restores the database from {@link groupEntries}. Its own text goes into the bundle, so it uses nothing from this module.
 *
 * @param base The database that the entries change.
 */
function ungroupEntries(groups: Groups, base: MimeDatabase): MimeDatabase {
  const changes: Record<string, MimeEntry> = {};
  for (const [group, entries] of Object.entries(groups))
    for (const entry of entries) {
      const [text, charset, source] = typeof entry === 'string' ? [entry] : entry;
      const [name, ...extensions] = text.split(' ');
      // JSON has null for undefined, which mime-types takes for a source.
      changes[`${group}/${name!.replace(/^\./, 'vnd.')}`] = { extensions, charset, source: source ?? undefined };
    }
  const others = Object.entries(base).filter(([type]) => changes[type] === undefined);
  return Object.assign(Object.fromEntries(others), changes);
}
