import type { CAC } from 'cac';
import { flagOf } from './usage.ts';

/** The words to complete: the commands, and the options of each. */
interface Words {
  readonly commands: readonly {
    readonly name: string;
    readonly description: string;
    readonly options: readonly string[];
  }[];
  /** The options of every command. */
  readonly options: readonly string[];
}

const SHELLS: { readonly [shell: string]: (words: Words) => string } = { bash, zsh, fish };

/**
 * Writes the script that completes commands and options in a shell.
 *
 * @throws {Error} If the shell is unknown.
 * @example completionScript(cli, 'bash') // for: source <(operations completion bash)
 */
export function completionScript({ commands, globalCommand }: CAC, shell: string): string {
  const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (write === undefined) throw new Error(`Unknown shell "${shell}": expected bash, zsh or fish.`);
  return write({
    commands: commands.map(({ name, description, options }) => ({ name, description, options: flags(options) })),
    options: flags(globalCommand.options),
  });
}

function flags(options: readonly { readonly name: string }[]): string[] {
  return options.map(({ name }) => flagOf(name));
}

function bash({ commands, options }: Words): string {
  const cases = commands.map(({ name, options: own }) => `    ${name}) words="${[...own, ...options].join(' ')}" ;;`);
  return `_operations() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="${options.join(' ')}" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(' ')}"; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _operations operations`;
}

function zsh(words: Words): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;
}

function fish({ commands, options }: Words): string {
  const lines = commands.flatMap(({ name, description, options: own }) => [
    `complete -c operations -n __fish_use_subcommand -f -a ${name} -d '${description.replaceAll("'", String.raw`\'`)}'`,
    ...own.map((flag) => `complete -c operations -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`),
  ]);
  return [...lines, ...options.map((flag) => `complete -c operations -l ${flag.slice(2)}`)].join('\n');
}
