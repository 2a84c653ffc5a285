import type { Location } from '../../../build/compiler/diagnostics/source.ts';
import { positionOf } from '../../../build/compiler/diagnostics/source.ts';

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/**
 * Writes a workflow command of GitHub Actions, which becomes an annotation.
 *
 * @param at Absent if the message is about no file.
 * @example workflowCommand('error', undefined, 'unknown-type', 'Unknown') // '::error title=unknown-type::Unknown'
 */
export function workflowCommand(
  severity: keyof typeof COMMANDS,
  at: Location | undefined,
  title: string,
  message: string,
): string {
  const { line = 1, column = 1 } = at === undefined ? {} : positionOf(at);
  const file = at === undefined ? [] : [`file=${property(at.source.file)}`, `line=${line}`, `col=${column}`];
  return `::${COMMANDS[severity]} ${[...file, `title=${property(title)}`].join(',')}::${data(message)}`;
}

/** Escapes the message of a workflow command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes a property of a workflow command. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
