import type { Operation, PagingLimits, Schema } from '../contract/operation.ts';
import type { Rewriting } from './module/commonjs.ts';
import { isDefinitionFile, parseDefinitionFile } from './definitions/files.ts';
import type { BaseDocument, DefinitionFile, FileDefinitions } from './definitions/model.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { compare, sortDiagnostics } from './diagnostics/diagnostic.ts';
import { isJsxFile, isOperationFile } from './operations/file-name.ts';
import type { Linked } from './link.ts';
import { isLinkOf, linkDefinitions } from './link.ts';
import * as messages from './diagnostics/messages.ts';
import type { CompiledMiddleware, MiddlewareResult } from './operations/middleware.ts';
import { checkMiddleware, checkMiddlewareName, isMiddlewareFile, parseMiddleware } from './operations/middleware.ts';
import type { CompiledOperation } from './operations/resolve.ts';
import type { OperationFile, ParseResult } from './operations/parse.ts';
import { parseOperation } from './operations/parse.ts';
import type { Whole } from './whole.ts';
import { checkWhole } from './whole.ts';

export type { CompiledOperation };

/** What {@link compileOperations} works on: texts, not a disk. */
export interface CompilationInput {
  /** The files below the tree, in any order; those that are no operations by their name are left out. */
  readonly files: readonly OperationFile[];
  /** The files of the definitions, in any order. */
  readonly definitions?: readonly DefinitionFile[];
  /** How the tree's directory is shown in diagnostics; `app/operations` where not said. */
  readonly directory?: string;
  /** How the definitions' directory is shown; `app/definitions` where not said. */
  readonly definitionsDirectory?: string;
  /** A prefix of every path; `/`, none, where not said. */
  readonly base?: string;
  /** The sizes of pages; 20 rows and at most 100 where not said. */
  readonly paging?: Partial<PagingLimits>;
  /** Keeps the outcome of each file, so that a second run with one changed text parses one file. */
  readonly cache?: CompilationCache;
}

/** The outcome of each file by its path, for its text, of all definitions together, and of the whole. */
export interface CompilationCache {
  readonly operations: Map<string, { readonly text: string; readonly result: ParseResult }>;
  readonly middleware: Map<string, { readonly text: string; readonly result: MiddlewareResult }>;
  readonly definitions: Map<string, { readonly text: string; readonly result: ReturnType<typeof parseDefinitionFile> }>;
  linked: Linked | undefined;
  whole: Whole | undefined;
}

/** What a tree says. */
export interface Compilation {
  /** Sorted by their files' paths. */
  readonly operations: readonly CompiledOperation[];
  /** Whether there are none. */
  readonly isEmpty: boolean;
  /** What wraps operations, sorted by path. */
  readonly middleware: readonly CompiledMiddleware[];
  /** The named schemas that operations use, by name. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** What no comment can say. */
  readonly document: BaseDocument;
  /** Sorted by file and position; with an error among them the operations are not to be served. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files that all this was read from, as they are shown. */
  readonly watchFiles: readonly string[];
}

/** A cache with nothing in it. */
export function createCache(): CompilationCache {
  return { operations: new Map(), middleware: new Map(), definitions: new Map(), linked: undefined, whole: undefined };
}

/**
 * Compiles a tree of operations. It never throws for what a user wrote: everything wrong is among the diagnostics.
 *
 * @example compileOperations({ files: [{ path: 'pets/@get.ts', text: 'export default () => []' }] }).operations[0].contract.path // '/pets'
 */
export function compileOperations(input: CompilationInput): Compilation {
  const { directory = 'app/operations', definitionsDirectory = 'app/definitions', base = '/', cache } = input;
  const limits: PagingLimits = { defaultSize: 20, maxSize: 100, ...input.paging };
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): unknown => diagnostics.push(diagnostic);

  // Each file by itself.
  const files = sorted(input.files);
  for (const { path } of files) {
    if (isJsxFile(path)) report(messages.jsxFile(`${directory}/${path}`));
    checkMiddlewareName(path, directory, report);
  }
  const sources = files.filter((file) => isOperationFile(file.path));
  const how = { directory, base, cache };
  const parsed = sources.map((file) => parseOnce(file, how));
  const around = files.filter((file) => isMiddlewareFile(file.path));
  const wrapping = around.map((file) => parseMiddlewareOnce(file, how));
  const definitionFiles = sorted(input.definitions ?? []).filter((file) => isDefinitionFile(file.path));
  const defined = definitionFiles.map((file) =>
    remember(cache?.definitions, file, () => parseDefinitionFile(file, definitionsDirectory)),
  );
  diagnostics.push(...[...parsed, ...wrapping, ...defined].flatMap((result) => result.diagnostics));

  // What they say together.
  const linked = link(
    defined.map((result) => result.definitions),
    limits,
    cache,
  );
  const { definitions } = linked;
  const resolved = parsed.flatMap(({ operation }) => (operation === undefined ? [] : [linked.resolve(operation)]));
  const operations = resolved.map((result) => result.operation);
  diagnostics.push(...linked.diagnostics, ...resolved.flatMap((result) => result.diagnostics));

  // What only the whole tree shows.
  const middleware = wrapping.flatMap((result) => result.middleware ?? []);
  checkMiddleware(middleware, report);
  const isWhole = parsed.every((result) => result.operation !== undefined);
  const whole = checkWhole(operations, linked, isWhole, cache?.whole);
  diagnostics.push(...whole.clashes, ...whole.unused);
  if (cache !== undefined) cache.whole = whole;
  return {
    operations,
    isEmpty: operations.length === 0,
    middleware,
    schemas: new Map([...linked.schemas].filter(([name]) => whole.used.has(name))),
    document: definitions.document,
    diagnostics: sortDiagnostics(diagnostics),
    watchFiles: [
      ...[...sources, ...around].map((file) => `${directory}/${file.path}`),
      ...definitionFiles.map((file) => `${definitionsDirectory}/${file.path}`),
    ],
  };
}

/** The contracts alone, as plain data. */
export function contractsOf(compilation: Compilation): Operation[] {
  return compilation.operations.map((operation) => operation.contract);
}

/** How a file of the tree becomes an ES module, undefined where it is one; what a cache has of it is not worked out again. */
export function planOnce(file: OperationFile, how: Parsing): Rewriting | undefined {
  if (isMiddlewareFile(file.path)) return parseMiddlewareOnce(file, how).middleware?.rewriting;
  return parseOnce(file, how).operation?.rewriting;
}

/** What the outcome of a file depends on besides the file, and where it is kept. */
interface Parsing {
  readonly directory: string;
  readonly base: string;
  readonly cache: CompilationCache | undefined;
}

function parseOnce(file: OperationFile, { directory, base, cache }: Parsing): ParseResult {
  return remember(cache?.operations, file, () => parseOperation(file, directory, base));
}

function parseMiddlewareOnce(file: OperationFile, { directory, cache }: Parsing): MiddlewareResult {
  return remember(cache?.middleware, file, () => parseMiddleware(file, directory));
}

function link(files: readonly FileDefinitions[], limits: PagingLimits, cache: CompilationCache | undefined): Linked {
  if (cache?.linked !== undefined && isLinkOf(cache.linked, files, limits)) return cache.linked;
  const linked = linkDefinitions(files, limits, cache?.linked);
  if (cache !== undefined) cache.linked = linked;
  return linked;
}

function sorted<T extends { readonly path: string }>(files: readonly T[]): T[] {
  return [...files].sort((a, b) => compare(a.path, b.path));
}

function remember<T>(
  cache: Map<string, { readonly text: string; readonly result: T }> | undefined,
  file: OperationFile,
  parse: () => T,
): T {
  const kept = cache?.get(file.path);
  if (kept?.text === file.text) return kept.result;
  const result = parse();
  cache?.set(file.path, { text: file.text, result });
  return result;
}
