import type { FileResults } from './file-results.ts';
import type { parseDefinitionFile } from './definitions/definition-file.ts';
import type { FileDefinitions } from './definitions/model.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { UsedNames } from './definitions/consistency.ts';
import type { DefinitionUse, LinkedDefinitions, LinkedDirectory, LinkedEvent, LinkedOperation } from './link.ts';
import type { EventResult, ParsedEvent } from './events/parse-event.ts';
import type { DirectoryContract } from './operations/directory.ts';
import type { Inherited } from './operations/inherit.ts';
import type { MiddlewareResult } from './operations/middleware.ts';
import type { ParseResult, ParsedOperation } from './operations/parse.ts';
import type { CompiledOperation } from './operations/resolve.ts';
import type { ModuleFacts } from './operations/module-facts.ts';

/**
 * The results of the last run. The folder `reuse` has every rule about what the next run may reuse:
 *
 * 1. A file with the same path and text is not parsed again.
 * 2. The same definitions and page sizes are not linked again.
 * 3. A schema is expanded again only if it, or a schema it refers to, has changed.
 * 4. An operation is resolved again only if a definition it uses has changed, if it has diagnostics, or if openapi.yaml has changed. The same
 *    applies to the contract of a directory.
 * 5. The contracts and operations below a directory are resolved again if its contract has been. An edit below the comment does not change a contract.
 * 6. An event is resolved again as an operation is.
 * 7. The whole tree is checked again only if an operation changes what other operations and the definitions see of it.
 * 8. Each version has its own cache. Its definitions replace those of today again only if a file has changed.
 */
export interface CompilationCache {
  readonly operations: FileResults<ParseResult>;
  readonly middleware: FileResults<MiddlewareResult>;
  readonly events: FileResults<EventResult>;
  readonly definitions: FileResults<ReturnType<typeof parseDefinitionFile>>;
  /** The modules that guards are looked for in, by the path that diagnostics show. */
  readonly modules: FileResults<{ readonly facts: ModuleFacts | undefined }>;
  /** The files that take the guards of others, as in the last run. */
  readonly takers: Map<string, string>;
  /** The operations whose names are not near `_middleware`. */
  readonly plain: Set<string>;
  linked: CachedLink | undefined;
  directories: (CachedResults<DirectoryContract, LinkedDirectory> & Pick<LinkedDirectories, 'inherited'>) | undefined;
  resolved: CachedResults<ParsedOperation, LinkedOperation> | undefined;
  sent: CachedResults<ParsedEvent, LinkedEvent> | undefined;
  tree: CachedTree | undefined;
  /** The definitions of older versions, by version. */
  readonly layers: Map<string, CompilationCache['definitions']>;
  overlaid: OverlaidDefinitions | undefined;
  /** The caches of older versions, which compile the same files to other contracts. */
  readonly versions: Map<string, CompilationCache>;
}

/** The definitions of a version as of the last run. */
export interface OverlaidDefinitions {
  readonly parts: readonly (readonly FileDefinitions[])[];
  readonly files: readonly FileDefinitions[];
}

interface CachedLink {
  readonly files: readonly FileDefinitions[];
  readonly builtIn: FileDefinitions;
  readonly linked: LinkedDefinitions;
}

/** The contracts of all directories. */
export interface LinkedDirectories {
  /** By directory, with a `/` at its end. */
  readonly inherited: ReadonlyMap<string, Inherited>;
  readonly diagnostics: readonly Diagnostic[];
}

interface CachedResults<Parsed, Result> {
  readonly linked: LinkedDefinitions;
  readonly results: ReadonlyMap<Parsed, Result>;
}

export interface CachedTree {
  /** The operations whose clashes were found, by id. */
  readonly routes: ReadonlyMap<string, CompiledOperation>;
  readonly clashes: readonly Diagnostic[];
  readonly linked: LinkedDefinitions;
  readonly names: UsedNames;
  readonly use: DefinitionUse;
}

/** Creates an empty cache. */
export function createCache(): CompilationCache {
  return {
    operations: new Map(),
    middleware: new Map(),
    events: new Map(),
    definitions: new Map(),
    modules: new Map(),
    takers: new Map(),
    plain: new Set(),
    linked: undefined,
    directories: undefined,
    resolved: undefined,
    sent: undefined,
    tree: undefined,
    layers: new Map(),
    overlaid: undefined,
    versions: new Map(),
  };
}
