import { setTimeout as sleep } from 'node:timers/promises';
import type { TransformResult, UnpluginBuildContext, UnpluginContext, UnpluginContextMeta } from 'unplugin';
import type { Compilation } from '../build/compiler/compile.ts';
import { formatDiagnostic } from '../build/compiler/diagnostics/diagnostic.ts';
import { checkNames } from './bundlers/webpack.ts';
import { createContractCheck } from './contract-check.ts';
import { createImportLocations } from './import-location.ts';
import { writeDeclarations } from '../build/project/declaration-file.ts';
import { toPosix } from '../build/project/files.ts';
import { RESOLVED, REWRITTEN } from '../build/project/virtual-modules.ts';
import type { ResolvedOptions } from '../build/project/options.ts';
import { buildError, userError } from '../build/project/errors.ts';
import type { Session } from '../build/project/session.ts';
import { createSession } from '../build/project/session.ts';
import { moduleText } from '../build/project/module-text.ts';
import { EMPTY_FILE_PAUSE, EMPTY_FILE_RETRIES } from './timing.ts';
import { watchDirectory } from './watch.ts';
import type { Project } from '../build/project/project.ts';
import { locateProject, readDirectories } from '../build/project/project.ts';
import { pathInTree } from '../build/compiler/operations/tree-files.ts';
import { count } from '../shared/validation/explain/words.ts';

/** The `this` of unplugin's hooks. */
export type HookContext = UnpluginBuildContext & UnpluginContext;

const MOCK_IN_BUILD =
  'The option "mock" is for Vite\'s dev server alone: a build has no mocks. Set it there only, with defineConfig(({ command }) => ...) and mock: command === "serve", or run "operations mock" without the option.';

/** The builds of one tree by one bundler, one after another. */
export interface Build {
  /** Sets the project's directory to the bundler's, unless the options set it. Call it before anything is compiled. */
  setRoot(directory: string | undefined): void;
  readonly project: Project;
  session(): Session;
  /** Remembers which file imports a virtual module, for errors about it. */
  addImport(name: string, importer: string | undefined): void;
  /** Starts a new build: the next load compiles again. */
  start(): void;
  /** Counts the parts of the latest compilation, such as "13 operations, 1 warning". */
  summary(): string;
  /** Returns a virtual module, or a CommonJS file as an ES module. */
  load(context: HookContext, id: string): Promise<TransformResult>;
  /** Removes the contract from an operation's file, because a bundle does not need it. For webpack it also rewrites CommonJS. */
  transform(context: HookContext, code: string, id: string): Promise<TransformResult>;
}

/** Prepares builds. Nothing is read until the first call. */
export function createBuild(options: ResolvedOptions, framework: UnpluginContextMeta['framework']): Build {
  let project = locateProject(options, options.root ?? process.cwd());
  let opened: Session | undefined;
  let last: Compilation | undefined;
  const checkContract = createContractCheck();
  const imports = createImportLocations();
  const session = (): Session => (opened ??= createSession(project));

  const compile = async (context: HookContext): Promise<Compilation> => {
    if (last !== undefined) return last;
    const compilation = await compileWritten(session());
    const warn = (warning: string): void => context.warn(warning);
    warnings(compilation, session().directory).forEach(warn);
    if (buildError(compilation.diagnostics) === undefined) writeDeclarations(session(), compilation, project, warn);
    return (last = compilation);
  };
  const loadVirtual = async (context: HookContext, name: string): Promise<TransformResult> => {
    if (options.mock) throw userError(MOCK_IN_BUILD);
    for (const directory of readDirectories(project)) watchDirectory(context, directory);
    const compilation = await compile(context);
    for (const file of session().watchFiles(compilation)) context.addWatchFile(file);
    const error = buildError(compilation.diagnostics);
    if (error !== undefined) throw error;
    await checkContract(context, compilation, project);
    if (readsQueries(framework)) checkNames(compilation);
    return { code: imports.generate(name, project.root, () => moduleText(session(), compilation, name)), map: null };
  };

  return {
    get project() {
      return project;
    },
    setRoot(directory) {
      project = locateProject(options, options.root ?? directory ?? project.root);
    },
    session,
    addImport: imports.add,
    start: () => void (last = undefined),
    summary: () => summarize(last),
    async load(context, id) {
      const name = RESOLVED.exec(id)?.[1];
      if (name === undefined) return session().load(REWRITTEN.exec(id)![1]!);
      try {
        return await loadVirtual(context, name);
      } catch (error) {
        return failBuild(context, framework, error as Error);
      }
    },
    async transform(context, code, id) {
      const file = toPosix(REWRITTEN.exec(id)?.[1] ?? id);
      if (pathInTree(session().directory, file) === undefined) return null;
      await compile(context);
      const contract = session().contract(file);
      const rewritten = readsQueries(framework) && REWRITTEN.test(id) ? session().load(file) : undefined;
      if (contract === undefined) return rewritten;
      return { map: null, ...rewritten, code: blankOut(rewritten?.code ?? code, contract) };
    },
  };
}

/**
 * Compiles a tree, waiting briefly for empty files: many editors empty a file before they write it, and a watcher may report only the first change.
 */
async function compileWritten(session: Session): Promise<Compilation> {
  let compilation = session.compile();
  for (
    let retry = 0;
    retry < EMPTY_FILE_RETRIES && compilation.diagnostics.some(({ at }) => at.source.text === '');
    retry++
  ) {
    await sleep(EMPTY_FILE_PAUSE);
    compilation = session.compile();
  }
  return compilation;
}

/** Fails a build. esbuild prints the plugin's stack for thrown errors, so there the error is reported instead, with an empty module. */
function failBuild(context: HookContext, framework: UnpluginContextMeta['framework'], error: Error): TransformResult {
  if (framework !== 'esbuild') throw error;
  context.error(error.stack!.replace(/^Error: /, ''));
  return { code: '', map: null };
}

/** Whether a bundler reads a file with a query by itself, and resolves imports relative to that file. */
export function readsQueries(framework: UnpluginContextMeta['framework']): boolean {
  return framework === 'webpack' || framework === 'rspack';
}

/** Replaces a part of the code with white space, so that source maps stay valid. */
function blankOut(code: string, part: string): string {
  return code.replace(part, () => part.replaceAll(/[^\n\r\u2028\u2029]/g, ' '));
}

function summarize({ operations, diagnostics }: Pick<Compilation, 'operations' | 'diagnostics'> = NOTHING): string {
  return `${count(operations.length, 'operation')}, ${count(diagnostics.length, 'warning')}`;
}

const NOTHING = { operations: [], diagnostics: [] };

function warnings({ diagnostics, operations }: Compilation, directory: string): string[] {
  const texts = diagnostics.filter((diagnostic) => diagnostic.severity === 'warning').map(formatDiagnostic);
  // With errors, operations may be left out because of them.
  return operations.length === 0 && buildError(diagnostics) === undefined
    ? [...texts, `No operations found in ${directory}.`]
    : texts;
}
