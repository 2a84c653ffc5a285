import { createAliases } from './aliases.ts';
import { METHODS } from '../../shared/contract/node-http.ts';
import { dirname, relative, resolve } from 'node:path';
import type { ClientPackage } from '../codegen/client-package/index.ts';
import { generateClient } from '../codegen/client.ts';
import { generateDocs } from '../codegen/docs/index.ts';
import { featuresOf, TOOL_FEATURE_NAMES } from '../codegen/tools/tool-features.ts';
import type { ToolsInput } from '../codegen/tools/index.ts';
import { buildTools, generateMcp } from '../codegen/tools/index.ts';
import type { DeclarationsCache } from '../codegen/declarations/index.ts';
import { generateDeclarations } from '../codegen/declarations/index.ts';
import { generateManifest } from '../codegen/manifest/index.ts';
import { createManifestCache } from '../codegen/manifest/entry-text.ts';
import { tryFile } from '../compiler/try-file.ts';
import type { OpenApiDocument, OpenApiInput } from '../openapi/write/index.ts';
import { generateOpenApi } from '../openapi/write/index.ts';
import { generateOpenApiModule } from '../codegen/openapi-module.ts';
import { generateDefinitions, generateSchemas } from '../codegen/schemas/index.ts';
import type { CompilationCache } from '../compiler/cache.ts';
import { createCache } from '../compiler/cache.ts';
import { parseMiddlewareOnce, parseOperationOnce } from '../compiler/reuse/parse-once.ts';
import { recall } from '../compiler/file-results.ts';
import type { Compilation } from '../compiler/compile.ts';
import type { McpData } from '../../shared/contract/mcp.ts';
import { compileOperations, contractsOf, eventsOf } from '../compiler/compile.ts';
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts';
import type { Rewriting, Rewritten } from '../compiler/module/commonjs.ts';
import { joinVersions } from '../compiler/versions/join-versions.ts';
import { toEsModule } from '../compiler/module/commonjs.ts';
import type { ParseSettings } from '../compiler/operations/parse-settings.ts';
import { isMiddlewareFile } from '../compiler/operations/middleware.ts';
import type { OperationFile } from '../compiler/operations/parse.ts';
import { fileInTree, isInEvents, pathInTree, pathOfId } from '../compiler/operations/tree-files.ts';
import { buildClientPackage } from './client-package.ts';
import { docsPageOf } from './docs-page.ts';
import type { LoadedDirectives } from './load-directives.ts';
import { customDirectives } from './load-directives.ts';
import { OVERVIEW } from './dev-paths.ts';
import { readIfFile, readText } from './disk.ts';
import { toPosix } from './files.ts';
import { CLIENT_MODULE, DOCS_MODULE, moduleOf } from './helper-modules.ts';
import { LIBRARY_TYPES } from '../codegen/declarations/global-type-names.ts';
import { readPackage } from './package.ts';
import { createPickCheck } from './pick-limits.ts';
import type { Project } from './project.ts';
import { compilerSettings } from './project.ts';
import type { Buffers, Sources } from './sources.ts';
import { overlaySources, readSources } from './sources.ts';
import type { Unread } from './unread.ts';
import { readUnread } from './unread.ts';
import type { AppModule } from './virtual-modules.ts';
import { declared } from './declared-types.ts';
import { compilationOf } from './version-of.ts';
import {
  CLIENT,
  DEFINITIONS,
  DOCS,
  FRAME,
  MANIFEST,
  MCP,
  OPENAPI,
  SCHEMAS,
  moduleId,
  versionOfModule,
} from './virtual-modules.ts';

/** A project's tree, compiled again after each change. It keeps earlier results in memory. */
export interface Session {
  /** The tree's directory, absolute, with `/`. */
  readonly directory: string;
  /**
   * Reads and compiles the tree. Files with the same text as before are not parsed again.
   *
   * @param changed The files and directories that may have changed, appeared or gone: absolute, with `/`. If undefined, everything is read again.
   * @throws {Error} If the tree's directory does not exist.
   */
  compile(changed?: readonly string[]): Compilation;
  /** Generates `virtual:operations`. */
  manifest(compilation: Compilation, kind?: ManifestKind): string;
  /** Generates the document of `virtual:operations/openapi`. */
  openApi(compilation: Compilation): OpenApiDocument;
  /** Generates `virtual:operations/client`. */
  client(compilation: Compilation): string;
  /**
   * Generates the files of a package with the client.
   *
   * @param name The name of the package.
   */
  clientPackage(compilation: Compilation, name: string): ClientPackage;
  /**
   * Generates `virtual:operations/docs`.
   *
   * @throws {Error} If swagger-ui-dist is not installed.
   */
  docs(compilation: Compilation, kind?: ManifestKind): string;
  /** Builds the tools of the operations. */
  tools(compilation: Compilation): McpData;
  /** Generates `virtual:operations/mcp`. */
  mcp(compilation: Compilation, kind?: ManifestKind): string;
  /**
   * Generates operations.d.ts.
   *
   * @param file The file that it's written to, relative to the root (default: that of the option `dts`). Its imports are relative to it.
   */
  declarations(compilation: Compilation, file?: string): string;
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
 * Which manifest to generate: that of the build, that of the dev server, in which operations always carry checks of their responses, or that of
 * the dev server without the code of operations, which it loads on demand.
 */
export type ManifestKind = 'build' | 'dev' | 'onDemand';

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
  const readBelow = (file: string): string | undefined => readIfFile(resolve(root, file));
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
  return {
    directory,
    compile(changed) {
      const before = sources;
      // If reading fails, the next run reads everything.
      sources = undefined;
      sources = readSources(project, before, changed);
      unread = readUnread(project, before && unread, changed);
      const compilation = compileOperations({
        ...(buffers === undefined ? sources : overlaySources(sources, project, buffers)),
        ...compilerSettings(project, settings().custom),
        httpMethods: METHODS,
        unread: [...unread.outside, ...unread.inside, ...unread.beside],
        hidden: unread.hidden,
        unusedGlobs: unread.unusedGlobs,
        lostEvents: unread.lostEvents,
        readFile: readBelow,
        resolveAlias: createAliases(readBelow),
        cache,
      });
      return checkPicks(compilation);
    },
    ...createGenerators(project),
    watchFiles: (compilation) => compilation.watchFiles.map((path) => toPosix(resolve(root, path))),
    contract(file) {
      const source = sourceOf(file);
      const comment = [cache, ...cache.versions.values()]
        .map(
          ({ operations, middleware, events }) =>
            recall(operations, source)?.operation?.handler.comment ??
            recall(middleware, source)?.contract?.comment ??
            recall(events, source)?.comment,
        )
        .find((found) => found !== undefined);
      return comment && source.text.slice(comment.at.span.start, comment.at.span.end);
    },
    tryText: (path, text) => tryFile(cache, { path, text }, shown.directory, settings()),
    load(file) {
      const source = sourceOf(file);
      const rewriting = rewritingOf(source);
      return rewriting === undefined ? { code: source.text } : toEsModule({ file, text: source.text }, rewriting);
    },
  };
}

/** What files are read with. A session keeps its custom directives: what it has compiled belongs to them. */
function settingsOf({ options, root }: Project): () => ParseSettings & { readonly custom: LoadedDirectives } {
  let directives: LoadedDirectives | undefined;
  return () => ({ ...options, custom: (directives ??= customDirectives(root)) });
}

function createGenerators({
  options,
  root,
  directory,
}: Project): Pick<
  Session,
  'manifest' | 'openApi' | 'client' | 'clientPackage' | 'docs' | 'tools' | 'mcp' | 'declarations'
> {
  const { globals, dts, strict, lazy, checkResponses, openapi, base } = options;
  // A cache belongs to one set of options.
  const manifestCaches = { build: createManifestCache(), dev: createManifestCache(), onDemand: createManifestCache() };
  const declarationsCache: DeclarationsCache = { last: undefined };
  const openApi = (compilation: Compilation): OpenApiDocument =>
    generateOpenApi({
      operations: contractsOf(compilation),
      events: eventsOf(compilation),
      schemas: compilation.schemas,
      document: compilation.document as OpenApiInput['document'],
      info: readPackage(root),
      openapi,
      base,
    });
  return {
    manifest: (compilation, kind = 'build') =>
      generateManifest(joinVersions(compilation), {
        strict,
        lazy: lazy && kind === 'build',
        isDev: kind !== 'build',
        onDemand: kind === 'onDemand',
        responses: kind !== 'build' || checkResponses,
        moduleOf: ({ contract, handler }) => moduleId(fileInTree(directory, pathOfId(contract.id)), handler.isCommonJs),
        middlewareModuleOf: ({ path, rewriting }) => moduleId(fileInTree(directory, path), rewriting !== undefined),
        converterModuleOf: (file) => toPosix(resolve(root, file)),
        helperOf: moduleOf,
        cache: manifestCaches[kind],
      }),
    openApi,
    docs(compilation, kind) {
      const page = docsPageOf(compilation, base, root, openApi);
      return generateDocs(kind === 'dev' ? { ...page, overview: `${OVERVIEW}/state` } : page, DOCS_MODULE);
    },
    tools: (compilation) => buildTools(toolsInput(root, compilation)),
    mcp(compilation, kind) {
      const input = toolsInput(root, compilation);
      const isDev = kind === 'dev';
      const data = buildTools({ ...input, hasSearch: isDev });
      // In the dev server, the manifest that the app was made from.
      const modules = { manifest: isDev ? FRAME : MANIFEST, moduleOf };
      return generateMcp(data, isDev ? TOOL_FEATURE_NAMES : featuresOf(data, input), modules);
    },
    client: (compilation) => generateClient(contractsOf(compilation), CLIENT_MODULE),
    clientPackage: (compilation, name) => buildClientPackage(compilation, openApi(compilation), name),
    declarations: (compilation, file = String(dts)) =>
      generateDeclarations({
        ...declared(compilation),
        globals: globals
          ? { taken: LIBRARY_TYPES, definitions: compilation.definitions, moduleOf: importerIn(root, file) }
          : undefined,
        cache: declarationsCache,
      }),
  };
}

/** Writes the specifiers of modules in a file; files are relative to the root. */
function importerIn(root: string, importer: string): (file: string) => string {
  return (file) => {
    const path = toPosix(relative(dirname(resolve(root, importer)), resolve(root, file)));
    return path.startsWith('../') ? path : `./${path}`;
  };
}

function toolsInput(root: string, compilation: Compilation): ToolsInput {
  return {
    operations: contractsOf(compilation),
    schemas: compilation.schemas,
    document: compilation.document,
    info: { ...readPackage(root), ...compilation.document.info },
  };
}

const SCHEMA_MODULES = { validation: moduleOf('shared/validation/index'), definitions: DEFINITIONS };

const GENERATORS: Readonly<
  Record<AppModule, (session: Session, compilation: Compilation, kind?: ManifestKind) => string>
> = {
  [MANIFEST]: (session, ...given) => session.manifest(...given),
  [OPENAPI]: (session, compilation) => generateOpenApiModule(session.openApi(compilation)),
  [CLIENT]: (session, compilation) => session.client(compilation),
  [DOCS]: (session, ...given) => session.docs(...given),
  [MCP]: (session, ...given) => session.mcp(...given),
  [SCHEMAS]: () => generateSchemas(SCHEMA_MODULES),
  [DEFINITIONS]: (_, compilation) => generateDefinitions(compilation, SCHEMA_MODULES),
};

/**
 * Generates a virtual module by its name. Those of a version have its name: `virtual:operations/v1/client`.
 *
 * @throws {Error} If the version is unknown.
 */
export function moduleText(session: Session, compilation: Compilation, name: string, kind?: ManifestKind): string {
  const { version, module = name } = versionOfModule(name) ?? {};
  const generate = Object.hasOwn(GENERATORS, module) ? GENERATORS[module as AppModule] : GENERATORS[MANIFEST];
  return generate(session, version === undefined ? compilation : compilationOf(compilation, version), kind);
}
