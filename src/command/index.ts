#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CAC, Command } from 'cac';
import { cac } from 'cac';
import { normalizePath } from '../contract/path-spelling.ts';
import { allowedMethods, matchOperation, routePath } from '../contract/routes.ts';
import { toMethod } from '../contract/operation.ts';
import { routeTables } from '../codegen/manifest/routes.ts';
import type { Compilation } from '../compiler/compile.ts';
import { formatDiagnostic } from '../compiler/diagnostics/diagnostic.ts';
import { didYouMean } from '../compiler/diagnostics/report.ts';
import type { Options } from '../project/options.ts';
import { resolveOptions } from '../project/options.ts';
import type { Session } from '../project/session.ts';
import { createSession } from '../project/session.ts';
import { defineImport } from './import.ts';

/** The output of a command, and the exit code of the process. */
interface Outcome {
  readonly text: string;
  readonly code: 0 | 1;
}

/** A project's tree, compiled. */
interface Project {
  readonly session: Session;
  readonly compilation: Compilation;
  readonly strict: boolean;
  /** The number of warnings that `check` allows (default: Infinity). */
  readonly maxWarnings: number;
}

/** The arguments, as cac parses them. */
interface Arguments extends Options {
  readonly '--'?: unknown;
  readonly o?: unknown;
  readonly output?: string;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly maxWarnings?: unknown;
}

type Action = (project: Project, ...args: string[]) => Outcome;

/** Runs the command. */
function run(argv: readonly string[]): void {
  const cli = defineCommands();
  try {
    cli.parse([...argv], { run: false });
    if (cli.matchedCommand === undefined && cli.options['help'] !== true) {
      const [unknown] = cli.args;
      cli.outputHelp();
      const names = cli.commands.map(({ name }) => name);
      if (unknown !== undefined) throw new Error(`Unknown command "${unknown}".${didYouMean(unknown, names)}`);
    }
    cli.runMatchedCommand();
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  finish({ text: `operations: ${error instanceof Error ? error.message : String(error)}`, code: 1 });
}

function defineCommands(): CAC {
  const cli = cac('operations');
  cli.option('--root <directory>', 'The project directory', { default: '.' });
  cli.option('--operations <directory>', 'The directory of the operations, relative to the root', {
    default: 'app/operations',
  });
  cli.option('--base <path>', 'The prefix of all paths', { default: '/' });
  cli.option('--definitions <directory>', 'The directory of the definitions, relative to the root', {
    default: 'app/definitions',
  });
  cli.option('--ignore <glob>', 'Ignore these operation files (repeatable)');
  cli.option('--strict', 'Treat /pets/ and /pets as different paths');
  cli.option('--page-size <rows>', 'The default number of rows in a page', { default: 20 });
  cli.option('--max-page-size <rows>', 'The maximum number of rows in a page', { default: 100 });
  const command = (name: string, description: string, action: Action): Command =>
    cli.command(name, description).action((...args) => finish(perform(action, args)));
  command('list', 'List the operations', list);
  command('check', 'Report errors and warnings', check).option(
    '--max-warnings <count>',
    'Fail if there are more than this many warnings (default: unlimited)',
  );
  command('explain <method> <path>', 'Show which operation handles a request', explain);
  for (const [name, description, action] of [
    ['openapi', 'Write the OpenAPI document', openApi],
    ['types', 'Write the TypeScript types of the operations (operations.d.ts)', types],
  ] as const)
    command(name, description, action).option('-o, --output <file>', 'Write to this file (default: standard output)');
  defineImport(cli, (outcome) => outcome.then(finish, fail));
  cli.help();
  return cli;
}

/** Compiles the project and runs an action with its arguments; the last one is the options. */
function perform(action: Action, args: unknown[]): Outcome {
  const {
    '--': _,
    o: __,
    output,
    pageSize: defaultSize,
    maxPageSize: maxSize,
    maxWarnings,
    ...options
  } = args.pop() as Arguments;
  const project = open({ ...options, paging: { defaultSize, maxSize } }, countOf(maxWarnings));
  return action(project, ...(args as string[]), ...(output === undefined ? [] : [output]));
}

function finish({ text, code }: Outcome): void {
  (code === 0 ? process.stdout : process.stderr).write(text === '' ? '' : `${text}\n`);
  process.exitCode = code;
}

function open(options: Options, maxWarnings: number): Project {
  const resolved = resolveOptions(options);
  const session = createSession(resolved, resolve(resolved.root ?? '.'));
  return { session, compilation: session.compile(), strict: resolved.strict, maxWarnings };
}

function countOf(maxWarnings: unknown = Infinity): number {
  if (maxWarnings === Infinity || (Number.isSafeInteger(maxWarnings) && Number(maxWarnings) >= 0))
    return Number(maxWarnings);
  throw new Error(`Invalid option --max-warnings: expected a whole number, got ${String(maxWarnings)}.`);
}

function openApi({ session, compilation }: Project, output?: string): Outcome {
  return write(compilation, () => JSON.stringify(session.openApi(compilation), null, 2), output);
}

function types({ session, compilation }: Project, output?: string): Outcome {
  return write(compilation, () => session.declarations(compilation).trimEnd(), output);
}

/** Writes text generated from a tree without errors to a file, or to standard output. */
function write({ diagnostics }: Compilation, print: () => string, output: string | undefined): Outcome {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if (errors.length > 0) return { text: errors.map(formatDiagnostic).join('\n\n'), code: 1 };
  if (output === undefined) return { text: print(), code: 0 };
  writeFileSync(output, `${print()}\n`);
  return { text: `Wrote ${output}.`, code: 0 };
}

function list({ compilation: { operations, diagnostics } }: Project): Outcome {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if (errors.length > 0) return { text: errors.map(formatDiagnostic).join('\n\n'), code: 1 };
  const rows = operations.map(({ contract: { method, path, operationId = '', id } }) => [
    method,
    path,
    operationId,
    id,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]!.length)));
  return { text: rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')).join('\n'), code: 0 };
}

function check({ compilation: { operations, diagnostics }, maxWarnings }: Project): Outcome {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const counts = { operation: operations.length, error: errors, warning: warnings };
  const summary = Object.entries(counts)
    .map(([name, count]) => `${count} ${name}${count === 1 ? '' : 's'}`)
    .join(', ');
  const isTooMany = warnings > maxWarnings;
  const excess = isTooMany ? [`Too many warnings: ${warnings}, and --max-warnings allows ${maxWarnings}.`] : [];
  return {
    text: [...diagnostics.map(formatDiagnostic), summary, ...excess].join('\n\n'),
    code: errors > 0 || isTooMany ? 1 : 0,
  };
}

function explain({ strict, compilation: { operations } }: Project, method: string, path: string): Outcome {
  const routing = { operations, routes: routeTables(operations) };
  const request = `${method.toUpperCase()} ${path}`;
  // Takes a whole URL too.
  const routed = routePath(normalizePath(path.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/s, '')), strict);
  if (routed === undefined) return { text: `${request}: 400, malformed percent-encoding`, code: 1 };
  const match = matchOperation(routing, method.toUpperCase(), routed);
  if (match === undefined) return { text: `${request}: ${refusal(method, allowedMethods(routing, routed))}`, code: 1 };
  const { contract, template } = match.operation;
  const values = template.names.map((name, i) => `\n  ${name} = ${match.values[i]}`);
  return { text: `${request}: ${contract.method} ${contract.path}, ${contract.id}${values.join('')}`, code: 0 };
}

/** The status that the server sends if no operation handles a request. */
function refusal(method: string, allowed: readonly string[]): string {
  if (allowed.length === 0) return '404, unknown path';
  const known = toMethod(method);
  if (known === 'OPTIONS') return `204, allowed methods: ${allowed.join(', ')}`;
  return known === undefined ? '501, unknown method' : `405, allowed methods: ${allowed.join(', ')}`;
}

run(process.argv);
