import { workflowCommand } from '../diff/report/workflow-command.ts';
import type { Compilation } from '../compiler/compile.ts';
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../compiler/diagnostics/diagnostic.ts';
import type { Location } from '../compiler/diagnostics/source.ts';
import { positionOf } from '../compiler/diagnostics/source.ts';
import { explanationsOf } from '../project/errors.ts';
import { count } from '../validation/explain/words.ts';

/** The report of `operations check`, and the exit code of the process. */
interface CheckReport {
  readonly text: string;
  readonly code: 0 | 1;
  readonly isResult?: true;
}

const FORMATS = ['text', 'json', 'github'];

/**
 * Reports the errors and warnings of a tree.
 *
 * @param maxWarnings The number of warnings that are allowed.
 * @param directory The directory of the operations, relative to the root.
 * @throws {Error} If the format is unknown.
 */
export function checkReport(
  { operations, diagnostics }: Compilation,
  maxWarnings: number,
  format: string,
  directory: string,
): CheckReport {
  if (!FORMATS.includes(format))
    throw new Error(`Invalid option --format: expected text, json or github, got "${format}".`);
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const isTooMany = warnings > maxWarnings;
  const code = errors > 0 || isTooMany ? 1 : 0;
  if (format === 'json') {
    const report = { operations: operations.length, errors, warnings, diagnostics: diagnostics.map(describe) };
    return { text: JSON.stringify(report, null, 2), code, isResult: true };
  }
  const counts = Object.entries({ operation: operations.length, error: errors, warning: warnings });
  const summary = [
    ...(operations.length === 0 ? [emptyTree(directory)] : []),
    counts.map(([name, number]) => count(number, name)).join(', '),
    ...(isTooMany ? [`Too many warnings: ${warnings}, and --max-warnings allows ${maxWarnings}.`] : []),
  ];
  if (format === 'github') {
    const commands = diagnostics.map((one) => workflowCommand(one.severity, one.at, one.code, one.message));
    return { text: [...commands, ...summary].join('\n'), code, isResult: true };
  }
  const explanations = diagnostics.length > 0 ? [explanationsOf(diagnostics)] : [];
  return { text: [...diagnostics.map(formatDiagnostic), ...explanations, ...summary].join('\n\n'), code };
}

/** The message about a tree without operations. */
export function emptyTree(directory: string): string {
  return `No operations in ${directory}. Write one with: npx operations new hello@get`;
}

/** A diagnostic as data. Lines and columns count from 1. */
function describe({ code, severity, message, at, notes }: Diagnostic): object {
  const others = notes.map((note) => ({ message: note.message, ...placeOf(note.at) }));
  return { code, severity, message, ...placeOf(at), ...(others.length > 0 && { notes: others }) };
}

function placeOf(at: Location): object {
  const { line, column } = positionOf(at);
  return { file: at.source.file, line, column };
}
