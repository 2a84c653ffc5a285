import { styled } from '../client/styles.ts';
import type { QueryStyle } from '../contract/operation.ts';
import type { ClientRequest } from '../client/types.ts';
import type { ToolArgument, ToolData } from '../contract/mcp.ts';

/** The parts of a request that arguments become. */
export interface RequestParts {
  readonly input: ClientRequest;
  /** The query parameters whose items are separated by commas. */
  readonly joined: readonly string[];
  /** The size of all files, in bytes. */
  readonly uploaded: number;
}

/**
 * Sorts arguments into the parts of a request.
 *
 * @throws {TypeError} If an argument is unknown, or a file is not Base64.
 */
export function readArguments(tool: ToolData, given: Readonly<Record<string, unknown>>): RequestParts {
  // Without a prototype, every name is a property.
  const parts = { path: bare(), query: bare(), header: bare(), body: bare() };
  const styles: Record<string, QueryStyle> = {};
  const joined: string[] = [];
  let whole: unknown;
  let uploaded = 0;
  const decode = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(decode);
    const bytes = fromBase64(value);
    uploaded += bytes.length;
    return new Blob([bytes]);
  };
  for (const [argument, value] of Object.entries(given)) {
    const { in: place, name, isFile, isJoined, style } = argumentOf(tool, argument);
    const sent = isFile && value !== null ? decode(value) : value;
    if (isJoined) joined.push(name!);
    if (style) styles[name!] = style;
    if (name === undefined) whole = sent;
    else parts[place][name] = sent;
  }
  const isEmpty = tool.body === undefined || (tool.body === 'optional' && Object.keys(parts.body).length === 0);
  const body = tool.body === 'whole' ? whole : isEmpty ? undefined : parts.body;
  const input = { ...parts, query: styled(parts.query, styles), body };
  return { input: input as unknown as ClientRequest, joined, uploaded };
}

function bare(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

function argumentOf(tool: ToolData, name: string): ToolArgument {
  if (Object.hasOwn(tool.arguments, name)) return tool.arguments[name]!;
  if (tool.isOpen) return { in: 'body', name };
  const known = Object.keys(tool.arguments);
  throw new TypeError(
    `Unknown argument ${JSON.stringify(name.slice(0, 100))}. ${known.length === 0 ? 'The tool takes none' : `The tool takes ${known.join(', ')}`}`,
  );
}

function fromBase64(value: unknown): Uint8Array<ArrayBuffer> {
  if (typeof value !== 'string' || !/^[\w+/-]*={0,2}$/.test(value))
    throw new TypeError('Send the content of a file as Base64');
  return Uint8Array.from(Buffer.from(value, 'base64'));
}
