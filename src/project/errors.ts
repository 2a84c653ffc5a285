import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../compiler/diagnostics/diagnostic.ts';
import { positionOf } from '../compiler/diagnostics/source.ts';

/** An error as bundlers show it: its message has all that is wrong, each with its place, for some of them drop the rest. */
export interface BuildError extends Error {
  readonly id: string;
  readonly loc: { readonly file: string; readonly line: number; readonly column: number };
}

/** One error for all of a tree's, or undefined where there is none. */
export function buildError(diagnostics: readonly Diagnostic[]): BuildError | undefined {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  const [first] = errors;
  if (first === undefined) return undefined;
  const count = errors.length === 1 ? 'One error' : `${errors.length} errors`;
  const error = userError(`${count} in the operations\n\n${errors.map(formatDiagnostic).join('\n\n')}\n`);
  const { line, column } = positionOf(first.at);
  return Object.assign(error, {
    id: first.at.source.file,
    loc: { file: first.at.source.file, line, column: column - 1 },
  });
}

/** An error without a stack: the place that matters is the user's; where in the plugin it was made helps no one. */
export function userError(message: string): Error {
  const error = new Error(message);
  error.stack = `${error.name}: ${message}`;
  return error;
}
