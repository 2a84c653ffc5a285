import type { IncomingMessage } from 'node:http';
import { request } from '../shared/contract/node-http.ts';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** A message of the protocol: JSON-RPC 2.0. */
interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: { readonly tools?: readonly ListedTool[] };
}

/** The part of a listed tool that is used here. */
interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly properties?: { readonly [name: string]: { readonly 'x-mcp-header'?: string } } };
}

/** The settings of a bridge. */
export interface BridgeOptions {
  /** The messages of the client, one a line. */
  readonly input: Readable;
  /** Writes a line for the client. */
  readonly write: (line: string) => void;
  /** The address of the server. */
  readonly url: string;
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How long calls may go on after the end of the input, in milliseconds. */
const LAST_CALLS = 5_000;

const META = 'io.modelcontextprotocol/protocolVersion';

/**
 * Passes the messages of a client on standard input to a server, and its answers back: transports of the specification, stdio. It returns when
 * the input ends.
 */
export async function bridgeTools({ input, write, url, headers }: BridgeOptions): Promise<void> {
  /** The requests that are not answered yet, by their id. */
  const open = new Map<unknown, AbortController>();
  const parameters = new Map<string, readonly (readonly [name: string, header: string])[]>();
  const reply = (message: object): void => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const relay = async (message: Message, line: string): Promise<void> => {
    const { id, method } = message;
    if (method === 'notifications/cancelled') return open.get(message.params?.['requestId'])?.abort();
    const controller = new AbortController();
    if (id !== undefined) open.set(id, controller);
    try {
      const sent = { ...headers, ...messageHeaders(message, parameters) };
      for await (const answer of answersOf(await post(url, sent, line, controller.signal), id)) {
        rememberHeaders(answer, parameters);
        reply(answer);
      }
    } catch (error) {
      if (!controller.signal.aborted && id !== undefined)
        reply({ id, error: { code: -32603, message: (error as Error).message } });
    } finally {
      open.delete(id);
    }
  };
  const running = new Set<Promise<void>>();
  for await (const line of linesOf(input)) {
    if (line.trim() === '') continue;
    const message = parseMessage(line);
    if (message === undefined) {
      reply({ id: null, error: { code: -32700, message: 'The line is not valid JSON.' } });
      continue;
    }
    const relayed = relay(message, line).finally(() => running.delete(relayed));
    running.add(relayed);
  }
  await Promise.race([Promise.allSettled(running), sleep(LAST_CALLS)]);
  for (const controller of open.values()) controller.abort();
}

function parseMessage(text: string): Message | undefined {
  try {
    return Object(JSON.parse(text)) as Message;
  } catch {
    return undefined;
  }
}

/** The headers that repeat parts of a message of revision 2026-07-28. */
function messageHeaders(
  { method, params = {} }: Message,
  parameters: ReadonlyMap<string, readonly (readonly [string, string])[]>,
): Record<string, string> {
  const version = (params['_meta'] as Record<string, unknown> | undefined)?.[META];
  if (typeof version !== 'string') return {};
  const name = params['name'] ?? params['uri'];
  const given = Object(params['arguments']) as Record<string, unknown>;
  const repeated = (parameters.get(String(name)) ?? []).flatMap(([argument, header]) =>
    given[argument] === undefined ? [] : [[`Mcp-Param-${header}`, encodeHeader(String(given[argument]))]],
  );
  return {
    'MCP-Protocol-Version': version,
    'Mcp-Method': String(method),
    ...(typeof name === 'string' && { 'Mcp-Name': encodeHeader(name) }),
    ...Object.fromEntries(repeated),
  };
}

/** Remembers the arguments that headers repeat: `x-mcp-header` in the specification. */
function rememberHeaders(
  { result }: Message,
  parameters: Map<string, readonly (readonly [name: string, header: string])[]>,
): void {
  if (!Array.isArray(result?.tools)) return;
  for (const { name, inputSchema } of result.tools as readonly ListedTool[]) {
    const found = Object.entries(inputSchema.properties ?? {}).flatMap(([argument, schema]) => {
      const header = schema['x-mcp-header'];
      return header === undefined ? [] : [[argument, header] as const];
    });
    if (found.length > 0) parameters.set(name, found);
  }
}

/** Writes a value as a header: Base64, if it has other characters than visible ASCII. */
function encodeHeader(text: string): string {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    // Unlike fetch, it waits for calls of any length.
    request(url, { method: 'POST', headers: sent, signal }, resolve).once('error', reject).end(body);
  });
}

/** The messages of a response. */
async function* answersOf(response: IncomingMessage, id: unknown): AsyncGenerator<Message, void> {
  if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
    for await (const line of linesOf(response))
      if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length)) as Message;
    return;
  }
  const text = ((await response.setEncoding('utf8').toArray()) as string[]).join('');
  const message = parseMessage(text) as
    | (Message & { readonly jsonrpc?: unknown; readonly [name: string]: unknown })
    | undefined;
  if (message?.jsonrpc !== undefined) yield message;
  else if (id !== undefined) yield { id, error: refusalOf(response, message, text) } as Message;
}

/** The lines of a stream. `node:readline` would not pass on its error, and from Node 24 ends lines at U+2028, which JSON can have in a string. */
async function* linesOf(stream: Readable): AsyncGenerator<string, void> {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** The error of a response without a message: missing credentials, or an error of the project. */
function refusalOf(
  { statusCode = 0 }: IncomingMessage,
  message: { readonly [name: string]: unknown } | undefined,
  text: string,
): object {
  const reason = message?.['error_description'] ?? message?.['detail'] ?? text.trim();
  const hint = statusCode === 401 ? ' Pass credentials with --header "Authorization: Bearer ...".' : '';
  return { code: -32603, message: `HTTP ${statusCode}: ${String(reason)}${hint}` };
}
