import type { OperationTable } from './index.ts';
import { exchangeOf } from './exchange.ts';
import { failUnexpected, mediaTypeOf, parseJson, readResponse, ResponseError } from './response.ts';
import { DELAY, MAX_RETRIES, isRefused, isUnavailable, pauseAfter, retryAfter, wait } from './retry.ts';
import type { ServerEvent } from './stream-text.ts';
import { Cut, readEvents, readRecords } from './stream-text.ts';
import type { Client, ClientOptions, ClientRequest, RequestOptions } from './types.ts';

/** The request of a stream. */
interface Source {
  readonly operation: string;
  readonly row: OperationTable[string];
  /** Whether the server can get the request twice. */
  canRepeat(): boolean;
  readonly signal: AbortSignal | null | undefined;
  /** Sends it; again, with the id of the last event, after a cut. */
  connect(lastEventId: string): Promise<Response>;
}

/** A method of a client. */
type Call = (...args: readonly unknown[]) => unknown;

/**
 * Makes the stream operations of a client iterable: `for await (const row of client.watch())`.
 *
 * @param operations The operations of the client. Those with `stream` are streams.
 * @returns The same client.
 */
export function withStreams(client: Client, operations: OperationTable, options: ClientOptions = {}): Client {
  const methods = client as unknown as Record<string, Call>;
  const { request } = methods;
  const iterate = (operation: string, input?: ClientRequest, init: RequestOptions = {}): AsyncIterable<unknown> => {
    // Each iteration sends a request of its own.
    return {
      [Symbol.asyncIterator]: () => items(() => sourceOf(operation, operations[operation]!, input, init, options)),
    };
  };
  methods['request'] = (operation, input, init, page) =>
    operations[operation as string]?.stream === undefined
      ? request!(operation, input, init, page)
      : iterate(operation as string, input as ClientRequest, init as RequestOptions);
  for (const [operation, { id, stream }] of Object.entries(operations))
    if (stream !== undefined && id !== undefined && Object.hasOwn(methods, id) && id !== 'request')
      methods[id] = (input, init) => iterate(operation, input as ClientRequest, init as RequestOptions);
  return client;
}

function sourceOf(
  operation: string,
  row: OperationTable[string],
  input: ClientRequest | undefined,
  init: RequestOptions,
  options: ClientOptions,
): Source {
  const { send, canRepeat } = exchangeOf(operation, row, input, init, options);
  return {
    operation,
    row,
    canRepeat,
    signal: init.signal,
    async connect(lastEventId) {
      const id = lastEventId === '' ? undefined : { 'Last-Event-ID': byteString(lastEventId) };
      return send(id).catch((error: unknown) => {
        throw new Cut('The request failed', { cause: error });
      });
    },
  };
}

/** The media types of a stream that declares no other. */
const EVENT_STREAMS = ['text/event-stream'];

async function* items(create: () => Source): AsyncGenerator<unknown, void> {
  // Invalid input ends the iteration with its error.
  const source = create();
  const { operation, row, canRepeat, signal } = source;
  const { stream, types = EVENT_STREAMS } = row;
  const isNamed = stream === 'events';
  let lastEventId = '';
  let delay = DELAY;
  let hasItems = false;
  let wasOpen = false;
  for (let attempts = 0; ;) {
    let least = 0;
    try {
      const response = await source.connect(lastEventId);
      if (canRepeat() && isUnavailable(response) && attempts < MAX_RETRIES) {
        await response.body?.cancel();
        least = retryAfter(response);
        throw new Cut('The server is unavailable');
      }
      if (!response.ok) await readResponse(operation, response, row);
      if (response.body === null || response.status === 204) return;
      const type = mediaTypeOf(response) || types[0]!;
      if (!types.includes(type)) await failUnexpected(operation, response, types);
      if (type !== EVENT_STREAMS[0]) {
        hasItems = true;
        for await (const text of readRecords(response.body, type === 'application/json-seq'))
          yield parseJson(operation, response, text);
        return;
      }
      wasOpen = true;
      for await (const event of readEvents(response.body, lastEventId)) {
        attempts = 0;
        lastEventId = event.id;
        delay = event.retry ?? delay;
        if (event.event === 'problem') throw problemError(operation, event.data);
        if (event.data === '' || (!isNamed && event.event !== 'message')) continue;
        hasItems = true;
        const data = parseJson(operation, response, event.data);
        yield isNamed ? namedEvent(event, data) : data;
      }
      return;
    } catch (error) {
      if (!(error instanceof Cut)) throw error;
      const isSafe = canRepeat() && !hasItems && (wasOpen || error.cause === undefined || isRefused(error.cause));
      if ((lastEventId === '' && !isSafe) || signal?.aborted === true || attempts === MAX_RETRIES)
        throw error.cause ?? signal?.reason;
    }
    // After an abort, the next attempt fails with the signal's reason.
    await wait(pauseAfter(delay, attempts++, least), signal);
  }
}

function namedEvent({ event, id }: ServerEvent, data: unknown): unknown {
  return { event, data, ...(id !== '' && { id }) };
}

/** The error of a problem that ended a stream, as if the response had consisted of it. */
function problemError(operation: string, text: string): ResponseError {
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // The project has a format of its own.
  }
  const { status } = Object(body) as { readonly status?: unknown };
  const isProblem = typeof status === 'number' && status >= 400 && status < 600;
  const type = isProblem ? 'application/problem+json' : 'text/plain';
  const init = { status: isProblem ? status : 500, headers: { 'Content-Type': type } };
  return new ResponseError(operation, new Response(text, init), body);
}

/** Encodes an id as UTF-8 in a header, as browsers do: WHATWG HTML, 9.2.4. */
function byteString(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
