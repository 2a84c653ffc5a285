#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { CAC, Command } from 'cac';
import { cac } from 'cac';
import { workflowCommand } from '../diff/report/workflow-command.ts';
import type { Compilation } from '../compiler/compile.ts';
import { formatDiagnostic } from '../compiler/diagnostics/diagnostic.ts';
import { explanationsOf } from '../project/errors.ts';
import type { Options, ResolvedOptions } from '../project/options.ts';
import { resolveOptions } from '../project/options.ts';
import type { Session } from '../project/session.ts';
import { createSession } from '../project/session.ts';
import { locateSources } from '../project/sources.ts';
import { writeClientPackage } from './write-client.ts';
import { completionScript } from './completion.ts';
import { explainRequest, explanationText } from '../project/explain-request.ts';
import { defineImport } from './import.ts';
import { defineInit } from './init.ts';
import { writeNewOperation } from './new-operation.ts';
import { showProgress } from './progress.ts';
import { checkUsage } from './usage.ts';
import { readViteOptions } from './vite-config.ts';

/** The output of a command, and the exit code of the process. */
interface Outcome {
  readonly text: string;
  readonly code: 0 | 1;
  /** Whether the text is the result, even if the process fails. */
  readonly isResult?: true;
}

/** A project's tree, compiled. */
interface Project {
  readonly root: string;
  readonly session: Session;
  readonly compilation: Compilation;
  readonly options: ResolvedOptions;
  /** The number of warnings that `check` allows (default: Infinity). */
  readonly maxWarnings: number;
  readonly args: Arguments;
}

/** The arguments, as cac parses them. */
interface Arguments extends Options {
  readonly output?: string;
  readonly pageSize?: number;
  readonly maxPageSize?: number;
  readonly maxWarnings?: unknown;
  readonly json?: boolean;
  readonly format?: string;
  readonly failOn?: string;
  readonly name?: unknown;
}

/** The options of the plugin that the command line can set. */
const NAMES = ['root', 'operations', 'definitions', 'base', 'ignore', 'strict'] as const;

type Action = (project: Project, ...args: string[]) => Outcome;

/** Runs the command. */
async function run(argv: readonly string[]): Promise<void> {
  const cli = defineCommands();
  try {
    cli.parse([...argv], { run: false });
    if (cli.options['help'] === true) return;
    checkUsage(cli);
    if (cli.matchedCommand === undefined) cli.outputHelp();
    await cli.runMatchedCommand();
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  finish({ text: `operations: ${error instanceof Error ? error.message : String(error)}`, code: 1 });
}

function defineCommands(): CAC {
  const cli = cac('operations');
  // The defaults are those of the plugin in vite.config, if there is one.
  cli.option('--root <directory>', 'The project directory (default: .)');
  cli.option('--operations <directory>', 'The directory of the operations (default: app/operations)');
  cli.option('--base <path>', 'The prefix of all paths (default: /)');
  cli.option('--definitions <directory>', 'The directory of the definitions (default: app/definitions)');
  cli.option('--ignore <glob>', 'Ignore these operation files (repeatable)');
  cli.option('--strict', 'Treat /pets/ and /pets as different paths');
  cli.option('--page-size <rows>', 'The default number of rows in a page (default: 20)');
  cli.option('--max-page-size <rows>', 'The maximum number of rows in a page (default: 100)');
  const command = (name: string, description: string, action: Action): Command =>
    cli.command(name, description).action(async (...args) => finish(await perform(action, args)));
  command('list', 'List the operations', list).option('--json', 'Write JSON');
  command('check', 'Report errors and warnings', check)
    .option('--max-warnings <count>', 'Fail if there are more than this many warnings (default: unlimited)')
    .option('--format <format>', 'text or github (default: text)');
  command('explain <method> <path>', 'Show which operation handles a request', explain).option('--json', 'Write JSON');
  for (const [name, description, action] of [
    ['openapi', 'Write the OpenAPI document', openApi],
    ['types', 'Write the TypeScript types of the operations (operations.d.ts)', types],
  ] as const)
    command(name, description, action).option('-o, --output <file>', 'Write to this file (default: standard output)');
  command('client', 'Write the client as a package for other projects', client)
    .option('-o, --output <directory>', 'The directory of the package')
    .option('--name <name>', 'The name of the package (default: the name of the project, with "-client")');
  cli
    .command('diff [baseline]', 'Compare the contract with a git revision or an OpenAPI document')
    .option('--format <format>', 'text, json, markdown or github (default: text)')
    .option(
      '--fail-on <severity>',
      'Fail on findings of at least this severity: error, warning, info or none (default: error)',
    )
    .action(async (baseline: string | undefined, args: Arguments) => finish(await diff(baseline, args)));
  cli.command('new <name>', 'Write the file of a new operation, such as pets/{id}@get').action(async (name, args) => {
    const { options, root } = await optionsOf(args as Arguments);
    finish({ text: `Wrote ${writeNewOperation(options, root, String(name), warn)}.`, code: 0 });
  });
  defineInit(cli, (outcome) => outcome.then(finish, fail));
  cli
    .command('completion <shell>', 'Write the completion script for bash, zsh or fish')
    .action((shell: string) => finish({ text: completionScript(cli, shell), code: 0 }));
  defineImport(cli, optionsOf, (outcome) => outcome.then(finish, fail));
  cli.help();
  return cli;
}

/** Compiles the project and runs an action with its arguments; the last one is the options. */
async function perform(action: Action, args: unknown[]): Promise<Outcome> {
  const given = args.pop() as Arguments;
  const { options, root } = await optionsOf(given);
  const session = createSession(options, root);
  const maxWarnings = countOf(given.maxWarnings);
  const project = { root, session, compilation: session.compile(), options, maxWarnings, args: given };
  return action(project, ...(args as string[]));
}

/** The options of the command line, and otherwise those of the plugin in `vite.config`. */
async function optionsOf(args: Arguments): Promise<{ options: ResolvedOptions; root: string }> {
  const directory = resolve(args.root ?? '.');
  const configured = await readViteOptions(directory, warn);
  const { pageSize: defaultSize, maxPageSize: maxSize } = args;
  const given = NAMES.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]] as const]));
  const sizes = Object.entries({ defaultSize, maxSize }).filter(([, size]) => size !== undefined);
  const paging = { ...configured.paging, ...Object.fromEntries(sizes) };
  const options = resolveOptions({ ...configured, ...Object.fromEntries(given), paging });
  return { options, root: resolve(args.root ?? configured.root ?? '.') };
}

function warn(message: string): void {
  process.stderr.write(`operations: ${message}\n`);
}

async function diff(baseline: string | undefined, args: Arguments): Promise<Outcome> {
  const { diffProject } = await import('../diff/index.ts');
  const { options, root } = await optionsOf(args);
  const { format, failOn } = args;
  const { text, fails } = diffProject(options, root, { baseline, format, failOn });
  return { text, code: fails ? 1 : 0, isResult: true };
}

const endProgress = showProgress('Compiling the operations...');

function finish({ text, code, isResult }: Outcome): void {
  endProgress();
  (code === 0 || isResult === true ? process.stdout : process.stderr).write(text === '' ? '' : `${text}\n`);
  process.exitCode = code;
}

function countOf(maxWarnings: unknown = Infinity): number {
  if (maxWarnings === Infinity || (Number.isSafeInteger(maxWarnings) && Number(maxWarnings) >= 0))
    return Number(maxWarnings);
  throw new Error(`Invalid option --max-warnings: expected a whole number, got ${String(maxWarnings)}.`);
}

function openApi({ session, compilation, args }: Project): Outcome {
  return write(compilation, () => JSON.stringify(session.openApi(compilation), null, 2), args.output);
}

function types({ session, compilation, args }: Project): Outcome {
  return write(compilation, () => session.declarations(compilation).trimEnd(), args.output);
}

function client({ root, options, session, compilation, args }: Project): Outcome {
  const failure = errorsOf(compilation);
  if (failure !== undefined) return failure;
  const text = writeClientPackage(locateSources(options, root), args, (name) =>
    session.clientPackage(compilation, name),
  );
  return { text, code: 0 };
}

/** Writes text generated from a tree without errors to a file, or to standard output. */
function write(compilation: Compilation, print: () => string, output: string | undefined): Outcome {
  const failure = errorsOf(compilation);
  if (failure !== undefined) return failure;
  if (output === undefined) return { text: print(), code: 0 };
  writeFileSync(output, `${print()}\n`);
  return { text: `Wrote ${output}.`, code: 0 };
}

/** The outcome of a tree with errors; undefined without errors. */
function errorsOf({ diagnostics }: Compilation): Outcome | undefined {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  return errors.length === 0 ? undefined : { text: errors.map(formatDiagnostic).join('\n\n'), code: 1 };
}

function list({ compilation, args }: Project): Outcome {
  const failure = errorsOf(compilation);
  if (failure !== undefined) return failure;
  const { operations } = compilation;
  const described = operations.map(({ contract: { method, path, operationId, id, deprecated } }) => ({
    method,
    path,
    operationId,
    id,
    deprecated: deprecated === undefined ? undefined : true,
  }));
  if (args.json === true) return { text: JSON.stringify(described, null, 2), code: 0 };
  const rows = operations.map(({ contract: { method, path, operationId = '', id } }) => [
    method,
    path,
    operationId,
    id,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]!.length)));
  return { text: rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')).join('\n'), code: 0 };
}

function check({ compilation: { operations, diagnostics }, maxWarnings, args }: Project): Outcome {
  const { format = 'text' } = args;
  if (format !== 'text' && format !== 'github')
    throw new Error(`Invalid option --format: expected text or github, got "${format}".`);
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const counts = { operation: operations.length, error: errors, warning: warnings };
  const summary = Object.entries(counts)
    .map(([name, count]) => `${count} ${name}${count === 1 ? '' : 's'}`)
    .join(', ');
  const isTooMany = warnings > maxWarnings;
  const excess = isTooMany ? [`Too many warnings: ${warnings}, and --max-warnings allows ${maxWarnings}.`] : [];
  const code = errors > 0 || isTooMany ? 1 : 0;
  const explanations = diagnostics.length > 0 ? [explanationsOf(diagnostics)] : [];
  if (format === 'text')
    return { text: [...diagnostics.map(formatDiagnostic), ...explanations, summary, ...excess].join('\n\n'), code };
  const commands = diagnostics.map((one) => workflowCommand(one.severity, one.at, one.code, one.message));
  return { text: [...commands, summary, ...excess].join('\n'), code, isResult: true };
}

function explain({ options, compilation, args }: Project, method: string, path: string): Outcome {
  const explanation = explainRequest(compilation, options.strict, method, path);
  const code = explanation.operation === undefined ? 1 : 0;
  if (args.json === true) return { text: JSON.stringify(explanation, null, 2), code, isResult: true };
  return { text: explanationText(explanation), code };
}

// V8's optimizing compiler takes longer than its code saves here, even with 10,000 operations: bench/README.md.
setFlagsFromString('--no-opt');
await run(process.argv);
