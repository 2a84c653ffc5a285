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
  let whole: unknown;
  let uploaded = 0;
  const decode = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(decode);
    const bytes = fromBase64(value);
    uploaded += bytes.length;
    return new Blob([new Uint8Array(bytes)]);
  };
  const joined: string[] = [];
  const styles: Record<string, QueryStyle> = {};
  for (const [name, value] of Object.entries(given)) {
    const argument = argumentOf(tool, name);
    const { in: place, name: target, isFile, isJoined, style } = argument;
    const sent = isFile === true && value !== null ? decode(value) : value;
    if (isJoined === true) joined.push(target!);
    if (style !== undefined) styles[target!] = style;
    if (target === undefined) whole = sent;
    else parts[place][target] = sent;
  }
  const hasBody =
    tool.mediaType !== undefined && Object.values(tool.arguments).some(({ in: place }) => place === 'body');
  const isWhole = Object.values(tool.arguments).some(
    (argument) => argument.in === 'body' && argument.name === undefined,
  );
  const { path, header } = parts;
  const query = styled(parts.query, styles);
  const body = isWhole ? whole : hasBody || tool.isOpen === true ? parts.body : undefined;
  return { input: { path, query, header, ...(body !== undefined && { body }) } as ClientRequest, joined, uploaded };
}

function bare(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

function argumentOf(tool: ToolData, name: string): ToolArgument {
  if (Object.hasOwn(tool.arguments, name)) return tool.arguments[name]!;
  if (tool.key === true && name === 'idempotency_key') return { in: 'header', name: 'Idempotency-Key' };
  if (tool.isOpen === true) return { in: 'body', name };
  const known = Object.keys(tool.arguments);
  throw new TypeError(
    `Unknown argument ${JSON.stringify(name.slice(0, 100))}. ${known.length === 0 ? 'The tool takes none' : `The tool takes ${known.join(', ')}`}`,
  );
}

function fromBase64(value: unknown): Buffer {
  if (typeof value !== 'string' || !/^[\w+/-]*={0,2}$/.test(value))
    throw new TypeError('Send the content of a file as Base64');
  return Buffer.from(value, 'base64');
}
