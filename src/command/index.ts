#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'cac';
import { cac } from 'cac';
import { allowedMethods, matchOperation, splitPath } from '../contract/routes.ts';
import { toMethod } from '../contract/operation.ts';
import { routeTables } from '../codegen/manifest/routes.ts';
import type { Compilation } from '../compiler/compile.ts';
import { formatDiagnostic } from '../compiler/diagnostics/diagnostic.ts';
import type { Options } from '../project/options.ts';
import { resolveOptions } from '../project/options.ts';
import type { Session } from '../project/session.ts';
import { createSession } from '../project/session.ts';

/** What a command has to say, and the exit code of the process. */
interface Answer {
  readonly text: string;
  readonly code: 0 | 1;
}

/** A project's tree, compiled. */
interface Project {
  readonly session: Session;
  readonly compilation: Compilation;
  readonly strict: boolean;
  /** How many warnings pass; all where not said. */
  readonly maxWarnings: number;
}

/** What cac makes of the arguments. */
interface Arguments extends Options {
  readonly '--'?: unknown;
  readonly o?: unknown;
  readonly output?: string;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly maxWarnings?: unknown;
}

/** Runs `operations` with the arguments of the process. */
function run(argv: readonly string[]): void {
  const cli = cac('operations');
  cli.option('--root <directory>', 'The project', { default: '.' });
  cli.option('--operations <directory>', 'The operations tree, relative to the root', { default: 'app/operations' });
  cli.option('--base <path>', 'A prefix of every path', { default: '/' });
  cli.option('--definitions <directory>', 'The definitions, relative to the root', { default: 'app/definitions' });
  cli.option('--ignore <glob>', 'Files of the tree to leave out; may be given more than once');
  cli.option('--strict', 'Whether /pets/ is another path than /pets');
  cli.option('--page-size <rows>', 'Rows a page where a request does not say', { default: 20 });
  cli.option('--max-page-size <rows>', 'Rows a page at most', { default: 100 });
  const command = (
    name: string,
    description: string,
    action: (project: Project, ...args: string[]) => Answer,
  ): Command =>
    cli.command(name, description).action((...args: unknown[]) => {
      const {
        '--': _,
        output,
        o: __,
        pageSize: defaultSize,
        maxPageSize: maxSize,
        maxWarnings,
        ...options
      } = args.pop() as Arguments;
      finish(
        action(
          open({ ...options, paging: { defaultSize, maxSize } }, countOf(maxWarnings)),
          ...(args as string[]),
          ...(output === undefined ? [] : [output]),
        ),
      );
    });
  command('list', 'List the operations', list);
  command('check', 'Report all that is wrong with the tree', check).option(
    '--max-warnings <count>',
    'Fail where there are more warnings; any number passes where not said',
  );
  command('explain <method> <path>', 'Tell which operation answers a request', explain);
  for (const [name, description, action] of [
    ['openapi', 'Write the OpenAPI document', openApi],
    ['types', 'Write the types of the operations, as a build does', types],
  ] as const)
    command(name, description, action).option('-o, --output <file>', 'The file; the standard output where not said');
  cli.help();
  try {
    cli.parse([...argv], { run: false });
    if (cli.matchedCommand === undefined && cli.options['help'] !== true) {
      const [unknown] = cli.args;
      cli.outputHelp();
      if (unknown !== undefined) throw new Error(`There is no command "${unknown}".`);
    }
    cli.runMatchedCommand();
  } catch (error) {
    finish({ text: `operations: ${error instanceof Error ? error.message : String(error)}`, code: 1 });
  }
}

function finish({ text, code }: Answer): void {
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
  throw new Error(`the option --max-warnings takes a count, and got ${String(maxWarnings)}`);
}

function openApi({ session, compilation }: Project, output?: string): Answer {
  return write(compilation, () => JSON.stringify(session.openApi(compilation), null, 2), output);
}

function types({ session, compilation }: Project, output?: string): Answer {
  return write(compilation, () => session.declarations(compilation).trimEnd(), output);
}

/** Writes what is made of a tree without errors; to the standard output where no file is said. */
function write({ diagnostics }: Compilation, print: () => string, output: string | undefined): Answer {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if (errors.length > 0) return { text: errors.map(formatDiagnostic).join('\n\n'), code: 1 };
  if (output === undefined) return { text: print(), code: 0 };
  writeFileSync(output, `${print()}\n`);
  return { text: `wrote ${output}`, code: 0 };
}

function list({ compilation: { operations, diagnostics } }: Project): Answer {
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

function check({ compilation: { operations, diagnostics }, maxWarnings }: Project): Answer {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const counts = { operation: operations.length, error: errors, warning: warnings };
  const summary = Object.entries(counts)
    .map(([what, count]) => `${count} ${what}${count === 1 ? '' : 's'}`)
    .join(', ');
  const isTooMany = warnings > maxWarnings;
  const excess = isTooMany ? [`There are more warnings than --max-warnings ${maxWarnings} lets pass.`] : [];
  return {
    text: [...diagnostics.map(formatDiagnostic), summary, ...excess].join('\n\n'),
    code: errors > 0 || isTooMany ? 1 : 0,
  };
}

function explain({ strict, compilation: { operations } }: Project, method: string, path: string): Answer {
  const routing = { operations, routes: routeTables(operations) };
  const asked = `${method.toUpperCase()} ${path}`;
  let segments: string[];
  try {
    // Of a whole URL the path is meant.
    segments = splitPath(path.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/s, ''), strict);
  } catch {
    return { text: `${asked}: 400, for a malformed percent-escape`, code: 1 };
  }
  const match = matchOperation(routing, method.toUpperCase(), segments);
  if (match === undefined) return { text: `${asked}: ${refusal(method, allowedMethods(routing, segments))}`, code: 1 };
  const { contract, template } = match.operation;
  const values = template.names.map((name, i) => `\n  ${name} = ${match.values[i]}`);
  return { text: `${asked}: ${contract.method} ${contract.path}, ${contract.id}${values.join('')}`, code: 0 };
}

/** What the server answers where no operation does. */
function refusal(method: string, allowed: readonly string[]): string {
  if (allowed.length === 0) return '404, no operation has this path';
  const known = toMethod(method);
  if (known === 'OPTIONS') return `204, the path allows ${allowed.join(', ')}`;
  return known === undefined ? '501, there is no such method' : `405, the path allows ${allowed.join(', ')}`;
}

run(process.argv);
