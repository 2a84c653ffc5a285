import type { McpData, ToolData } from '../../shared/contract/mcp.ts';

/** Tools without the arguments that are headers of the caller: a model could otherwise choose those that the caller does not have. */
export function withoutForwarded(data: McpData, forward: readonly string[]): McpData {
  const names = new Set(forward.map((name) => name.toLowerCase()));
  return names.size === 0 ? data : { ...data, tools: data.tools.map((tool) => withoutHeaders(tool, names)) };
}

function withoutHeaders(tool: ToolData, names: ReadonlySet<string>): ToolData {
  const isForwarded = (argument: string): boolean => {
    const { in: place, name = '' } = tool.arguments[argument] ?? {};
    return place === 'header' && names.has(name.toLowerCase());
  };
  const left = Object.keys(tool.arguments).filter(isForwarded);
  if (left.length === 0) return tool;
  const without = <T>(values: { readonly [name: string]: T } = {}): { readonly [name: string]: T } =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !left.includes(name)));
  const { properties, required = [] } = tool.input as {
    readonly properties?: { readonly [name: string]: unknown };
    readonly required?: readonly string[];
  };
  const input = {
    ...tool.input,
    properties: without(properties),
    required: required.filter((name) => !left.includes(name)),
  };
  const signature = `${tool.signature}\nLeave out ${left.join(', ')}: the server takes it from the caller.`;
  return { ...tool, arguments: without(tool.arguments), input, signature };
}
