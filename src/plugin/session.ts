import { relative, resolve } from 'node:path';
import { createManifestCache, generateManifest } from '../codegen/manifest.ts';
import type { OpenApiDocument, OpenApiInput } from '../codegen/openapi.ts';
import { generateOpenApi } from '../codegen/openapi.ts';
import type { Rewritten } from '../compiler/commonjs.ts';
import { toEsModule } from '../compiler/commonjs.ts';
import type { Compilation, CompilationInput, CompiledOperation } from '../compiler/compile.ts';
import { compileOperations, contractsOf, createCache } from '../compiler/compile.ts';
import { findExports } from '../compiler/exports.ts';
import { findHandler } from '../compiler/handler.ts';
import type { CompiledMiddleware } from '../compiler/middleware.ts';
import { isMiddlewareFile } from '../compiler/middleware.ts';
import { parseSyntax } from '../compiler/syntax.ts';
import { findValidation, readDefinitions, readPackage, readText, readTree, rereadFiles, toPosix } from './host.ts';
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
   * @param changed The only files that have another text than the last time, absolute, with `/`; any may have one, come or go where not said.
   * @throws {Error} Where there is no such directory.
   */
  compile(changed?: readonly string[]): Compilation;
  /** The text of `virtual:operations`. */
  manifest(compilation: Compilation): string;
  /** The document of `virtual:operations/openapi`. */
  openApi(compilation: Compilation): OpenApiDocument;
  /** The files that the outcome depends on, absolute. */
  watchFiles(compilation: Compilation): string[];
  /** A file of the tree as an ES module. */
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
  const readSources = (): Sources => {
    const files = readTree(directory, options.ignore);
    if (files !== undefined) return { files, definitions: readDefinitions(definitions) };
    throw userError(
      `unplugin-operations: there is no directory ${shown} in ${root}. Create it, or name another with the option "operations".`,
    );
  };
  const readAgain = ({ files, definitions: others }: Sources, changed: readonly string[]): Sources => ({
    files: rereadFiles(directory, files, changed),
    definitions: rereadFiles(toPosix(definitions), others, changed),
  });
  const moduleOf = ({ contract, handler }: CompiledOperation): string =>
    moduleId(`${directory}/${contract.id}`, handler.isCommonJs);
  const middlewareModuleOf = ({ path, isCommonJs }: CompiledMiddleware): string =>
    moduleId(`${directory}/${path}`, isCommonJs);
  return {
    directory,
    strict: options.strict,
    compile(changed) {
      sources = sources !== undefined && changed !== undefined ? readAgain(sources, changed) : readSources();
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
        middlewareModuleOf,
        validationModule: findValidation(),
        cache: manifestCache,
      }),
    openApi: (compilation) =>
      generateOpenApi({
        operations: contractsOf(compilation),
        schemas: compilation.schemas,
        document: compilation.document as OpenApiInput['document'],
        info: readPackage(root),
      }),
    watchFiles: (compilation) => compilation.watchFiles.map((path) => toPosix(resolve(root, path))),
    load: (file) => loadModule(file, file.slice(directory.length + 1)),
  };
}

function loadModule(file: string, path: string): Rewritten | { readonly code: string } {
  const source = { file, text: readText(file) };
  const syntax = parseSyntax(source, alreadyReported);
  if (syntax === undefined || !findExports(syntax.program, syntax.isModule).isCommonJs) return { code: source.text };
  const name = isMiddlewareFile(path) ? 'default' : findHandler(source, syntax, alreadyReported)?.exportName;
  return name === undefined ? { code: source.text } : toEsModule(source, syntax, name);
}

/** What is wrong with a file has been reported by then, with all the rest. */
function alreadyReported(): void {}
