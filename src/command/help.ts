import type { CAC } from 'cac';
import { didYouMean } from '../build/compiler/diagnostics/report.ts';
import { EXAMPLES } from './examples.ts';
import { ownPackage } from '../build/project/package.ts';

/** Adds `operations help`, `--help`, `--version`, and the examples of every command. */
export function defineHelp(cli: CAC, fail: (error: unknown) => void): void {
  cli.command('help [command]', 'Show the help of a command').action((name?: string) => {
    try {
      showHelp(cli, name);
    } catch (error) {
      fail(error);
    }
  });
  for (const command of cli.commands) for (const line of EXAMPLES[command.name] ?? []) command.example(`  $ ${line}`);
  cli.help((sections) => {
    const [head, ...others] = sections.filter(({ title }) => title?.startsWith('For more info') !== true);
    const described = cli.commands.find((one) => one.name === shownCommand(cli));
    return described === undefined ? [head!, ...others] : [head!, { body: described.description }, ...others];
  });
  cli.version(ownPackage().version);
}

/** The command whose help is printed: of `operations help check`, and of `operations check --help`. */
function shownCommand({ matchedCommand, args }: CAC): string | undefined {
  return matchedCommand?.name === 'help' ? args[0] : matchedCommand?.name;
}

function showHelp(cli: CAC, name: string | undefined): void {
  const names = cli.commands.map((command) => command.name);
  const command = cli.commands.find((one) => one.name === name);
  if (name !== undefined && command === undefined)
    throw new Error(
      `Unknown command "${name}".${didYouMean(name, names) || ` The commands are: ${names.join(', ')}.`}`,
    );
  (command ?? cli.globalCommand).outputHelp();
}
