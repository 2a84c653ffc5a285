import type { Compilation, CompiledOperation } from '../build/compiler/compile.ts';
import { pathOfId } from '../build/compiler/operations/tree-files.ts';
import type { Access } from '../build/compiler/operations/caller-access.ts';
import { accessOf, byOpenness } from '../build/compiler/operations/caller-access.ts';
import type { Operation } from '../shared/contract/operation.ts';
import { securityOf } from '../shared/contract/operation.ts';
import { printable } from '../build/compiler/diagnostics/source.ts';
import { paintMethod } from './colors.ts';

/**
 * The list of operations and events in JSON. `security` contains the alternatives that apply: their own, or else those of the document; an empty list for
 * public operations.
 */
export function listData({ operations, events, document }: Compilation): string {
  const described = operations.map(({ contract }) => {
    const { method, path, webhook, operationId, tags, deprecated, tool, version } = contract;
    const id = pathOfId(contract.id);
    const security = securityOf(contract, document);
    const isDeprecated = deprecated === undefined ? undefined : true;
    return {
      method,
      path,
      webhook,
      operationId,
      id,
      tags,
      security,
      deprecated: isDeprecated,
      tool: tool?.name,
      version,
    };
  });
  const sent = events.map(({ contract: { event, id, summary, tags, deprecated } }) => {
    const isDeprecated = deprecated === undefined ? undefined : true;
    return { event, id, summary, tags, deprecated: isDeprecated };
  });
  return JSON.stringify([...described, ...sent], null, 2);
}

/** How a list is written. */
export interface ListStyle {
  /** The columns of the terminal; undefined if every row is written whole, as for a file. */
  readonly width: number | undefined;
  readonly hasColors: boolean;
}

const PLAIN: ListStyle = { width: undefined, hasColors: false };

/** The list of operations for a terminal, in columns. */
export function listText({ operations, events }: Compilation, style: ListStyle = PLAIN): string {
  const rows = [
    ...operations.map(({ contract }) => {
      const { method, path, operationId = '', id, tool } = contract;
      const notes = [...versionNotes(contract), ...(tool === undefined ? [] : [`tool ${tool.name}`])];
      return [method, path, operationId, pathOfId(id), ...(notes.length === 0 ? [] : [notes.join(', ')])];
    }),
    ...events.map(({ contract: { event = '', id } }) => ['event', event, '', id]),
  ];
  // The directories of a file repeat the path, so its end is the useful part.
  return inColumns(rows, style, [
    [FILE, MIN_FILE],
    [PATH, MIN_PATH],
  ]);
}

/** The version of an operation, if its path does not have it. */
function versionNotes({ version, versionHeader }: Operation): string[] {
  return versionHeader === undefined ? [] : [`version ${version}`];
}

const [PATH, FILE] = [1, 3];

/** The minimum widths of a path and a file name in a narrow terminal. */
const [MIN_PATH, MIN_FILE] = [24, 16];

/** Who can call each operation, in JSON. Open operations come first. It has no lines, so that it only changes with the access. */
export function accessData(compilation: Compilation): string {
  const rows = withAccess(compilation).map(([{ contract }, access]) => {
    const { method, path, webhook, version, versionHeader } = contract;
    const { who, security, wrappedBy, guards, required, limits } = access;
    const schemes = security.map(({ value }) => value);
    return {
      method,
      path,
      webhook,
      ...(versionHeader !== undefined && { version }),
      who,
      security: schemes,
      wrappedBy,
      authorizedBy: guards.map((guard) => guard.path),
      ...(required.length > 0 && { requires: textsOf(access) }),
      ...(limits.length > 0 && { limits }),
    };
  });
  return JSON.stringify(rows, null, 2);
}

/** Who can call each operation, for a terminal. Open operations come first. */
export function accessText(compilation: Compilation, style: ListStyle = PLAIN): string {
  return inColumns(
    withAccess(compilation).map(([{ contract }, access]) => {
      const { who, wrappedBy, guards, required, limits } = access;
      const notes = [
        ...versionNotes(contract),
        ...(wrappedBy.length === 0 ? [] : [`wrapped by ${wrappedBy.join(', ')}`]),
        ...(required.length === 0 ? [] : [`requires ${textsOf(access).join(', ')}`]),
        ...(guards.length === 0 ? [] : [`authorized by ${guards.map(({ path }) => path).join(', ')}`]),
        ...(limits.length === 0 ? [] : [`limited to ${limits.join(', ')}`]),
      ];
      return [contract.method, contract.path, who, ...(notes.length === 0 ? [] : [notes.join(', ')])];
    }),
    style,
    [],
  );
}

/** The requirements of custom directives. */
function textsOf({ required }: Access): string[] {
  return required.flatMap(({ texts }) => texts);
}

function withAccess(compilation: Compilation): (readonly [CompiledOperation, Access])[] {
  return compilation.operations
    .map((operation) => [operation, accessOf(operation, compilation)] as const)
    .sort(byOpenness);
}

/**
 * Pads the cells of all columns but the last one, and colors the first.
 *
 * @param narrowed The columns that are cut off at their start if the rows are too wide, in this order, each with its least width.
 */
function inColumns(
  given: readonly (readonly string[])[],
  { width = Infinity, hasColors }: ListStyle,
  narrowed: readonly (readonly [column: number, least: number])[],
): string {
  const rows = given.map((row) => row.map(printable));
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, i) => Math.max(0, ...rows.map((row) => row[i]?.length ?? 0)));
  let excess = widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length) - width;
  for (const [column, least] of narrowed) {
    const cut = Math.min(excess, (widths[column] ?? 0) - least);
    if (cut <= 0) continue;
    widths[column]! -= cut;
    excess -= cut;
  }
  return rows.map((row) => rowText(row, widths, hasColors)).join('\n');
}

const GAP = '  ';

function rowText(row: readonly string[], widths: readonly number[], hasColors: boolean): string {
  const cells = row.map((cell, i) => endOf(cell, widths[i]!).padEnd(widths[i]!));
  const [method = '', ...others] = cells;
  return [hasColors ? paintMethod(method) : method, ...others].join(GAP).trimEnd();
}

/** The end of a text that is too long. */
function endOf(text: string, width: number): string {
  return text.length <= width ? text : `…${text.slice(text.length - width + 1)}`;
}
