import { relative, resolve } from 'node:path';
import { generateClient } from '../codegen/client.ts';
import { generateDeclarations } from '../codegen/declarations.ts';
import { createManifestCache, generateManifest } from '../codegen/manifest.ts';
import type { OpenApiDocument, OpenApiInput } from '../codegen/openapi.ts';
import { generateOpenApi } from '../codegen/openapi.ts';
import type { Rewritten } from '../compiler/commonjs.ts';
import { toEsModule } from '../compiler/commonjs.ts';
import type { Compilation, CompilationInput, CompiledOperation } from '../compiler/compile.ts';
import { compileOperations, contractsOf, createCache, parseOnce } from '../compiler/compile.ts';
import type { OperationFile } from '../compiler/parse.ts';
import type { Before } from './host.ts';
import { findModule, readDefinitions, readPackage, readText, readTree, toPosix } from './host.ts';
import { moduleId } from './ids.ts';
import type { ResolvedOptions } from './options.ts';
import { userError } from './report.ts';

/** What one build, or one dev server, knows of its tree. */
export interface Session {
  /** The tree's directory, absolute, with `/`. */
  readonly directory: string;
  /** Whether `/pets/` is another path than `/pets`. */
  readonly strict: boolean;
  /**
   * Reads and compiles the tree; files whose text has not changed are not parsed again.
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
  /** The text of `virtual:operations/client`. */
  client(compilation: Compilation): string;
  /** The text of operations.d.ts. */
  declarations(compilation: Compilation): string;
  /** The files that the outcome depends on, absolute. */
  watchFiles(compilation: Compilation): string[];
  /** An operation's file as an ES module. */
  load(file: string): Rewritten | { readonly code: string };
}

/** The texts that a compilation is made of. */
type Sources = Required<Pick<CompilationInput, 'files' | 'definitions'>>;

/** Opens a session. */
export function createSession(options: ResolvedOptions, root: string): Session {
  const directory = toPosix(resolve(root, options.operations));
  const shown = toPosix(relative(root, directory)) || '.';
  const definitions = resolve(root, options.definitions);
  const cache = createCache();
  const manifestCache = createManifestCache();
  let sources: Sources | undefined;
  const readSources = (before: Sources | undefined, changed: readonly string[] | undefined): Sources => {
    const since = (files: readonly OperationFile[] | undefined): Before | undefined =>
      files === undefined || changed === undefined ? undefined : { files, changed };
    const files = readTree(directory, options.ignore, since(before?.files));
    if (files !== undefined) return { files, definitions: readDefinitions(definitions, since(before?.definitions)) };
    throw userError(
      `unplugin-operations: there is no directory ${shown} in ${root}. Create it, or name another with the option "operations".`,
    );
  };
  const fileOf = (operation: CompiledOperation): string => `${directory}/${operation.contract.id}`;
  const moduleOf = (operation: CompiledOperation): string => moduleId(fileOf(operation), operation);
  return {
    directory,
    strict: options.strict,
    compile(changed) {
      const before = sources;
      // Where there is no tree, nothing of it is known the next time.
      sources = undefined;
      sources = readSources(before, changed);
      return compileOperations({
        ...sources,
        directory: shown,
        definitionsDirectory: toPosix(relative(root, definitions)) || '.',
        base: options.base,
        paging: options.paging,
        cache,
      });
    },
    manifest: (compilation) =>
      generateManifest(compilation, {
        strict: options.strict,
        lazy: options.lazy,
        moduleOf,
        validationModule: findModule('validation'),
        cache: manifestCache,
      }),
    openApi: (compilation) =>
      generateOpenApi({
        operations: contractsOf(compilation),
        schemas: compilation.schemas,
        document: compilation.document as OpenApiInput['document'],
        info: readPackage(root),
      }),
    client: (compilation) => generateClient(contractsOf(compilation), findModule('client')),
    declarations: (compilation) =>
      generateDeclarations({
        operations: contractsOf(compilation),
        schemas: compilation.schemas,
        document: compilation.document as OpenApiInput['document'],
      }),
    watchFiles: (compilation) => compilation.watchFiles.map((path) => toPosix(resolve(root, path))),
    load(file) {
      const text = readText(file);
      const path = file.slice(directory.length + 1);
      const { operation } = parseOnce({ path, text }, { directory: shown, base: options.base, cache });
      return operation?.rewriting === undefined ? { code: text } : toEsModule({ file, text }, operation.rewriting);
    },
  };
}
