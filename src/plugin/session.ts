import { resolve } from 'node:path';
import { createManifestCache, generateManifest } from '../codegen/manifest.ts';
import type { OpenApiDocument, OpenApiInput } from '../codegen/openapi.ts';
import { generateOpenApi } from '../codegen/openapi.ts';
import type { Rewritten } from '../compiler/commonjs.ts';
import { toEsModule } from '../compiler/commonjs.ts';
import type { Compilation, CompiledOperation } from '../compiler/compile.ts';
import { compileOperations, contractsOf, createCache, parseOnce } from '../compiler/compile.ts';
import { readPackage, readText, toPosix } from './host.ts';
import { moduleId } from './ids.ts';
import type { ResolvedOptions } from './options.ts';
import type { Sources } from './sources.ts';
import { locateSources, readSources } from './sources.ts';
import { openStore } from './store.ts';

/** What one build, or one dev server, knows of its tree. */
export interface Session {
  /** The tree's directory, absolute, with `/`. */
  readonly directory: string;
  /**
   * Reads and compiles the tree; files whose text has not changed are not parsed again.
   *
   * The first time, where a process before knew the same texts, nothing is compiled until `operations` and the like are asked for.
   *
   * @param changed What alone may be another than the last time, absolute, with `/`: files and directories, which may also be new or gone;
   * anything may be where not said.
   * @throws {Error} Where there is no such directory.
   */
  compile(changed?: readonly string[]): Compilation;
  /** The text of `virtual:operations`. */
  manifest(compilation: Compilation): string;
  /** The document of `virtual:operations/openapi`. */
  openApi(compilation: Compilation): OpenApiDocument;
  /** The files that the outcome depends on, absolute. */
  watchFiles(compilation: Compilation): string[];
  /** An operation's file as an ES module. */
  load(file: string): Rewritten | { readonly code: string };
}

/** Opens a session. */
export function createSession(options: ResolvedOptions, root: string): Session {
  const places = locateSources(options, root);
  const { directory, shown } = places;
  const cache = createCache();
  const manifestCache = createManifestCache();
  const store = openStore(places, options, ({ path, text }) => {
    const parsed = cache.operations.get(path);
    return parsed?.text === text ? parsed.result.operation?.rewriting : undefined;
  });
  let sources: Sources | undefined;
  const fileOf = (operation: CompiledOperation): string => `${directory}/${operation.contract.id}`;
  const moduleOf = (operation: CompiledOperation): string => moduleId(fileOf(operation), operation);
  return {
    directory,
    compile(changed) {
      const before = sources;
      // Where there is no tree, nothing of it is known the next time.
      sources = undefined;
      const read = (sources = readSources(places, options.ignore, before, changed));
      return store.compile(read, () =>
        compileOperations({
          ...read,
          directory: shown.directory,
          definitionsDirectory: shown.definitions,
          base: options.base,
          paging: options.paging,
          cache,
        }),
      );
    },
    manifest: (compilation) =>
      store.text(compilation, 'manifest', () =>
        generateManifest(compilation, { strict: options.strict, lazy: options.lazy, moduleOf, cache: manifestCache }),
      ),
    openApi(compilation) {
      const text = store.text(compilation, 'openapi', () =>
        JSON.stringify(
          generateOpenApi({
            operations: contractsOf(compilation),
            schemas: compilation.schemas,
            document: compilation.document as OpenApiInput['document'],
            info: readPackage(root),
          }),
        ),
      );
      return JSON.parse(text) as OpenApiDocument;
    },
    watchFiles: (compilation) => compilation.watchFiles.map((path) => toPosix(resolve(root, path))),
    load(file) {
      const source = { path: file.slice(directory.length + 1), text: readText(file) };
      const rewriting =
        store.rewriting(source) ??
        parseOnce(source, { directory: shown.directory, base: options.base, cache }).operation?.rewriting;
      return rewriting === undefined ? { code: source.text } : toEsModule({ file, text: source.text }, rewriting);
    },
  };
}
