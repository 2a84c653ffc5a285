import type { McpData, ToolData } from '../contract/mcp.ts';
import type { Schema } from '../contract/operation.ts';

/** A tool as `tools/list` shows it: schema of the specification, Tool. */
export function listTool(data: McpData, tool: ToolData, isLegacy: boolean): object {
  const { name, title, description, input, annotations, uses } = tool;
  const output = outputSchema(tool, isLegacy);
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: withDefinitions(data, inputSchema(tool, input), uses[0]!),
    ...(output !== undefined && { outputSchema: withDefinitions(data, output, uses[1]!) }),
    annotations: { ...(title !== undefined && { title }), ...annotations },
  };
}

function withDefinitions({ definitions }: McpData, schema: Schema, names: readonly string[]): Schema {
  if (names.length === 0) return schema;
  return {
    ...schema,
    $defs: { ...Object.fromEntries(names.map((name) => [name, definitions[name]])), ...(schema['$defs'] as object) },
  };
}

function inputSchema({ key }: ToolData, input: Schema): Schema {
  if (key !== true || 'idempotency_key' in (input['properties'] as object)) return input;
  const property = { type: 'string', description: 'The same key for each repetition of this call.' };
  return { ...input, properties: { ...(input['properties'] as object), idempotency_key: property } };
}

/** The schema of `structuredContent`. A list has the arguments of its next page, and before 2026-07-28 the root is an object. */
export function outputSchema(tool: ToolData, isLegacy: boolean): Schema | undefined {
  const { output, paging, etag } = tool;
  if (output === undefined) return undefined;
  if (!isWrapped(tool, isLegacy)) return tool.isObject ? { type: 'object', ...output } : output;
  return {
    type: 'object',
    properties: {
      result: output,
      ...(paging && {
        next: { type: 'object', description: 'The arguments that the next page changes; absent at the end.' },
      }),
      ...(paging && { total: { type: 'integer' } }),
      ...(etag && { etag: { type: 'string' } }),
    },
    required: ['result'],
  };
}

/** Whether the body of a response is in the property `result`. */
export function isWrapped({ paging, etag, isObject }: ToolData, isLegacy: boolean): boolean {
  return paging !== undefined || etag === true || (isLegacy && isObject !== true);
}
