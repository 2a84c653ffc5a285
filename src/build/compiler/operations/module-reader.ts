import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { ResolveAlias } from '../module/relative-modules.ts';
import { byName, firstFiles, isOtherEntry, modulesOf } from '../module/relative-modules.ts';
import type { ReadFacts, ShownFile } from './lost-guards.ts';
import type { ModuleFacts } from './module-facts.ts';

/** A module that was found: its facts are undefined if it has syntax errors. */
export interface FoundModule {
  readonly file: string;
  readonly facts: ModuleFacts | undefined;
}

/** Reads the modules whose exports operations pass on, and remembers their files, which the other rules may not read. */
export interface Modules {
  /** Finds the module of a specifier: `package` if it cannot be read here, undefined if it is unknown. */
  readonly find: (importer: string, specifier: string) => FoundModule | 'package' | undefined;
  /** Reads a file in one of the directories. */
  readonly read: (file: string) => ModuleFacts | undefined;
  readonly files: ReadonlySet<string>;
  /** The facts of the modules that were found. */
  readonly facts: ReadonlySet<ModuleFacts>;
  /** Whether a file is in one of the directories. */
  readonly isShown: (file: string) => boolean;
  readonly readsOthers: () => boolean;
  /** Reports the found files whose specifier can also mean others. */
  readonly checkRivals: (report: Report) => void;
}

/** How files outside of the directories are found and read. */
interface Outside {
  readonly readFile?: ((file: string) => string | undefined) | undefined;
  readonly resolveAlias?: ResolveAlias | undefined;
}

export function moduleReader(
  shown: readonly ShownFile[],
  read: ReadFacts,
  { readFile, resolveAlias = byName }: Outside,
): Modules {
  const files = new Set<string>();
  const all = new Set<ModuleFacts>();
  let byFile: ReadonlyMap<string, ShownFile> | undefined;
  const shownFile = (file: string): ShownFile | undefined =>
    (byFile ??= new Map(shown.map((each) => [each.file, each]))).get(file);
  const texts = new Map<string, string | undefined>();
  const fileText = (file: string): string | undefined => {
    if (!texts.has(file)) texts.set(file, shownFile(file)?.text ?? readFile?.(file));
    return texts.get(file);
  };
  const found = new Map<string, FoundModule | 'package' | undefined>();
  const rivals = new Map<string, readonly string[]>();
  const find = (importer: string, specifier: string): FoundModule | 'package' | undefined => {
    const candidates = modulesOf(importer, specifier, resolveAlias);
    if (candidates === undefined) return 'package';
    const [file, ...others] = firstFiles(candidates, (each) => fileText(each) !== undefined);
    // Without a disk, the content of a path is unknown.
    if (file === undefined) return readFile === undefined && specifier.startsWith('.') ? 'package' : undefined;
    files.add(file);
    // The entry of a package can be any file.
    if (isOtherEntry(file, candidates, fileText)) return undefined;
    for (const other of others) files.add(other);
    if (others.length > 0 && !file.includes('node_modules/')) rivals.set(file, others);
    const facts = read({ file, text: fileText(file)! });
    if (facts !== undefined) all.add(facts);
    return { file, facts };
  };
  return {
    files,
    facts: all,
    read(file) {
      const known = shownFile(file);
      return known && read(known);
    },
    isShown: (file) => shownFile(file) !== undefined,
    checkRivals(report) {
      for (const [file, others] of rivals) report(messages.severalFiles(file, others));
    },
    readsOthers: () => [...files].some((file) => shownFile(file) === undefined),
    find(importer, specifier) {
      const key = `${importer.replace(/[^/]*$/, '')} ${specifier}`;
      if (!found.has(key)) found.set(key, find(importer, specifier));
      return found.get(key);
    },
  };
}
