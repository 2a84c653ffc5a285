import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransformResult, UnpluginBuildContext, UnpluginContext, UnpluginContextMeta } from 'unplugin';
import type { Compilation } from '../compiler/compile.ts';
import { formatDiagnostic } from '../compiler/diagnostics/diagnostic.ts';
import { checkNames } from './bundlers/webpack.ts';
import { writeDeclarations } from './declaration-file.ts';
import { toPosix } from '../project/files.ts';
import { RESOLVED, REWRITTEN } from '../project/virtual-modules.ts';
import type { ResolvedOptions } from '../project/options.ts';
import { buildError } from '../project/errors.ts';
import type { Session } from '../project/session.ts';
import { createSession, moduleText } from '../project/session.ts';
import { EMPTY_FILE_PAUSE, EMPTY_FILE_RETRIES } from './timing.ts';
import { watchDirectory } from './watch.ts';

/** What unplugin's hooks are called with. */
export type Context = UnpluginBuildContext & UnpluginContext;

/** One build after the other, of one tree, by one bundler. */
export interface Build {
  /** Where the project lies, as the bundler has it; what the options say stands. Only before anything is compiled. */
  setRoot(directory: string | undefined): void;
  readonly root: string;
  session(): Session;
  /** The directories that everything is read from, absolute. */
  directories(): string[];
  /** Forgets the last build. */
  start(): void;
  /** The text of a virtual module, or of a CommonJS file as an ES module. */
  load(context: Context, id: string): Promise<TransformResult>;
  /** An operation's file without its contract: that is compiled, and nobody would read it in a bundle. webpack has CommonJS rewritten here too. */
  transform(context: Context, code: string, id: string): Promise<TransformResult>;
}

/** Prepares builds; nothing is read until something is asked for. */
export function createBuild(options: ResolvedOptions, framework: UnpluginContextMeta['framework']): Build {
  let root = options.root ?? process.cwd();
  let opened: Session | undefined;
  let last: Compilation | undefined;
  const session = (): Session => (opened ??= createSession(options, root));
  const directories = (): string[] => [session().directory, resolve(root, options.definitions)];

  const compile = async (context: Context): Promise<Compilation> => {
    if (last !== undefined) return last;
    const compilation = await compileWritten(session());
    const warn = (warning: string): void => context.warn(warning);
    warnings(compilation, session().directory).forEach(warn);
    const isRight = buildError(compilation.diagnostics) === undefined;
    if (isRight) writeDeclarations(session(), compilation, options.dts, root, warn);
    return (last = compilation);
  };
  const loadVirtual = async (context: Context, name: string): Promise<TransformResult> => {
    for (const directory of directories()) watchDirectory(context, directory);
    const compilation = await compile(context);
    for (const file of session().watchFiles(compilation)) context.addWatchFile(file);
    const error = buildError(compilation.diagnostics);
    if (error !== undefined) throw error;
    if (readsQueries(framework)) checkNames(compilation);
    return { code: moduleText(session(), compilation, name), map: null };
  };

  return {
    get root() {
      return root;
    },
    setRoot(directory) {
      root = options.root ?? directory ?? root;
    },
    session,
    directories,
    start() {
      last = undefined;
    },
    async load(context, id) {
      const name = RESOLVED.exec(id)?.[1];
      if (name === undefined) return session().load(REWRITTEN.exec(id)![1]!);
      try {
        return await loadVirtual(context, name);
      } catch (error) {
        return fail(context, framework, error as Error);
      }
    },
    async transform(context, code, id) {
      const file = toPosix(REWRITTEN.exec(id)?.[1] ?? id);
      if (!file.startsWith(`${session().directory}/`)) return null;
      await compile(context);
      const contract = session().contract(file);
      const rewritten = readsQueries(framework) && REWRITTEN.test(id) ? session().load(file) : undefined;
      if (contract === undefined) return rewritten;
      return { map: null, ...rewritten, code: blankOut(rewritten?.code ?? code, contract) };
    },
  };
}

/**
 * Compiles a tree whose files have been written: many a program empties a file first, and a watcher that has told of that may not tell of what
 * comes right after.
 */
async function compileWritten(session: Session): Promise<Compilation> {
  let compilation = session.compile();
  for (
    let turn = 0;
    turn < EMPTY_FILE_RETRIES && compilation.diagnostics.some(({ at }) => at.source.text === '');
    turn++
  ) {
    await sleep(EMPTY_FILE_PAUSE);
    compilation = session.compile();
  }
  return compilation;
}

/** Stops a build. esbuild prints where in the plugin something was thrown, unlike what is reported, for which it wants some text. */
function fail(context: Context, framework: UnpluginContextMeta['framework'], error: Error): TransformResult {
  if (framework !== 'esbuild') throw error;
  context.error(error.stack!.replace(/^Error: /, ''));
  return { code: '', map: null };
}

/** Whether a bundler reads a file with a query by itself, and resolves what it imports from where it lies. */
export function readsQueries(framework: UnpluginContextMeta['framework']): boolean {
  return framework === 'webpack' || framework === 'rspack';
}

/** Puts white space in the place of a piece of text, so that all the rest stays at its place and source maps stay true. */
function blankOut(code: string, piece: string): string {
  return code.replace(piece, () => piece.replaceAll(/[^\n\r\u2028\u2029]/g, ' '));
}

function warnings({ diagnostics, operations }: Compilation, directory: string): string[] {
  const said = diagnostics.filter((diagnostic) => diagnostic.severity === 'warning').map(formatDiagnostic);
  return operations.length === 0 ? [...said, `There are no operations in ${directory} yet.`] : said;
}
