import type { Compilation } from '../build/compiler/compile.ts';
import { errorsIn, formatDiagnostic } from '../build/compiler/diagnostics/diagnostic.ts';

/** The output of a command, and the exit code of the process. */
export interface CommandOutcome {
  readonly text: string;
  readonly code: 0 | 1;
  /** Whether the text is the result, even if the process fails. */
  readonly isResult?: true;
  /** Whether the text has colors. Its parts have no control characters then. */
  readonly isColored?: true;
}

/** The outcome of a tree with errors; undefined without errors. */
export function errorsOf({ diagnostics }: Compilation): CommandOutcome | undefined {
  const errors = errorsIn(diagnostics);
  return errors.length === 0 ? undefined : { text: errors.map(formatDiagnostic).join('\n\n'), code: 1 };
}
