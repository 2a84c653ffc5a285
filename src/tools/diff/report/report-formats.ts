import { placeData } from '../../../build/compiler/diagnostics/diagnostic-data.ts';
import type { Finding } from '../finding.ts';
import type { DiffReport } from './plain.ts';
import { workflowCommand } from './workflow-command.ts';
import { operationsText, plainReport, summary } from './plain.ts';
import { formatLocation, printable } from '../../../build/compiler/diagnostics/source.ts';

/** The formats of a report. */
export const FORMATS: { readonly [format: string]: (report: DiffReport) => string } = {
  text: plainReport,
  json: jsonReport,
  markdown: markdownReport,
  github: githubReport,
};

/** Writes findings as JSON: lines and columns count from 1. */
function jsonReport({ baseline, findings }: DiffReport): string {
  return JSON.stringify(
    {
      baseline,
      findings: findings.map(({ before, after, ...finding }) => ({
        ...finding,
        ...(before !== undefined && { before: placeData(before) }),
        ...(after !== undefined && { after: placeData(after) }),
      })),
    },
    null,
    2,
  );
}

/** Writes findings for a comment on a pull request. */
function markdownReport({ baseline, findings }: DiffReport): string {
  const title = '## API changes';
  if (findings.length === 0) return `${title}\n\nNo differences from \`${baseline}\`.`;
  const rows = findings.map(({ severity, id, operations, message, before, after }) => {
    const at = after ?? before;
    const cells = [
      severity,
      `\`${id}\``,
      operationsText(operations),
      message,
      at === undefined ? '' : formatLocation(at),
    ];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
  const table = ['| severity | check | operation | change | location |', '| --- | --- | --- | --- | --- |', ...rows];
  const witnesses = findings.flatMap((finding) => (finding.witness === undefined ? [] : [witnessText(finding)]));
  const counts = `Compared with \`${baseline}\`: ${summary(findings)}.`;
  return [title, counts, table.join('\n'), ...witnesses].join('\n\n');
}

/** A cell of a table: it cannot contain a line break or a bar. */
function cell(text: string): string {
  return inline(text.replaceAll('\\', '\\\\').replaceAll('|', '\\|'));
}

/** Text of one line without HTML and mentions of people, even if a path or a name contains some. */
function inline(text: string): string {
  return printable(text.replaceAll(/\s*\n\s*/g, ' '))
    .replaceAll('<', '&lt;')
    .replaceAll(/@(?=\w)/g, '@<!-- -->');
}

function witnessText({ id, operations, witness }: Finding): string {
  const fence = '`'.repeat(Math.max(3, ...[...witness!.curl.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  const reason = `\`${id}\` of ${inline(operationsText(operations))}: the baseline accepts this request, and now it is refused (${inline(witness!.reason)}).`;
  return `${reason}\n\n${fence}sh\n${witness!.curl}\n${fence}`;
}

/** Writes findings as annotations of GitHub Actions. */
function githubReport({ baseline, findings }: DiffReport): string {
  const lines = findings.map(({ severity, id, operations, message, before, after, witness }) => {
    // A location in the baseline is in no file of the pull request.
    const was = after === undefined && before !== undefined ? ` It was at ${formatLocation(before)}.` : '';
    const shown = witness === undefined ? '' : `\n${witness.curl}`;
    return workflowCommand(severity, after, id, `${operationsText(operations)}: ${message}.${was}${shown}`);
  });
  const end =
    findings.length === 0 ? `No differences from ${baseline}.` : `Compared with ${baseline}: ${summary(findings)}.`;
  return [...lines, end].join('\n');
}
