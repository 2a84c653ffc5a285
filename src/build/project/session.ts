import { METHODS } from '../../shared/contract/node-http.ts';
import { resolve } from 'node:path';
import { tryFile } from '../compiler/try-file.ts';
import type { CompilationCache } from '../compiler/cache.ts';
import { createCache } from '../compiler/cache.ts';
import { parseMiddlewareOnce, parseOperationOnce } from '../compiler/reuse/parse-once.ts';
import { recall } from '../compiler/file-results.ts';
import type { Comment } from '../compiler/comment/comment.ts';
import type { Compilation } from '../compiler/compile.ts';
import { compileOperations } from '../compiler/compile.ts';
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts';
import type { Rewriting, Rewritten } from '../compiler/module/commonjs.ts';
import { toEsModule } from '../compiler/module/commonjs.ts';
import type { ParseSettings } from '../compiler/operations/parse-settings.ts';
import { isMiddlewareFile } from '../compiler/operations/middleware.ts';
import type { OperationFile } from '../compiler/operations/parse.ts';
import { isInEvents, pathInTree } from '../compiler/operations/tree-files.ts';
import { appTexts } from './app-texts.ts';
import type { LoadedDirectives } from './load-directives.ts';
import { customDirectives } from './load-directives.ts';
import { readText } from './disk.ts';
import { toPosix } from './files.ts';
import type { ModuleChecks } from './module-checks.ts';
import { createModuleChecks, modulesBelow } from './module-checks.ts';
import { createPickCheck } from './pick-limits.ts';
import type { Project } from './project.ts';
import { compilerSettings } from './project.ts';
import type { Buffers, Sources } from './sources.ts';
import { overlaySources, readSources } from './sources.ts';
import type { Unread } from './unread.ts';
import { readUnread } from './unread.ts';
import type { Generators } from './generators.ts';
import { createGenerators } from './generators.ts';

/** A project's tree, compiled again after each change. It keeps earlier results in memory. */
export interface Session extends Generators, ModuleChecks {
  /** The tree's directory, absolute, with `/`. */
  readonly directory: string;
  /**
   * Reads and compiles the tree. Files with the same text as before are not parsed again.
   *
   * @param changed The files and directories that may have changed, appeared or gone: absolute, with `/`. If undefined, everything is read again.
   * @throws {Error} If the tree's directory does not exist.
   */
  compile(changed?: readonly string[]): Compilation;
  /** The files that a compilation depends on, absolute. */
  watchFiles(compilation: Compilation): string[];
  /** The comment with the contract of an operation or a directory; undefined if the file has changed since it was compiled. */
  contract(file: string): string | undefined;
  /**
   * Compiles one file of the tree with another text, alone: its diagnostics, without those of the whole tree.
   *
   * @param path Below the tree.
   */
  tryText(path: string, text: string): readonly Diagnostic[];
  /** A file of the tree as an ES module. */
  load(file: string): Rewritten | { readonly code: string };
}

/**
 * Opens a session; nothing is read yet.
 *
 * @param buffers The texts that an editor has not saved yet, by file: absolute, with `/`. They take precedence over the disk.
 * @param cache The results of an earlier compilation of the same tree with the same options.
 */
export function createSession(project: Project, buffers?: Buffers, cache: CompilationCache = createCache()): Session {
  const { root, directory, shown } = project;
  const settings = settingsOf(project);
  const checkPicks = createPickCheck();
  let sources: Sources | undefined;
  let unread: Unread | undefined;
  let compiled: Compilation | undefined;
  const sourceOf = (file: string): OperationFile => ({
    path: pathInTree(directory, file)!,
    text: readText(file),
  });
  const rewritingOf = (file: OperationFile): Rewriting | undefined =>
    // Nothing imports an event. Other code in its directory stays as it is.
    isInEvents(file.path)
      ? undefined
      : isMiddlewareFile(file.path)
        ? parseMiddlewareOnce(cache, file, shown.directory, settings()).middleware?.rewriting
        : parseOperationOnce(cache, file, shown.directory, settings()).operation?.rewriting;
  const session: Session = {
    directory,
    compile(changed) {
      const before = sources;
      // If reading fails, the next run reads everything.
      sources = undefined;
      sources = readSources(project, before, changed);
      unread = readUnread(project, before && unread, changed);
      const { outside, inside, beside, ...others } = unread;
      compiled = compileOperations({
        ...(buffers === undefined ? sources : overlaySources(sources, project, buffers)),
        ...compilerSettings(project, settings().custom),
        httpMethods: METHODS,
        unread: [...outside, ...inside, ...beside],
        ...others,
        ...modulesBelow(root),
        appTexts: () => appTexts(project),
        cache,
      });
      return checkPicks(compiled);
    },
    ...createGenerators(project),
    ...createModuleChecks(project, () => ({
      ...settings(),
      cache,
      tree: { directory: shown.directory, compilation: () => compiled ?? session.compile() },
    })),
    watchFiles: (compilation) => compilation.watchFiles.map((path) => toPosix(resolve(root, path))),
    contract(file) {
      const source = sourceOf(file);
      const comment = commentOf(source, cache);
      return comment && source.text.slice(comment.at.span.start, comment.at.span.end);
    },
    tryText: (path, text) => tryFile(cache, { path, text }, shown.directory, settings()),
    load(file) {
      const source = sourceOf(file);
      const rewriting = rewritingOf(source);
      return rewriting === undefined ? { code: source.text } : toEsModule({ file, text: source.text }, rewriting);
    },
  };
  return session;
}

/** The comment with the contract of a file that was compiled with this text. */
function commentOf(source: OperationFile, cache: CompilationCache): Comment | undefined {
  return [cache, ...cache.versions.values()]
    .map(
      ({ operations, middleware, events }) =>
        recall(operations, source)?.operation?.handler.comment ??
        recall(middleware, source)?.contract?.comment ??
        recall(events, source)?.comment,
    )
    .find((found) => found !== undefined);
}

/** The settings for reading files. A session keeps its custom directives: its compilations belong to them. */
function settingsOf({
  options,
  root,
}: Project): () => ParseSettings & Pick<Project['options'], 'strict'> & { readonly custom: LoadedDirectives } {
  let directives: LoadedDirectives | undefined;
  return () => ({ ...options, custom: (directives ??= customDirectives(root)) });
}
