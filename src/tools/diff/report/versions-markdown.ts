import type { Finding } from '../finding.ts';

/** The sections of the list, by the severity of their changes for clients. */
const SECTIONS = [
  ['error', 'Changes that your client needs'],
  ['warning', 'Changes that your client may need'],
  ['info', 'New'],
] as const;

/** The checks that only find that the older version ends. */
const OF_VERSIONS = ['endpoint-reactivated', 'sunset-deleted'];

/** The changes between two versions as Markdown for customers: required changes first, without the names of checks and files. */
export function versionsMarkdown(before: string, after: string, all: readonly Finding[]): string {
  const findings = all.filter(({ id }) => !OF_VERSIONS.includes(id));
  const sections = SECTIONS.flatMap(([severity, title]) => {
    const own = findings.filter((finding) => severityOf(finding) === severity);
    return own.length === 0 ? [] : [`## ${title}`, own.map(lineOf).join('\n')];
  });
  const changes = sections.length === 0 ? ['Nothing has changed.'] : sections;
  return [`# Changes from ${before} to ${after}`, ...changes].join('\n\n');
}

/** An operation that is gone is a change even if it was deprecated before. */
function severityOf({ id, severity }: Finding): string {
  return id.includes('removed-with-deprecation') ? 'error' : severity;
}

function lineOf({ operations, message }: Finding): string {
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  const subject = operations.length === 0 ? '' : `${operations.map((each) => `\`${each}\``).join(', ')}: `;
  return `- ${subject}${text}${/[.!?]$/.test(text) ? '' : '.'}`;
}
