import type { CAC } from 'cac';
import type { InitArguments } from '../tools/init/project-choices.ts';
import type { CommandOutcome } from './command-outcome.ts';
import { withAllowed } from './tree-options.ts';

/**
 * Adds `operations init [directory]`.
 *
 * @param endProgress Ends the message that the command is working.
 */
export function defineInit(
  cli: CAC,
  endProgress: () => void,
  finish: (outcome: Promise<CommandOutcome>) => unknown,
): void {
  withAllowed(cli.command('init [directory]', 'Create a runnable project, or add an API to yours'))
    .option('--name <name>', 'The name in package.json (default: the name of the directory)')
    .option('--language <language>', 'typescript or javascript (default: typescript)')
    .option('--platform <platform>', 'node, lambda or workers (default: node)')
    .option('--database <database>', 'none, sqlite or postgresql (default: none)')
    .option('--front-end', 'Add a Vite front end, with the API under /api')
    .option('--docs', 'Serve a page to read and try the API at /docs (default on Node; turn it off with --no-docs)')
    .option('--install', 'Install the packages')
    .option('--global-types', 'Declare the types of contracts globally, for editors without the language server')
    .option('--from <description>', 'Start from an OpenAPI description: a file or a URL')
    .option('-y, --yes', 'Skip the questions, and add to a directory that has files')
    .action((directory: string | undefined, given: InitArguments) => {
      // Its message would appear between the questions.
      endProgress();
      finish(runInit(directory, given));
    });
}

async function runInit(directory: string | undefined, given: InitArguments): Promise<CommandOutcome> {
  const { initProject } = await import('../tools/init/index.ts');
  return initProject(directory, given);
}
