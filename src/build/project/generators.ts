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
import type { OpenApiDocument, OpenApiInput } from '../openapi/write/index.ts';
import { generateOpenApi } from '../openapi/write/index.ts';
import type { Compilation } from '../compiler/compile.ts';
import type { McpData } from '../../shared/contract/mcp.ts';
import { contractsOf, eventsOf } from '../compiler/compile.ts';
import { joinVersions } from '../compiler/versions/join-versions.ts';
import { fileInTree, pathOfId } from '../compiler/operations/tree-files.ts';
import { buildClientPackage } from './client-package.ts';
import { docsPageOf } from './docs-page.ts';
import { OVERVIEW } from './dev-paths.ts';
import { toPosix } from './files.ts';
import { CLIENT_MODULE, DOCS_MODULE, moduleOf } from './helper-modules.ts';
import { LIBRARY_TYPES } from '../codegen/declarations/global-type-names.ts';
import { readPackage } from './package.ts';
import type { Project } from './project.ts';
import { declared } from './declared-types.ts';
import { FRAME, MANIFEST, moduleId } from './virtual-modules.ts';

/** Writes the files that are generated from a compilation. */
export interface Generators {
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
}

/**
 * Which manifest to generate: that of the build, that of the dev server, in which operations always carry checks of their responses, or that of
 * the dev server without the code of operations, which it loads on demand.
 */
export type ManifestKind = 'build' | 'dev' | 'onDemand';

export function createGenerators({ options, root, directory }: Project): Generators {
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
