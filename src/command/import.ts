import { resolve } from 'node:path';
import type { CAC } from 'cac';
import type { Options } from '../project/options.ts';
import { resolveOptions } from '../project/options.ts';

/** The arguments, as cac parses them. */
interface Arguments extends Pick<Options, 'root' | 'operations' | 'definitions'> {
  readonly into?: string;
  readonly dryRun?: boolean;
  readonly lossy?: boolean;
  readonly verbose?: boolean;
}

/** The output of a command, and the exit code of the process. */
interface Outcome {
  readonly text: string;
  readonly code: 0 | 1;
}

/** Adds `operations import <description>`. */
export function defineImport(cli: CAC, finish: (outcome: Promise<Outcome>) => unknown): void {
  cli
    .command('import <description>', 'Write operations from an OpenAPI description: a file or a URL')
    .option(
      '--into <directory>',
      'The directory of "operations" and "definitions", relative to the root (default: app)',
    )
    .option('--dry-run', 'Print what would be written, and write nothing')
    .option('--lossy', 'Exit with 0 even if parts of the description are not in the tree')
    .option('--verbose', 'Print every file and every location')
    .action((description: string, given: Arguments) => finish(run(description, given)));
}

async function run(
  description: string,
  { root, operations, definitions, into, ...flags }: Arguments,
): Promise<Outcome> {
  const places =
    into === undefined
      ? { operations, definitions }
      : { operations: `${into}/operations`, definitions: `${into}/definitions` };
  const options = resolveOptions({ root, ...places } as Options);
  const { importIntoProject } = await import('../import/import-project.ts');
  const { text, isSuccess } = await importIntoProject(description, options, resolve(root ?? '.'), {
    isDryRun: flags.dryRun === true,
    isLossy: flags.lossy === true,
    isVerbose: flags.verbose === true,
  });
  return { text, code: isSuccess ? 0 : 1 };
}
