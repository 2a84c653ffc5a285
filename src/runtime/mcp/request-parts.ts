import type { QueryStyle } from '../../shared/contract/operation.ts';
import type { ToolArgument, ToolData } from '../../shared/contract/mcp.ts';
import type { Arguments, McpFeatures } from './protocol.ts';

/** The parts of a request that arguments become. */
export interface RequestParts {
  readonly path: Arguments;
  readonly query: Arguments;
  readonly header: Arguments;
  /** Undefined without a body. */
  readonly body: unknown;
}

/**
 * Sorts arguments into the parts of a request.
 *
 * @throws {TypeError} If an argument is unknown, or a file is not Base64.
 */
export function readArguments({ bodies, styles }: McpFeatures, tool: ToolData, given: Arguments): RequestParts {
  // Without a prototype, every name is a property.
  const parts = { path: bare(), query: bare(), header: bare(), body: bare() };
  const styled: Record<string, QueryStyle> = {};
  let whole: unknown;
  for (const [argument, value] of Object.entries(given)) {
    const { in: place, name, isFile, style } = argumentOf(tool, argument);
    const sent = isFile && value !== null ? bodies!.decode(value) : value;
    if (style) styled[name!] = style;
    if (name === undefined) whole = sent;
    else parts[place][name] = sent;
  }
  const isEmpty = tool.body === undefined || (tool.body === 'optional' && Object.keys(parts.body).length === 0);
  const body = tool.body === 'whole' ? whole : isEmpty ? undefined : parts.body;
  return { ...parts, query: styles?.(parts.query, styled) ?? parts.query, body };
}

function bare(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

function argumentOf(tool: ToolData, name: string): ToolArgument {
  if (Object.hasOwn(tool.arguments, name)) return tool.arguments[name]!;
  if (tool.isOpen) return { in: 'body', name };
  // A full stop follows the message.
  throw new TypeError(unknownArgument(name, Object.keys(tool.arguments)).slice(0, -1));
}

/** The message about an argument that a tool does not take. */
export function unknownArgument(name: string, known: readonly string[]): string {
  const taken = known.length === 0 ? 'The tool takes none.' : `The tool takes ${known.join(', ')}.`;
  return `Unknown argument ${JSON.stringify(name.slice(0, 100))}. ${taken}`;
}
