import type { Compilation, CompiledOperation } from '../compiler/compile.ts';
import { securityOf } from '../contract/operation.ts';

/** The list of operations in JSON. `security` is what applies: their own, or else that of the document; an empty list for public operations. */
export function listData({ operations, document }: Compilation): string {
  const described = operations.map(({ contract }) => {
    const { method, path, webhook, operationId, id, tags, deprecated, tool } = contract;
    const security = securityOf(contract, document);
    const isDeprecated = deprecated === undefined ? undefined : true;
    return { method, path, webhook, operationId, id, tags, security, deprecated: isDeprecated, tool: tool?.name };
  });
  return JSON.stringify(described, null, 2);
}

/** The list of operations for a terminal, in columns. */
export function listText(operations: readonly CompiledOperation[]): string {
  const rows = operations.map(({ contract: { method, path, operationId = '', id, tool } }) => [
    method,
    path,
    operationId,
    ...(tool === undefined ? [id] : [id, `tool ${tool.name}`]),
  ]);
  const hasTools = rows.some((row) => row.length > 4);
  const widths = (hasTools ? [0, 1, 2, 3] : [0, 1, 2]).map((column) =>
    Math.max(0, ...rows.map((row) => row[column]!.length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return lines.join('\n');
}
