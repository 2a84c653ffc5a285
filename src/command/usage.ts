import type { CAC, Command } from 'cac';
import { didYouMean } from '../build/compiler/diagnostics/report.ts';

/**
 * Checks the names of the command and of its options, and the number of its arguments. Call it after parsing, before the command runs.
 *
 * @throws {Error} If a name is unknown, an argument is missing, or there are too many of them.
 * @example checkUsage(cli) // Error: Unknown command "lst". Did you mean "list"?
 */
export function checkUsage(cli: CAC): void {
  const { commands, globalCommand, args, rawArgs, matchedCommand: command } = cli;
  const [unknown] = args;
  if (command === undefined && unknown !== undefined) {
    const names = commands.map(({ name }) => name);
    throw new Error(
      `Unknown command "${unknown}".${didYouMean(unknown, names) || ` The commands are: ${names.join(', ')}.`}`,
    );
  }
  const [behind] = (cli.options['--'] as readonly string[] | undefined) ?? [];
  if (behind !== undefined)
    throw new Error(`"${behind}" is not read, because it is after "--". Write it without "--".`);
  checkOptions(cli.options, [...(command?.options ?? []), ...globalCommand.options], rawArgs);
  if (command !== undefined) checkArguments(command, args);
}

function checkOptions(
  given: Readonly<Record<string, unknown>>,
  known: Command['options'],
  written: readonly string[],
): void {
  for (const [name, value] of Object.entries(given)) {
    if (name === '--') continue;
    const option = known.find(({ names }) => names.includes(name));
    if (option === undefined) {
      const flags = known.map((other) => flagOf(other.name));
      throw new Error(`Unknown option "${flagOf(name)}".${didYouMean(flagOf(name), flags)}`);
    }
    if (option.required === true && (value === true || hasEmptyValue(option.names.map(flagOf), written)))
      throw new Error(`The option "${flagOf(option.name)}" needs a value: ${option.rawName}`);
  }
}

/** Whether an option has an empty value, which cac reads as the number 0. */
function hasEmptyValue(flags: readonly string[], written: readonly string[]): boolean {
  return flags.some((flag) =>
    written.some((text, i) => text === `${flag}=` || (text === flag && written[i + 1] === '')),
  );
}

function checkArguments({ args, rawName }: Command, given: readonly string[]): void {
  const missing = args[given.length];
  if (missing?.required === true)
    throw new Error(`Missing argument <${missing.value}>. Usage: operations ${rawName} [options]`);
  const excess = given[args.length];
  if (excess !== undefined) throw new Error(`Unexpected argument "${excess}". Usage: operations ${rawName} [options]`);
}

/** The spelling of an option on the command line: `--page-size` for `pageSize`. */
export function flagOf(name: string): string {
  if (name.length === 1) return `-${name}`;
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
