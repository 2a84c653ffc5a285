import { fileURLToPath } from 'node:url';
import type { Compilation } from '../compiler/compile.ts';
import type { OperationFile } from '../compiler/operations/parse.ts';
import { digestOf, openDiskCache } from './disk-cache.ts';
import { findHelperModules } from './helper-modules.ts';
import type { FileFacts, Kept } from './kept.ts';
import { keep, keyOf, recall } from './kept.ts';
import type { ResolvedOptions } from './options.ts';
import { digestProgram } from './program.ts';
import type { Places, Sources } from './sources.ts';
import { textsOf } from './sources.ts';

/** What goes from one process to the next, so that a build of texts that were built before compiles nothing. */
export interface Store {
  /** What a process before made of just these texts, else what is made of them now. */
  compile(sources: Sources, compile: () => Compilation): Compilation;
  /** A text that was generated of a compilation before, else the one that is generated now. */
  text(compilation: Compilation, name: string, generate: () => string): string;
  /** What is known of an operation's file from a process before, where it had just this text. */
  facts(file: OperationFile): FileFacts | undefined;
}

/** What is known of the latest compilation. */
interface State {
  readonly sources: Sources;
  /** Of the sources, where it was needed already. */
  readonly key: string | undefined;
  readonly compilation: Compilation;
  readonly kept: Kept | undefined;
  /** The operations' texts by their paths, where all was kept. */
  readonly recalled: ReadonlyMap<string, string> | undefined;
  readonly texts: Record<string, string>;
  /** Whether it is the first of this process: one of a dev server is followed by others, edit by edit. */
  readonly isFirst: boolean;
}

type FactsOf = (file: OperationFile) => FileFacts | undefined;

/** How long no edit may come before what is known is written, in milliseconds. */
const PAUSE = 1000;

/**
 * Opens the store of a project; one without `node_modules` has none, and then all is worked out anew.
 *
 * @param factsOf What is known of a file that has been parsed with just this text.
 */
export function openStore(places: Places, options: ResolvedOptions, factsOf: FactsOf): Store {
  const disk = openDiskCache(places.root, digestOf([JSON.stringify(options)]).slice(0, 16));
  const program = digestProgram(fileURLToPath(import.meta.url));
  if (disk === undefined || program === undefined)
    return { compile: (_, compile) => compile(), text: (_, __, generate) => generate(), facts: () => undefined };
  const keyFor = (sources: Sources): string =>
    keyOf(sources, [
      program,
      process.version,
      JSON.stringify([places.root, options, sources.info, findHelperModules()]),
    ]);
  let state: State | undefined;
  let timer: NodeJS.Timeout | undefined;
  const save = ({ sources, key = keyFor(sources), compilation, kept, texts }: State): void => {
    const files = kept?.files ?? collect(sources.files, factsOf);
    disk.write(key, { ...keep(compilation), files, texts } satisfies Kept);
  };
  return {
    compile(sources, compile) {
      clearTimeout(timer);
      const isFirst = state === undefined;
      const key = isFirst ? keyFor(sources) : undefined;
      const kept = key === undefined ? undefined : (disk.read(key) as Kept | undefined);
      const compilation = kept === undefined ? compile() : recall(kept, () => textsOf(sources, places), compile);
      const recalled = kept && new Map(sources.files.map(({ path, text }) => [path, text]));
      state = { sources, key, compilation, kept, recalled, texts: { ...kept?.texts }, isFirst };
      return compilation;
    },
    text(compilation, name, generate) {
      const current = state?.compilation === compilation ? state : undefined;
      const known = current?.texts[name];
      if (current === undefined || known !== undefined) return known ?? generate();
      const text = generate();
      current.texts[name] = text;
      clearTimeout(timer);
      if (current.isFirst) save(current);
      else timer = setTimeout(() => save(current), PAUSE).unref();
      return text;
    },
    facts: ({ path, text }) => (state?.recalled?.get(path) === text ? state.kept?.files[path] : undefined),
  };
}

function collect(files: readonly OperationFile[], factsOf: FactsOf): Record<string, FileFacts> {
  const all = files.map((file) => [file.path, factsOf(file)] as const);
  return Object.fromEntries(all.filter((entry): entry is [string, FileFacts] => entry[1] !== undefined));
}
