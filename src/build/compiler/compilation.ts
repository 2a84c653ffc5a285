import type { CustomDirectives } from '../../directives/custom/custom-directives.ts';
import { NO_CUSTOM } from '../../directives/custom/custom-directives.ts';
import type { BaseDocument } from '../../shared/contract/base-document.ts';
import type { PagingLimits } from '../../shared/contract/list-contract.ts';
import type { Schema } from '../../shared/contract/operation.ts';
import type { CompilationCache } from './cache.ts';
import type { StateUses } from './calls/state-uses.ts';
import type { Comment } from './comment/comment.ts';
import type { Definitions } from './definitions/collect.ts';
import { lookupIn } from './definitions/collect.ts';
import type { DefinitionFile } from './definitions/model.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { CompiledEvent } from './events/resolve-event.ts';
import type { ResolveAlias } from './module/relative-modules.ts';
import type { DirectoryContract } from './operations/directory.ts';
import type { CompiledMiddleware } from './operations/middleware.ts';
import type { OperationFile } from './operations/parse.ts';
import type { CompiledOperation } from './operations/resolve.ts';
import type { Unread } from './operations/unread-guards.ts';
import type { VersionInput } from './api-version.ts';

/** The input of `compileOperations`: texts, so that the compiler needs no disk. */
export interface CompilationInput extends Unread {
  /** The files below the tree, in any order. Files that are not operations by their name are left out. */
  readonly files: readonly OperationFile[];
  /** Reads a file outside of the directories, by its path as diagnostics show it; undefined if there is none. Without it, `export *` from one is an error. */
  readonly readFile?: (file: string) => string | undefined;
  /** The files that a specifier by an alias can mean, as `readFile` reads them: none for a package, undefined if it is unknown. */
  readonly resolveAlias?: ResolveAlias;
  /** The files of the definitions, in any order. */
  readonly definitions?: readonly DefinitionFile[];
  /** The tree's directory as diagnostics show it (default: `app/operations`). */
  readonly directory?: string;
  /** The definitions' directory as diagnostics show it (default: `app/definitions`). */
  readonly definitionsDirectory?: string;
  /** A prefix of every path (default: `/`, no prefix). */
  readonly base?: string;
  /** The prefix of the paths of webhooks, below `base` (default: `/webhooks`). */
  readonly webhooks?: string;
  /** Whether `/pets/` and `/pets` are different paths (default: false). */
  readonly strict?: boolean;
  /** The page sizes in rows (default: 20, at most 100). */
  readonly paging?: Partial<PagingLimits>;
  /** The methods that the server's HTTP parser accepts (default: all). */
  readonly httpMethods?: readonly string[];
  /** The versions of the API, the oldest one first; the last one is the tree itself. Absent without versions. */
  readonly versions?: readonly VersionInput[];
  /** The directories in that of the versions, by the paths that diagnostics show. */
  readonly versionDirectories?: readonly string[];
  /** The texts of package.json and of the app. They are only read for code that is wrong with some packages, or without them (default: none). */
  readonly appTexts?: () => readonly string[];
  /** The results of earlier runs, made by `createCache()`: a run after one file has changed parses only that file. */
  readonly cache?: CompilationCache;
  /** The custom directives of the project (default: none). */
  readonly custom?: CustomDirectives;
  /** The mistakes of the packages that they are from. */
  readonly customDiagnostics?: readonly Diagnostic[];
}

/** The model of a tree, which every generated text is written from. */
export interface Compilation {
  /** Sorted by their files' paths. */
  readonly operations: readonly CompiledOperation[];
  /** The events that the API sends, sorted by their files' paths. */
  readonly events: readonly CompiledEvent[];
  /** The `_middleware` files that export middleware or `authorize`, sorted by path. */
  readonly middleware: readonly CompiledMiddleware[];
  /** The named schemas that operations use, by name. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The definitions of all files and the built-in ones, by kind and name, also those that no operation uses. */
  readonly definitions: Definitions;
  /** The contracts of directories, in the order of their files. */
  readonly directories: readonly DirectoryContract[];
  /** The content of openapi.yaml. */
  readonly document: BaseDocument;
  /**
   * The comments that were read, by file: contracts and definitions, also of files whose code has a mistake. `readParts` splits their lines.
   */
  readonly comments: ReadonlyMap<string, readonly Comment[]>;
  /** Sorted by file and position. If one of them is an error, do not serve the operations. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files that were read, as diagnostics show them. */
  readonly watchFiles: readonly string[];
  /** Whether some of them are outside of the directories. */
  readonly readsOthers: boolean;
  /** How its modules use fields of the context; undefined if that is unknown. It is only called if a module outside keeps a promise in one. */
  readonly stateUses: () => readonly StateUses[] | undefined;
  /** The custom directives that the comments can have. */
  readonly custom: CustomDirectives;
  /** The name of the version; absent without versions. */
  readonly version?: string;
  /** The header in which requests name a version, and the version of requests without it; absent if it is in the path. */
  readonly versionHeader?: { readonly name: string; readonly default: string };
  /** The names of all versions, the oldest one first; absent without versions. */
  readonly versionNames?: readonly string[];
  /** The older versions, the oldest one first; absent without versions. */
  readonly older?: readonly Compilation[];
}

/** A tree without files. */
export const EMPTY: Compilation = {
  operations: [],
  events: [],
  middleware: [],
  schemas: new Map(),
  definitions: {
    schemas: new Map(),
    lookup: lookupIn(new Map()),
    parameters: new Map(),
    responses: new Map(),
    document: {},
    security: [],
    schemes: [],
  },
  directories: [],
  document: {},
  comments: new Map(),
  diagnostics: [],
  watchFiles: [],
  readsOthers: false,
  stateUses: () => [],
  custom: NO_CUSTOM,
};
