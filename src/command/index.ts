#!/usr/bin/env node
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { CAC, Command } from 'cac';
import { cac } from 'cac';
import type { Compilation } from '../build/compiler/compile.ts';
import { distinctDiagnostics, sortDiagnostics } from '../build/compiler/diagnostics/diagnostic.ts';
import { printableLines } from '../build/compiler/diagnostics/source.ts';
import type { McpData } from '../shared/contract/mcp.ts';
import { applyFixes } from '../build/project/apply-fixes.ts';
import type { Project } from '../build/project/project.ts';
import type { Session } from '../build/project/session.ts';
import { createSession } from '../build/project/session.ts';
import { writeClientPackage } from './write-client.ts';
import type { AllowArguments } from '../tools/openapi/fetch/allowed.ts';
import { allowedOf } from '../tools/openapi/fetch/allowed.ts';
import { checkReport, emptyTree } from './check-report.ts';
import { colorReport, hasColors } from './colors.ts';
import { completionScript } from './completion.ts';
import { errorsOf } from './command-outcome.ts';
import { VERSION, VERSION_HEADER, changelog, requestedVersion, versionOf, withVersion } from './version-option.ts';
import { joinVersions } from '../build/compiler/versions/join-versions.ts';
import { explainRequest, explanationText } from '../build/project/explain-request.ts';
import { examine, printFindings } from './doctor.ts';
import { defineHelp } from './help.ts';
import { defineImport } from './import.ts';
import { defineInit } from './init.ts';
import { defineLanguageServer } from './lsp.ts';
import { MEMORY_FLAGS } from './memory-flags.ts';
import { defineMigrations } from './migrations.ts';
import { defineMock } from './mock.ts';
import { defineNew } from './new.ts';
import { checkTypesOutput, dataText, outputOf, writeOutput } from './output-file.ts';
import { plainMessage } from './plain-message.ts';
import { showProgress } from './progress.ts';
import { budgetOf, defineToolServer } from './serve-tools.ts';
import type { TreeArguments } from './tree-options.ts';
import { projectOf, warn, withAllowed, withTree } from './tree-options.ts';
import { checkUsage } from './usage.ts';
import { locateViteConfig } from './vite-config.ts';
import { accessData, accessText, listData, listText } from './list-table.ts';
import type { CommandOutcome } from './command-outcome.ts';

/** A project with its tree compiled. */
interface CompiledProject extends Project {
  readonly session: Session;
  readonly compilation: Compilation;
  /** The number of warnings that `check` allows (default: Infinity). */
  readonly maxWarnings: number;
  readonly args: Arguments;
}

/** The arguments, as cac parses them. */
interface Arguments extends TreeArguments, AllowArguments {
  readonly output?: unknown;
  readonly maxWarnings?: unknown;
  readonly budget?: unknown;
  readonly fix?: boolean;
  readonly json?: boolean;
  readonly access?: boolean;
  readonly format?: string;
  readonly failOn?: string;
  readonly name?: unknown;
  readonly apiVersion?: unknown;
}

const OUTPUT = '-o, --output <file>';

type Action = (project: CompiledProject, ...args: string[]) => CommandOutcome | Promise<CommandOutcome>;

/** Runs the command. */
async function runCommand(argv: readonly string[]): Promise<void> {
  const cli = defineCommands();
  try {
    cli.parse(withVersion(argv), { run: false });
    if (cli.options['help'] === true || cli.options['version'] === true) return;
    checkUsage(cli);
    if (cli.matchedCommand === undefined) cli.outputHelp();
    await cli.runMatchedCommand();
  } catch (error) {
    finishWithError(error);
  }
}

function finishWithError(error: unknown): void {
  finish({ text: `operations: ${plainMessage(error)}`, code: 1 });
}

function defineCommands(): CAC {
  const cli = cac('operations');
  const command = (name: string, description: string, action: Action): Command =>
    withTree(cli.command(name, description)).action(async (...args) => finish(await perform(action, args)));
  command('list', 'List the operations', list)
    .option('--access', 'Show who can call each operation, open ones first')
    .option('--json', 'Write JSON');
  command('check', 'Report errors and warnings', check)
    .option('--fix', 'Apply the fixes of errors and warnings to the files, then report the rest')
    .option('--max-warnings <count>', 'Fail if there are more than this many warnings (default: unlimited)')
    .option('--budget <tokens>', 'Report a list of tools that costs more (default: 2000)')
    .option('--json', 'Write JSON')
    .option('--format <format>', 'text, json or github (default: text)');
  command('explain <method> <path>', 'Show which operation handles a request', explain)
    .option('--json', 'Write JSON')
    .option(...VERSION_HEADER);
  command('openapi', 'Write the OpenAPI document', openApi)
    .option(OUTPUT, 'Write to this file, as YAML if its name ends with .yaml (default: standard output)')
    .option(...VERSION);
  command('types', 'Write the TypeScript types of the operations (operations.d.ts)', types).option(
    OUTPUT,
    'Write to this file (default: standard output)',
  );
  command('client', 'Write the client as a package for other projects', client)
    .option('-o, --output <directory>', 'The directory of the package')
    .option('--name <name>', 'The name of the package (default: the name of the project, with "-client")')
    .option(...VERSION);
  withAllowed(command('diff [baseline]', 'Compare the contract with a git revision or an OpenAPI document', diff))
    .option('--json', 'Write JSON')
    .option('--format <format>', 'text, json, markdown or github (default: text)')
    .option(
      '--fail-on <severity>',
      'Fail on findings of at least this severity: error, warning, info or none (default: error)',
    );
  command('changelog <before> <after>', 'Write what changed between two versions of the API, as Markdown', changelog);
  const settle = (outcome: Promise<CommandOutcome>): Promise<void> => outcome.then(finish, finishWithError);
  defineNew(cli, settle);
  defineInit(cli, endProgress, settle);
  defineMigrations(cli, settle);
  cli
    .command('completion <shell>', 'Write the completion script for bash, zsh or fish')
    .action((shell: string) => finish({ text: completionScript(cli, shell), code: 0 }));
  defineImport(cli, projectOf, settle);
  withTree(cli.command('doctor', 'Check the configuration, versions, types and the app of a project'))
    .option('--json', 'Write JSON')
    .action(async (args: Arguments) => finish(await doctor(args)));
  defineMock(cli, endProgress, finishWithError);
  defineLanguageServer(cli, endProgress);
  defineToolServer(cli, endProgress);
  defineHelp(cli, finishWithError);
  return cli;
}

async function doctor(args: Arguments): Promise<CommandOutcome> {
  let failure: string | undefined;
  const project = await projectOf(args, (message) => (failure = message));
  const viteConfig = locateViteConfig(resolve(args.root ?? '.'));
  const findings = examine(project, { viteConfig, hasPlugin: project.isConfigured, failure });
  const code = findings.some(({ severity }) => severity === 'error') ? 1 : 0;
  return {
    text: args.json === true ? JSON.stringify(findings, null, 2) : printFindings(findings),
    code,
    isResult: true,
  };
}

/** Compiles the project and runs an action with its arguments; the last one is the options. */
async function perform(action: Action, args: unknown[]): Promise<CommandOutcome> {
  const given = args.pop() as Arguments;
  const project = await projectOf(given);
  if (given.fix === true) reportFixes(applyFixes(project));
  const session = createSession(project);
  const maxWarnings = countOf(given.maxWarnings);
  const compiled = { ...project, session, compilation: session.compile(), maxWarnings, args: given };
  return action(compiled, ...(args as string[]));
}

function reportFixes(files: ReadonlySet<string>): void {
  warn(files.size === 0 ? 'no fixes to apply.' : `fixed ${[...files].join(', ')}.`);
}

async function diff(project: CompiledProject, baseline?: string): Promise<CommandOutcome> {
  const { compilation, args } = project;
  const { diffProject } = await import('../tools/diff/index.ts');
  const settings = { baseline, format: formatOf(args), failOn: args.failOn, allowed: allowedOf(args) };
  const { text, fails, notes } = await diffProject(compilation, project, settings);
  for (const note of notes) process.stderr.write(`${printableLines(note)}\n`);
  return { text, code: fails ? 1 : 0, isResult: true };
}

const endProgress = showProgress('Compiling the operations...');

function finish({ text: given, code, isResult, isColored }: CommandOutcome): void {
  endProgress();
  // In JSON and TypeScript, an escape in a string has the same value.
  const text = isColored === true ? given : printableLines(given);
  const stream = code === 0 || isResult === true ? process.stdout : process.stderr;
  const isReport = !/^[[{]/.test(text) && hasColors(stream);
  stream.write(text === '' ? '' : `${isReport ? colorReport(text) : text}\n`);
  process.exitCode = code;
}

function countOf(maxWarnings: unknown = Infinity): number {
  if (maxWarnings === Infinity || (Number.isSafeInteger(maxWarnings) && Number(maxWarnings) >= 0))
    return Number(maxWarnings);
  throw new Error(`Invalid option --max-warnings: expected a whole number, got ${String(maxWarnings)}.`);
}

function openApi({ session, compilation, args }: CompiledProject): CommandOutcome {
  const output = outputOf(args.output);
  const print = (): string => dataText(session.openApi(versionOf(compilation, args)), output);
  return write(compilation, print, output, 'openapi.json');
}

function types({ session, compilation, args }: CompiledProject): CommandOutcome {
  const output = outputOf(args.output);
  checkTypesOutput(output);
  const file = output === undefined ? undefined : resolve(output);
  return write(compilation, () => session.declarations(compilation, file).trimEnd(), output, 'operations.d.ts');
}

function client(project: CompiledProject): CommandOutcome {
  const { session, compilation, args } = project;
  const failure = errorsOf(compilation);
  if (failure !== undefined) return failure;
  const text = writeClientPackage(project, args, (name) => session.clientPackage(versionOf(compilation, args), name));
  return { text, code: 0 };
}

/** Writes text generated from a tree without errors to a file or to standard output. */
function write(
  compilation: Compilation,
  print: () => string,
  output: string | undefined,
  example: string,
): CommandOutcome {
  const failure = errorsOf(compilation);
  if (failure !== undefined) return failure;
  return { text: output === undefined ? print() : writeOutput(output, print(), example), code: 0 };
}

function list({ options, compilation, args }: CompiledProject): CommandOutcome {
  const failure = errorsOf(compilation);
  if (failure !== undefined) return failure;
  if (args.json !== true && compilation.operations.length === 0) warn(emptyTree(options.operations));
  const joined = joinVersions(compilation);
  const [data, text] = args.access === true ? [accessData, accessText] : [listData, listText];
  if (args.json === true) return { text: data(joined), code: 0 };
  const { isTTY, columns } = process.stdout;
  const style = { width: isTTY ? columns : undefined, hasColors: hasColors(process.stdout) };
  return { text: text(joined, style), code: 0, isColored: true };
}

function check({ options, session, compilation, maxWarnings, args }: CompiledProject): CommandOutcome {
  const tools = (): McpData => session.tools(compilation);
  const budget = budgetOf(args.budget);
  const diagnostics = distinctDiagnostics(sortDiagnostics([...compilation.diagnostics, ...session.checkApp()]));
  return checkReport(
    { ...compilation, diagnostics },
    {
      maxWarnings,
      tools,
      budget,
      format: formatOf(args),
      directory: options.operations,
    },
  );
}

function formatOf({ json, format }: Arguments): string {
  const isJson = json === true;
  if (isJson && format !== undefined && format !== 'json')
    throw new Error(`The options --json and --format ${format} exclude each other.`);
  return format ?? (isJson ? 'json' : 'text');
}

function explain({ options, compilation, args }: CompiledProject, method: string, path: string): CommandOutcome {
  const explanation = explainRequest(requestedVersion(compilation, args), options.strict, method, path);
  const code = explanation.operation === undefined ? 1 : 0;
  if (args.json === true) return { text: JSON.stringify(explanation, null, 2), code, isResult: true };
  return { text: explanationText(explanation), code };
}

// V8's optimizing compiler takes longer than its code saves here, even with 10,000 operations: bench/README.md. A server runs for hours.
if (!['lsp', 'mcp'].includes(process.argv[2] ?? '')) setFlagsFromString('--no-opt');
// Node warns of flags that are set after the start, so VS Code passes these at the start. Other editors start the program itself.
if (process.argv[2] === 'lsp')
  for (const flag of MEMORY_FLAGS) if (!process.execArgv.includes(flag)) setFlagsFromString(flag);
// oxc-parser requires its visitor, and Yarn's Plug'n'Play does not resolve the imports of an ES module that is required.
if (process.versions['pnp'] !== undefined)
  await import(new URL('./visit/visitor.js', import.meta.resolve('oxc-parser')).href);
await runCommand(process.argv);
