import type { CAC } from 'cac';
import type { CommandOutcome } from './command-outcome.ts';
import { writeNewDeliveries } from './new-deliveries.ts';
import { writeNewOperation } from './new-operation.ts';
import type { TreeArguments } from './tree-options.ts';
import { projectOf, warn, withTree } from './tree-options.ts';

interface NewArguments extends TreeArguments {
  readonly security?: string;
}

/** Defines `operations new`. */
export function defineNew(cli: CAC, settle: (outcome: Promise<CommandOutcome>) => unknown): void {
  withTree(cli.command('new <name>', 'Write the file of a new operation, such as books/{id}@get'))
    .option('--security <scheme>', 'The security scheme of "new events" (default: the only one)')
    .action((name, args) => settle(writeNew(String(name), args as NewArguments)));
}

/**
 * Writes the files of a name. In a project with events, `events` is the operations of their deliveries.
 *
 * @throws {Error} If other files are to have a security scheme: their comments decide.
 */
async function writeNew(name: string, args: NewArguments): Promise<CommandOutcome> {
  const project = await projectOf(args);
  const files = name === 'events' ? writeNewDeliveries(project, args.security, warn) : undefined;
  if (files === undefined && args.security !== undefined)
    throw new Error(
      `"--security" is only for "new events" in a project with events. For other operations, write "@security ${args.security}" in the comment.`,
    );
  return { text: `Wrote ${(files ?? [writeNewOperation(project, name, warn)]).join(', ')}.`, code: 0 };
}
