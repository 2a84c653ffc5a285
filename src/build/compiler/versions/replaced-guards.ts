import { isAsStrict } from '../../../shared/contract/security-requirements.ts';
import { securityOf } from '../../../shared/contract/operation.ts';
import { DESCRIBED } from '../../../directives/table.ts';
import type { DirectiveDescription } from '../../../directives/directive-description.ts';
import type { CustomRow } from '../../../directives/custom/custom-row.ts';
import type { Compilation } from '../compilation.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared } from '../diagnostics/source.ts';
import { coversAll, customRowsIn, declaredValues } from '../language/described.ts';
import type { Guarding } from '../operations/guarding.ts';
import { asDeep, guardingIn, isReplacedBy } from '../operations/guarding.ts';
import type { CompiledMiddleware } from '../operations/middleware.ts';
import { declares, isParameter } from '../operations/field-reads.ts';
import { guardsOf, middlewareAround } from '../operations/middleware.ts';
import type { CompiledOperation } from '../operations/resolve.ts';
import { isAround, ownPath } from '../operations/tree-files.ts';

const ROWS: readonly DirectiveDescription[] = DESCRIBED;

/** An operation of a version, and the `_middleware` files of the version. */
export interface InVersion {
  readonly operation: CompiledOperation;
  readonly files: Pick<Compilation, 'middleware' | 'directories'>;
}

/** Reports guards that protect an operation of the next version, and are missing in the file that an older version has in its place. */
export function checkReplaced(
  older: InVersion,
  newer: InVersion,
  { document }: Pick<Compilation, 'document'>,
  report: Report,
): void {
  const [own, replaced] = [older.operation, newer.operation];
  if (replaced.guard !== undefined && own.guard === undefined)
    report(messages.lostVersionGuard(own.pathAt, '"authorize"', replaced.guard.at));
  if (replaced.guard !== undefined && replaced.guard.allowsAll !== true && own.guard?.allowsAll === true)
    report(messages.weakerVersion(own.guard.at, '"authorize"', replaced.guard.at));
  checkMiddleware(older, newer, report);
  checkReads(older, replaced, report);
  checkSecurity(own, replaced, document, report);
  checkExtensions(own, replaced, report);
  for (const row of ROWS) checkRow(row, own, replaced, report);
  for (const row of customRowsAround(newer)) checkCustom(row, own, replaced, report);
}

/**
 * Reports the `_middleware` files that run for an operation of the next version, but not for the file in its place, which is in another directory. The file can
 * have its own `authorize`, or other files of the version, in directories as deep, can replace them.
 */
function checkMiddleware(older: InVersion, newer: InVersion, report: Report): void {
  // An "authorize" in place of the one of the operation doesn't replace that of a directory, too.
  if (older.operation.guard !== undefined && newer.operation.guard === undefined) return;
  const [own, replaced] = [middlewareOf(older), middlewareOf(newer)];
  const others = [...own].flatMap(([path, file]) => (replaced.has(path) ? [] : guardsIn(file)));
  for (const [path, file] of replaced)
    if (
      !own.has(path) &&
      guardsIn(file).some((guard) => !isReplacedBy(guard, asDeep(others, guard), older.operation.contract.security))
    )
      report(
        messages.lostVersionMiddleware(
          older.operation.pathAt,
          ownPath(path),
          file.guard?.at ?? file.at,
          older.operation.guard !== undefined,
        ),
      );
}

/** Warns of guards of both versions that read a parameter which only the newer one has. */
function checkReads({ operation, files }: InVersion, { contract: newer }: CompiledOperation, report: Report): void {
  const around = middlewareAround(operation, files.middleware).flatMap((file) => file.parameterReads);
  const guards = guardsOf(operation, files.middleware).flatMap((guard) => guard.fieldReads);
  for (const { value, at, among } of [...around, ...guards])
    if (among === undefined && isParameter(value) && declares(newer, value) && !declares(operation.contract, value))
      report(messages.versionRead(operation.pathAt, value, at));
}

/** Reports `@x-...` lines that are missing: middleware can read a role or a plan from them. */
function checkExtensions(own: CompiledOperation, replaced: CompiledOperation, report: Report): void {
  const { extensions: known = {} } = own.contract;
  const lost = Object.keys(replaced.contract.extensions ?? {}).filter((name) => !Object.hasOwn(known, name));
  if (lost.length > 0) report(messages.lostExtensions(own.pathAt, lost, replaced.pathAt));
}

/** The `_middleware` files around an operation, by their paths. */
function middlewareOf({ operation, files }: InVersion): ReadonlyMap<string, CompiledMiddleware> {
  return new Map(middlewareAround(operation, files.middleware).map((file) => [file.path, file]));
}

/** How a file guards by its code. Its comment is compared by its effect on the contract. */
function guardsIn(middleware: CompiledMiddleware): Guarding[] {
  return guardingIn({ middleware, contract: undefined });
}

/** The guards of packages in the comment of an operation, and in those of its directories. */
function customRowsAround({ operation, files }: InVersion): readonly CustomRow[] {
  const around = files.directories.filter(({ directory }) => isAround(directory, operation.contract.id));
  const rows = [operation, ...around].flatMap(({ declarations }) => customRowsIn(declarations.described));
  return [...new Set(rows)];
}

function checkSecurity(
  own: CompiledOperation,
  replaced: CompiledOperation,
  document: Compilation['document'],
  report: Report,
): void {
  const [now, before] = [securityOf(own.contract, document), securityOf(replaced.contract, document)];
  if (before.length === 0 || isAsStrict(now, before)) return;
  const lines = own.declarations.security;
  const at = replaced.declarations.security[0]?.at ?? replaced.pathAt;
  if (lines.length === 0) report(messages.lostVersionGuard(own.pathAt, '"@security"', at));
  else if (lines.every(({ weakerAt }) => weakerAt === undefined))
    report(messages.weakerVersion(lines[0]!.at, '"@security"', at));
}

/** The same for a guard of a package: each line needs one that accepts no other callers. */
function checkCustom(row: CustomRow, own: CompiledOperation, replaced: CompiledOperation, report: Report): void {
  const [now, before] = [own, replaced].map(
    ({ contract }) => contract.custom?.find(({ name }) => name === row.name)?.values ?? [],
  );
  const isLost = !coversAll(row, now!, before!);
  if (row.protects !== true || !isLost) return;
  const at = declaredValues(replaced.declarations.described, row)[0]?.at ?? replaced.pathAt;
  const subject = `"@${row.name}"`;
  if (own.declarations.described.has(row)) report(messages.weakerVersion(own.pathAt, subject, at));
  else report(messages.lostVersionGuard(own.pathAt, subject, at));
}

function checkRow(
  row: DirectiveDescription,
  own: CompiledOperation,
  replaced: CompiledOperation,
  report: Report,
): void {
  // A file of a version is internal if the one that it replaces is.
  if (row.protects !== true) return;
  const changes = row.changes?.(replaced.contract, own.contract, 'it') ?? [];
  const isWeaker = changes.some(([check]) => row.weakening?.includes(check) === true);
  if (!isWeaker) return checkLost(row, own, replaced, report);
  const subject = `"@${row.name}"`;
  if (own.declarations.described.has(row)) report(messages.weakerVersion(own.pathAt, subject, replaced.pathAt));
  else report(messages.lostVersionGuard(own.pathAt, subject, replaced.pathAt));
}

/** Reports a directive that protects the replaced operation if no line applies to the one in its place. One with another value is deliberate. */
function checkLost(
  row: DirectiveDescription,
  own: CompiledOperation,
  replaced: CompiledOperation,
  report: Report,
): void {
  const line = linesOf(row, replaced).find(({ value }) => row.protectsBy?.(value, own.contract) ?? true);
  if (line !== undefined && linesOf(row, own).length === 0) report(messages.lostProtection(own.pathAt, row, line.at));
}

/** The lines of a directive that apply to an operation: its own, or otherwise those of its directories. */
function linesOf(
  row: DirectiveDescription,
  { declarations, inherited }: CompiledOperation,
): readonly Declared<unknown>[] {
  const own = declaredValues(declarations.described, row);
  return own.length > 0 || inherited === undefined ? own : declaredValues(inherited.layer.described, row);
}
