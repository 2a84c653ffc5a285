import { resolve } from 'node:path';
import { printableLines } from '../build/compiler/diagnostics/source.ts';
import type { Command } from 'cac';
import type { Options, VersionOption } from '../build/project/options.ts';
import { resolveOptions } from '../build/project/options.ts';
import type { Project } from '../build/project/project.ts';
import { locateProject } from '../build/project/project.ts';
import { ALLOW_OPTIONS } from '../tools/openapi/fetch/allowed.ts';
import { readViteOptions } from './vite-config.ts';

/** The options of a command that reads the tree, as cac parses them. */
export interface TreeArguments extends Omit<Options, 'versions'> {
  /** Names with commas between them. */
  readonly versions?: unknown;
  readonly pageSize?: number;
  readonly maxPageSize?: number;
}

/** The options of the plugin that the command line can set. */
const NAMES = ['root', 'operations', 'definitions', 'base', 'webhooks', 'ignore', 'strict'] as const;

/** The option that names the project. */
export const ROOT = ['--root <directory>', 'The project directory (default: .)'] as const;

/** Adds the options that locate a tree and its paths. */
export function withPlaces(command: Command): Command {
  return command
    .option(...ROOT)
    .option('--operations <directory>', 'The directory of the operations (default: app/operations)')
    .option('--definitions <directory>', 'The directory of the definitions (default: app/definitions)')
    .option('--base <path>', 'The prefix of all paths (default: /)');
}

/** Adds the options of the commands that read the tree. The defaults are those of the plugin in vite.config, if there is one. */
export function withTree(command: Command): Command {
  return withPlaces(command)
    .option('--webhooks <path>', 'The prefix of the paths of webhooks (default: /webhooks)')
    .option('--ignore <glob>', 'Ignore these operation files (repeatable)')
    .option('--versions <names>', 'The versions of the API, the oldest one first: v1,v2')
    .option('--strict', 'Treat /books/ and /books as different paths')
    .option('--page-size <rows>', 'The default number of rows in a page (default: 20)')
    .option('--max-page-size <rows>', 'The maximum number of rows in a page (default: 100)');
}

/** Adds the options of the commands that read a description. */
export function withAllowed(command: Command): Command {
  for (const [option, meaning] of ALLOW_OPTIONS) command.option(option, meaning);
  return command;
}

/** The project of a command that reads the tree. */
export interface ConfiguredProject extends Project {
  /** Whether a `vite.config` has the plugin. */
  readonly isConfigured: boolean;
}

/**
 * The project with the options of the command line, and otherwise with those of the plugin in `vite.config`.
 *
 * @param report Receives a message if that file cannot be read.
 */
export async function projectOf(
  args: TreeArguments,
  report: (message: string) => void = warn,
): Promise<ConfiguredProject> {
  const directory = resolve(args.root ?? '.');
  const found = await readViteOptions(directory, report);
  const configured = found ?? {};
  const { pageSize: defaultSize, maxPageSize: maxSize } = args;
  const given = NAMES.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]] as const]));
  const sizes = Object.entries({ defaultSize, maxSize }).filter(([, size]) => size !== undefined);
  const paging = { ...configured.paging, ...Object.fromEntries(sizes) };
  const versions = args.versions === undefined ? {} : { versions: versionsOf(String(args.versions)) };
  const options = resolveOptions({ ...configured, ...Object.fromEntries(given), ...versions, paging });
  const project = locateProject(options, resolve(args.root ?? configured.root ?? '.'));
  return { ...project, isConfigured: found !== undefined };
}

function versionsOf(names: string): VersionOption[] {
  return names.split(',').map((name) => ({ name: name.trim() }));
}

/** Writes a message to the standard error. */
export function warn(message: string): void {
  process.stderr.write(`operations: ${printableLines(message)}\n`);
}
