import { suffices } from '../../../shared/contract/security-requirements.ts';
import { securityOf } from '../../../shared/contract/operation.ts';
import { DESCRIBED } from '../../../directives/table.ts';
import type { DirectiveDescription } from '../../../directives/directive-description.ts';
import type { CustomRow } from '../../../directives/custom/custom-row.ts';
import type { Compilation } from '../compilation.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { customRowsIn, valuesOf } from '../language/described.ts';
import type { CompiledOperation } from '../operations/resolve.ts';

const ROWS: readonly DirectiveDescription[] = DESCRIBED;

/** Reports what protects an operation of the next version, and is missing in the file that an older version has in its place. */
export function checkReplaced(
  own: CompiledOperation,
  replaced: CompiledOperation,
  { document }: Pick<Compilation, 'document'>,
  report: Report,
): void {
  if (replaced.guard !== undefined && own.guard === undefined)
    report(messages.lostVersionGuard(own.pathAt, '"authorize"', replaced.guard.at));
  checkSecurity(own, replaced, document, report);
  for (const row of ROWS) checkRow(row, own, replaced, report);
  for (const row of customRowsIn(replaced.declarations.described)) checkCustom(row, own, replaced, report);
}

function checkSecurity(
  own: CompiledOperation,
  replaced: CompiledOperation,
  document: Compilation['document'],
  report: Report,
): void {
  const [now, before] = [securityOf(own.contract, document), securityOf(replaced.contract, document)];
  if (before.length === 0) return;
  const isWeaker = now.length === 0 || now.some((each) => !before.some((other) => suffices(each, other)));
  if (!isWeaker) return;
  const lines = own.declarations.security;
  const at = replaced.declarations.security[0]?.at ?? replaced.pathAt;
  if (lines.length === 0) report(messages.lostVersionGuard(own.pathAt, '"@security"', at));
  else if (lines.every(({ weakerAt }) => weakerAt === undefined))
    report(messages.weakerVersion(lines[0]!.at, '"@security"', at));
}

/** The same for a guard of a package: each line needs one that lets nobody else pass. */
function checkCustom(row: CustomRow, own: CompiledOperation, replaced: CompiledOperation, report: Report): void {
  const now = own.contract.custom?.find(({ name }) => name === row.name)?.values ?? [];
  const lost = valuesOf(replaced.declarations.described, row).find(
    ({ value }) => !now.some((line) => row.covers(line, value)),
  );
  if (row.protects !== true || lost === undefined) return;
  const subject = `"@${row.name}"`;
  if (own.declarations.described.has(row)) report(messages.weakerVersion(own.pathAt, subject, lost.at));
  else report(messages.lostVersionGuard(own.pathAt, subject, lost.at));
}

function checkRow(
  row: DirectiveDescription,
  own: CompiledOperation,
  replaced: CompiledOperation,
  report: Report,
): void {
  const changes = row.changes?.(replaced.contract, own.contract, 'it') ?? [];
  if (!changes.some(([check]) => row.weakening?.includes(check) === true)) return;
  const subject = `"@${row.name}"`;
  if (own.declarations.described.has(row)) report(messages.weakerVersion(own.pathAt, subject, replaced.pathAt));
  else report(messages.lostVersionGuard(own.pathAt, subject, replaced.pathAt));
}
