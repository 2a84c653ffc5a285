import type { Operation, Tool } from '../../../shared/contract/operation.ts';
import { toolName } from '../../../shared/contract/tool-name.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declarations } from '../language/declared.ts';
import type { Layer } from './inherit.ts';

/** The operation as a tool; undefined if it is not one. An internal operation never is. */
export function toolOf(
  operation: Pick<Operation, 'operationId' | 'method' | 'path'>,
  { tool: [tool], internal }: Layer,
): Tool | undefined {
  if (tool === undefined || tool.value === 'none' || internal.length > 0) return undefined;
  const { name = toolName(operation), description } = tool.value;
  return { name, ...(description !== undefined && { description }) };
}

/** Reports an internal operation whose own comment makes it a tool. */
export function checkTool({ tool: [tool] }: Declarations, { internal: [internal] }: Layer, report: Report): void {
  if (tool !== undefined && tool.value !== 'none' && internal !== undefined)
    report(messages.internalTool(tool.at, internal.at));
}
