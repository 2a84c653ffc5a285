/** A connection that ended before the end of its response. Its cause is the error of the network, if there was one. */
export class Cut extends Error {}

/** Fails with the error of a connection. */
export function failCut(cause: unknown): never {
  throw new Cut('The connection was cut', { cause });
}

/** A server-sent event: WHATWG HTML, 9.2. */
export interface ServerEvent {
  readonly event: string;
  /** Empty for an event that only sets the id. */
  readonly data: string;
  /** The id of this event or of the last one with an id; empty if there was none. */
  readonly id: string;
  /** How long to wait before a new connection, in milliseconds. */
  readonly retry: number | undefined;
}

/**
 * Reads server-sent events: WHATWG HTML, 9.2.6. An end inside of an event is a cut.
 *
 * @param id The id of the last event of an earlier connection.
 * @throws {Cut} If the connection is cut.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, id: string): AsyncGenerator<ServerEvent, void> {
  let lastId = id;
  let event = '';
  let data: string[] = [];
  let retry: number | undefined;
  let isOpen = false;
  for await (const line of readLines(body, LINE_BREAK)) {
    if (!line) {
      yield { event: event || 'message', data: data.join('\n'), id: lastId, retry };
      event = '';
      data = [];
      isOpen = false;
      continue;
    }
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
    isOpen ||= /^(?:data|event|id)$/.test(name!);
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) lastId = value;
    else if (name === 'retry' && /^\d+$/.test(value)) retry = Number(value);
  }
  if (isOpen) throw new Cut(INSIDE_EVENT);
}

/** The ends of lines. In sequences, which have others, they are white space. */
const LINE_BREAK = /\r\n|\n|\r/;

const INSIDE_EVENT = 'The connection was cut inside an event';

/**
 * Reads JSON texts, one a line, or one after each record separator: RFC 7464.
 *
 * @throws {Cut} If the connection is cut.
 */
export async function* readRecords(
  body: ReadableStream<Uint8Array>,
  isSequence: boolean,
): AsyncGenerator<string, void> {
  for await (const text of readLines(body, isSequence ? '\x1e' : LINE_BREAK, true)) if (text.trim() !== '') yield text;
}

/**
 * Splits a text into lines. The text after the last line break is a line only if the whole text has arrived.
 *
 * A long line comes in many chunks: each is looked at once, and they are joined once.
 */
async function* readLines(
  body: ReadableStream<Uint8Array>,
  lineBreak: RegExp | string,
  hasOpenEnd = false,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let last = '';
  try {
    for (let isOpen = true; isOpen;) {
      const { done, value } = await reader.read().catch(failCut);
      isOpen = !done;
      const chunk = decoder.decode(value, { stream: isOpen });
      if (!chunk) continue;
      // A return at the end of the last chunk was a line break, of which this is the second half.
      const isHalf = last.endsWith('\r') && chunk.startsWith('\n');
      const lines = (isHalf ? chunk.slice(1) : chunk).split(lineBreak);
      last = chunk;
      pieces.push(lines[0]!);
      if (lines.length === 1) continue;
      lines[0] = pieces.join('');
      pieces = [lines.pop()!];
      yield* lines;
    }
  } finally {
    // Ends the connection if the caller stops early.
    await reader.cancel().catch(() => {});
  }
  const rest = pieces.join('');
  if (hasOpenEnd) yield rest;
  // A comment isn't an event.
  else if (rest && !rest.startsWith(':')) throw new Cut(INSIDE_EVENT);
}
