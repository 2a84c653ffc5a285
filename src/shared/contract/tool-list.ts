import type { McpData, ToolData } from './mcp.ts';
import type { Schema } from './operation.ts';

/**
 * A tool as `tools/list` shows it: schema of the specification, Tool.
 *
 * @param isLegacy Whether the revision is before 2026-07-28, in which the root of an output is an object.
 */
export function listTool(
  definitions: McpData['definitions'],
  { name, title, description, input, output, isObject, annotations, uses }: Omit<ToolData, 'signature' | 'tokens'>,
  isLegacy: boolean,
): object {
  const result =
    isLegacy && output && !isObject ? { type: 'object', properties: { result: output }, required: ['result'] } : output;
  return {
    name,
    title,
    description,
    inputSchema: withDefinitions(definitions, input, uses[0]!),
    outputSchema: result && withDefinitions(definitions, result, uses[1]!),
    annotations,
  };
}

function withDefinitions(definitions: McpData['definitions'], schema: Schema, names: readonly string[]): Schema {
  if (names.length === 0) return schema;
  const used = names.map((name) => [name, definitions[name]]);
  return { ...schema, $defs: { ...Object.fromEntries(used), ...(schema['$defs'] as object | undefined) } };
}
