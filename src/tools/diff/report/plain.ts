import { codeFrame, formatLocation, printable } from '../../../build/compiler/diagnostics/source.ts';
import { SEVERITIES } from '../../../shared/comparison/checks.ts';
import type { Finding } from '../finding.ts';
import { count } from '../../../shared/validation/explain/words.ts';

/** A comparison, ready to print. */
export interface DiffReport {
  /** The name of the baseline. */
  readonly baseline: string;
  readonly findings: readonly Finding[];
}

/** Prints findings for a terminal, with code frames. */
export function plainReport({ baseline, findings }: DiffReport): string {
  if (findings.length === 0) return `No differences from ${baseline}.`;
  return [...findings.map(printFinding), `Compared with ${baseline}: ${summary(findings)}.`].join('\n\n');
}

function printFinding({ id, severity, message, operations, before, after, witness }: Finding): string {
  const at = after ?? before;
  return [
    `${at === undefined ? '' : `${formatLocation(at)} - `}${severity} ${id}: ${printable(`${operationsText(operations)}: ${message}`)}.`,
    ...(at === undefined ? [] : [codeFrame(at)]),
    ...(before === undefined || after === undefined ? [] : [`  ${formatLocation(before)}: before`, codeFrame(before)]),
    ...(witness === undefined
      ? []
      : [`  The baseline accepts this request, and now it is refused (${witness.reason}):`, `    ${witness.curl}`]),
  ].join('\n');
}

/** Names the first operation, and counts the others. */
export function operationsText([first, ...others]: readonly string[]): string {
  if (first === undefined) return 'all operations';
  if (others.length === 0) return first;
  return `${first} and ${count(others.length, 'other operation')}`;
}

/** Counts findings by severity: `1 error, 0 warnings, 2 infos`. */
export function summary(findings: readonly Finding[]): string {
  return SEVERITIES.map((severity) =>
    count(findings.filter((finding) => finding.severity === severity).length, severity),
  ).join(', ');
}
