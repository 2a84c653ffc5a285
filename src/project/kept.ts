import type { Rewriting } from '../compiler/module/commonjs.ts';
import type { Compilation } from '../compiler/compile.ts';
import { compare } from '../compiler/diagnostics/diagnostic.ts';
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts';
import type { OperationFile } from '../compiler/operations/parse.ts';
import type { Location, SourceText, Span } from '../compiler/diagnostics/source.ts';
import { digestOf } from './disk-cache.ts';
import type { Sources } from './sources.ts';

/** What is kept of a compilation from one process to the next: plain data, and all that a bundle needs. */
export interface Kept {
  readonly isEmpty: boolean;
  readonly diagnostics: readonly KeptDiagnostic[];
  readonly watchFiles: readonly string[];
  /** What is known of each operation's file, by its path. */
  readonly files: Readonly<Record<string, FileFacts>>;
  /** What was generated, by its name. */
  readonly texts: Readonly<Record<string, string>>;
}

/** What a bundler needs to know of an operation's file to load it. */
export interface FileFacts {
  /** How it is rewritten; only of CommonJS. */
  readonly rewriting?: Rewriting;
  /** Where the comment is that is its contract. */
  readonly comment?: Span;
}

/** A diagnostic without the texts that it points into. */
type KeptDiagnostic = Omit<Diagnostic, 'at' | 'notes'> & {
  readonly at: Place;
  readonly notes: readonly { readonly message: string; readonly at: Place }[];
};

interface Place extends Span {
  readonly file: string;
  readonly isPath?: boolean;
}

/** What is kept of a compilation itself. */
export function keep({ isEmpty, diagnostics, watchFiles }: Compilation): Omit<Kept, 'files' | 'texts'> {
  return {
    isEmpty,
    diagnostics: diagnostics.map((diagnostic) => ({
      ...diagnostic,
      at: toPlace(diagnostic.at),
      notes: diagnostic.notes.map(({ message, at }) => ({ message, at: toPlace(at) })),
    })),
    watchFiles,
  };
}

/**
 * Makes a compilation of what was kept.
 *
 * @param texts The texts that diagnostics point into, by their files as they are shown.
 * @param compile Works out the rest, once it is asked for.
 */
export function recall(
  { isEmpty, diagnostics, watchFiles }: Kept,
  texts: () => ReadonlyMap<string, string>,
  compile: () => Compilation,
): Compilation {
  const sources = new Map<string, SourceText>();
  let known: ReadonlyMap<string, string> | undefined;
  const toLocation = ({ file, isPath, start, end }: Place): Location => {
    const key = `${isPath} ${file}`;
    const source =
      sources.get(key) ??
      (isPath === true ? { file, text: file, isPath } : { file, text: (known ??= texts()).get(file) ?? '' });
    sources.set(key, source);
    return { source, span: { start, end } };
  };
  let compiled: Compilation | undefined;
  const all = (): Compilation => (compiled ??= compile());
  return {
    get operations() {
      return all().operations;
    },
    get middleware() {
      return all().middleware;
    },
    get schemas() {
      return all().schemas;
    },
    get document() {
      return all().document;
    },
    isEmpty,
    diagnostics: diagnostics.map((diagnostic) => ({
      ...diagnostic,
      at: toLocation(diagnostic.at),
      notes: diagnostic.notes.map(({ message, at }) => ({ message, at: toLocation(at) })),
    })),
    watchFiles,
  };
}

/**
 * The key of what is kept: all that it depends on.
 *
 * @param others What it depends on beside the texts.
 */
export function keyOf({ files, definitions }: Sources, others: readonly string[]): string {
  return digestOf([...others, String(files.length), ...inOrder(files), ...inOrder(definitions)]);
}

function inOrder(files: readonly OperationFile[]): string[] {
  return [...files].sort((a, b) => compare(a.path, b.path)).flatMap(({ path, text }) => [path, text]);
}

function toPlace({ source, span }: Location): Place {
  const { start, end } = span;
  return { file: source.file, ...(source.isPath === true && { isPath: true }), start, end };
}
