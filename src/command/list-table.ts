import type { Compilation, CompiledOperation } from '../build/compiler/compile.ts';
import type { Access } from '../build/compiler/operations/caller-access.ts';
import { accessOf, byOpenness } from '../build/compiler/operations/caller-access.ts';
import { securityOf } from '../shared/contract/operation.ts';

/** The list of operations and events in JSON. `security` is what applies: their own, or else that of the document; an empty list for public operations. */
export function listData({ operations, events, document }: Compilation): string {
  const described = operations.map(({ contract }) => {
    const { method, path, webhook, operationId, id, tags, deprecated, tool } = contract;
    const security = securityOf(contract, document);
    const isDeprecated = deprecated === undefined ? undefined : true;
    return { method, path, webhook, operationId, id, tags, security, deprecated: isDeprecated, tool: tool?.name };
  });
  const sent = events.map(({ contract: { event, id, summary, tags, deprecated } }) => {
    const isDeprecated = deprecated === undefined ? undefined : true;
    return { event, id, summary, tags, deprecated: isDeprecated };
  });
  return JSON.stringify([...described, ...sent], null, 2);
}

/** The list of operations for a terminal, in columns. */
export function listText({ operations, events }: Compilation): string {
  return inColumns([
    ...operations.map(({ contract: { method, path, operationId = '', id, tool } }) => [
      method,
      path,
      operationId,
      id,
      ...(tool === undefined ? [] : [`tool ${tool.name}`]),
    ]),
    ...events.map(({ contract: { event = '', id } }) => ['event', event, '', id]),
  ]);
}

/** Who can call each operation, in JSON. Open operations come first. It has no lines, so that it only changes with the access. */
export function accessData(compilation: Compilation): string {
  const rows = withAccess(compilation).map(([{ contract }, access]) => {
    const { method, path, webhook } = contract;
    const { who, security, wrappedBy, guards, limits } = access;
    const schemes = security.map(({ value }) => value);
    return {
      method,
      path,
      webhook,
      who,
      security: schemes,
      wrappedBy,
      authorizedBy: guards.map((guard) => guard.path),
      ...(limits.length > 0 && { limits }),
    };
  });
  return JSON.stringify(rows, null, 2);
}

/** Who can call each operation, for a terminal. Open operations come first. */
export function accessText(compilation: Compilation): string {
  return inColumns(
    withAccess(compilation).map(([{ contract }, { who, guards, limits }]) => {
      const notes = [
        ...(guards.length === 0 ? [] : [`authorized by ${guards.map(({ path }) => path).join(', ')}`]),
        ...(limits.length === 0 ? [] : [`limited to ${limits.join(', ')}`]),
      ];
      return [contract.method, contract.path, who, ...(notes.length === 0 ? [] : [notes.join(', ')])];
    }),
  );
}

function withAccess(compilation: Compilation): (readonly [CompiledOperation, Access])[] {
  return compilation.operations
    .map((operation) => [operation, accessOf(operation, compilation)] as const)
    .sort(byOpenness);
}

/** Pads the cells of all columns but the last one. */
function inColumns(rows: readonly (readonly string[])[]): string {
  const last = Math.max(0, ...rows.map(({ length }) => length - 1));
  const widths = Array.from({ length: last }, (_, column) =>
    Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
