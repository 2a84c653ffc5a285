import { resolve } from 'node:path';
import { generateClient } from '../codegen/client.ts';
import type { DeclarationsCache } from '../codegen/declarations/index.ts';
import { generateDeclarations } from '../codegen/declarations/index.ts';
import type { ManifestOptions } from '../codegen/manifest/index.ts';
import { createManifestCache, generateManifest } from '../codegen/manifest/index.ts';
import type { OpenApiDocument, OpenApiInput } from '../codegen/openapi/index.ts';
import { generateOpenApi, generateOpenApiModule } from '../codegen/openapi/index.ts';
import type { Rewritten } from '../compiler/module/commonjs.ts';
import { toEsModule } from '../compiler/module/commonjs.ts';
import type { Compilation, CompilationCache } from '../compiler/compile.ts';
import { compileOperations, contractsOf, createCache, planOnce } from '../compiler/compile.ts';
import type { OperationFile, ParseResult } from '../compiler/operations/parse.ts';
import { readText, toPosix } from './files.ts';
import { findClientModule, findHelperModules } from './helper-modules.ts';
import type { PackageInfo } from './package.ts';
import { readPackage } from './package.ts';
import { CLIENT, OPENAPI, moduleId } from './virtual-modules.ts';
import type { FileFacts } from './kept.ts';
import type { ResolvedOptions } from './options.ts';
import type { Places, Sources } from './sources.ts';
import { locateSources, readSources } from './sources.ts';
import type { Store } from './store.ts';
import { openStore } from './store.ts';

/** What one build, or one dev server, knows of its tree. */
export interface Session {
  /** The tree's directory, absolute, with `/`. */
  readonly directory: string;
  /** Whether `/pets/` is another path than `/pets`. */
  readonly strict: boolean;
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
  /** The text of `virtual:operations`; it says what operations may answer where that is asked for, else where the options do. */
  manifest(compilation: Compilation, responses?: boolean): string;
  /** The document of `virtual:operations/openapi`. */
  openApi(compilation: Compilation): OpenApiDocument;
  /** The text of `virtual:operations/client`. */
  client(compilation: Compilation): string;
  /** The text of operations.d.ts. */
  declarations(compilation: Compilation): string;
  /** The files that the outcome depends on, absolute. */
  watchFiles(compilation: Compilation): string[];
  /** The comment that is the contract of an operation's file, as it stands there; only of a tree that was compiled. */
  contract(file: string): string | undefined;
  /** A file of the tree as an ES module. */
  load(file: string): Rewritten | { readonly code: string };
}

/** Opens a session. */
export function createSession(options: ResolvedOptions, root: string): Session {
  const places = locateSources(options, root);
  const { directory, shown } = places;
  const cache = createCache();
  const store = openStore(places, options, (file) => parsedFacts(cache, file));
  let sources: Sources | undefined;
  return {
    directory,
    strict: options.strict,
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
    ...openTexts(places, options, store, () => sources?.info ?? readPackage(root)),
    watchFiles: (compilation) => compilation.watchFiles.map((path) => toPosix(resolve(root, path))),
    ...openFiles(places, options, cache, store),
  };
}

/** What is generated of a compilation. */
function openTexts(
  { directory }: Places,
  options: ResolvedOptions,
  store: Store,
  info: () => PackageInfo,
): Pick<Session, 'manifest' | 'openApi' | 'client' | 'declarations'> {
  // Of one set of options each.
  const manifestCaches = { with: createManifestCache(), without: createManifestCache() };
  const declarationsCache: DeclarationsCache = { last: undefined };
  return {
    manifest: (compilation, responses = options.checkResponses) =>
      store.text(compilation, responses ? 'manifest with responses' : 'manifest', () =>
        generateManifest(compilation, {
          strict: options.strict,
          lazy: options.lazy,
          responses,
          ...modulesOf(directory),
          ...findHelperModules(),
          cache: responses ? manifestCaches.with : manifestCaches.without,
        }),
      ),
    openApi: (compilation) =>
      JSON.parse(
        store.text(compilation, 'openapi', () => JSON.stringify(describeApi(compilation, info()))),
      ) as OpenApiDocument,
    client: (compilation) =>
      store.text(compilation, 'client', () => generateClient(contractsOf(compilation), findClientModule())),
    declarations: (compilation) =>
      store.text(compilation, 'declarations', () =>
        generateDeclarations({
          operations: contractsOf(compilation),
          schemas: compilation.schemas,
          document: compilation.document,
          cache: declarationsCache,
        }),
      ),
  };
}

function describeApi(compilation: Compilation, info: PackageInfo): OpenApiDocument {
  return generateOpenApi({
    operations: contractsOf(compilation),
    schemas: compilation.schemas,
    document: compilation.document as OpenApiInput['document'],
    info,
  });
}

/** What a bundler asks of an operation's file when it loads it. */
function openFiles(
  { directory, shown }: Places,
  { base }: ResolvedOptions,
  cache: CompilationCache,
  store: Store,
): Pick<Session, 'contract' | 'load'> {
  const sourceOf = (file: string): OperationFile => ({ path: file.slice(directory.length + 1), text: readText(file) });
  return {
    contract(file) {
      const source = sourceOf(file);
      const { comment } = store.facts(source) ?? parsedFacts(cache, source) ?? {};
      return comment && source.text.slice(comment.start, comment.end);
    },
    load(file) {
      const source = sourceOf(file);
      const known = store.facts(source);
      const rewriting = known ? known.rewriting : planOnce(source, { directory: shown.directory, base, cache });
      return rewriting === undefined ? { code: source.text } : toEsModule({ file, text: source.text }, rewriting);
    },
  };
}

/** What is known of a file that was parsed with just this text. */
function parsedFacts(cache: CompilationCache, { path, text }: OperationFile): FileFacts | undefined {
  const wrapping = cache.middleware.get(path);
  if (wrapping !== undefined) {
    const rewriting = wrapping.text === text ? wrapping.result.middleware?.rewriting : undefined;
    return rewriting && { rewriting };
  }
  const parsed = cache.operations.get(path);
  return parsed?.text === text ? factsOf(parsed.result) : undefined;
}

/** The text of a virtual module, by its name. */
export function moduleText(session: Session, compilation: Compilation, name: string, responses?: boolean): string {
  if (name === CLIENT) return session.client(compilation);
  return name === OPENAPI
    ? generateOpenApiModule(session.openApi(compilation))
    : session.manifest(compilation, responses);
}

function factsOf(result: ParseResult | undefined): FileFacts | undefined {
  if (result?.operation === undefined) return undefined;
  const { rewriting, handler } = result.operation;
  return { ...(rewriting && { rewriting }), ...(handler.comment && { comment: handler.comment.at.span }) };
}

/** The modules that the files of a tree are imported from. */
function modulesOf(directory: string): Pick<ManifestOptions, 'moduleOf' | 'middlewareModuleOf'> {
  return {
    moduleOf: ({ contract, handler }) => moduleId(`${directory}/${contract.id}`, handler.isCommonJs),
    middlewareModuleOf: ({ path, rewriting }) => moduleId(`${directory}/${path}`, rewriting !== undefined),
  };
}
