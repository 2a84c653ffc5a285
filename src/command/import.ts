import type { CAC } from 'cac';
import type { Options } from '../build/project/options.ts';
import type { Project } from '../build/project/project.ts';
import type { AllowArguments } from '../tools/openapi/fetch/allowed.ts';
import { allowedOf } from '../tools/openapi/fetch/allowed.ts';
import { withAllowed, withPlaces } from './tree-options.ts';
import { didYouMean } from '../build/compiler/diagnostics/report.ts';
import { userError } from '../build/project/errors.ts';
import type { CommandOutcome } from './command-outcome.ts';

/** The arguments, as cac parses them. */
interface Arguments extends Pick<Options, 'root' | 'operations' | 'definitions'>, AllowArguments {
  readonly into?: string;
  readonly dryRun?: boolean;
  readonly lossy?: boolean;
  readonly webhooksAs?: string;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

/** Finds the project of the options of the command line and of the plugin. */
type Resolve = (args: Options) => Promise<Project>;

/** Adds `operations import <description>`. */
export function defineImport(cli: CAC, resolve: Resolve, finish: (outcome: Promise<CommandOutcome>) => unknown): void {
  withAllowed(
    withPlaces(cli.command('import <description>', 'Write operations from an OpenAPI description: a file or a URL')),
  )
    .option(
      '--into <directory>',
      'The directory of "operations" and "definitions", relative to the root (default: app)',
    )
    .option('--dry-run', 'Print what would be written, and write nothing')
    .option('--lossy', 'Exit with 0 even if parts of the description are not in the tree')
    .option(
      '--webhooks-as <use>',
      'Whether the webhooks of the description are those that you "receive" or "send" (default: send if they are events as this package sends them)',
    )
    .option('--verbose', 'Print every file and every location')
    .option('--json', 'Write JSON')
    .action((description: string, given: Arguments) => finish(runImport(description, given, resolve)));
}

const USES = ['receive', 'send'] as const;

function useOf(given: string | undefined): (typeof USES)[number] | undefined {
  const use = USES.find((each) => each === given);
  if (given !== undefined && use === undefined)
    throw userError(
      `Invalid option --webhooks-as: expected receive or send, got "${given}".${didYouMean(given, USES)}`,
    );
  return use;
}

async function runImport(
  description: string,
  { into, webhooksAs, ...given }: Arguments,
  resolve: Resolve,
): Promise<CommandOutcome> {
  const places = into === undefined ? {} : { operations: `${into}/operations`, definitions: `${into}/definitions` };
  const project = await resolve({ ...given, ...places } as Options);
  const { importIntoProject } = await import('../tools/import/import-project.ts');
  const flags = {
    isDryRun: given.dryRun === true,
    isLossy: given.lossy === true,
    webhooks: useOf(webhooksAs),
    isVerbose: given.verbose === true,
    isJson: given.json === true,
    allowed: allowedOf(given),
    location: description,
  };
  const { text, isSuccess } = await importIntoProject(description, project, flags);
  return { text, code: isSuccess ? 0 : 1, ...(given.json === true && { isResult: true }) };
}
