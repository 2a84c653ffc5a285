import type { OperationTable } from './operation-table.ts';
import type { Exchange } from './exchange.ts';
import { exchangeOf } from './exchange.ts';
import { failUnexpected, mediaTypeOf, parseJson, readResponse, ResponseError } from './response.ts';
import type { Parts } from './request.ts';
import { DELAY, MAX_RETRIES, isLost, isUnavailable, pauseAfter, retryAfter, wait } from './retry.ts';
import type { ServerEvent } from './stream-text.ts';
import { Cut, readEvents, readRecords } from './stream-text.ts';
import type { Client, ClientOptions, ClientRequest, StreamOptions } from './types.ts';

/** A method of a client. */
type Call = (...args: readonly unknown[]) => unknown;

/**
 * Makes the stream operations of a client iterable: `for await (const row of client.watch())`.
 *
 * @param operations The operations of the client. Those with `stream` are streams.
 * @returns The same client.
 */
export function withStreams(client: Client, operations: OperationTable, options: ClientOptions & Parts = {}): Client {
  const methods = client as unknown as Record<string, Call>;
  const { request } = methods;
  const iterate = (operation: string, input?: ClientRequest, init: StreamOptions = {}): AsyncIterable<unknown> => {
    // Each iteration sends a request of its own.
    return {
      [Symbol.asyncIterator]: () => items(operation, operations[operation]!, input, init, options),
    };
  };
  methods['request'] = (operation, input, init, page) =>
    operations[operation as string]?.stream === undefined
      ? request!(operation, input, init, page)
      : iterate(operation as string, input as ClientRequest, init as StreamOptions);
  for (const [operation, { id, stream }] of Object.entries(operations))
    if (stream !== undefined && id !== undefined && Object.hasOwn(methods, id) && id !== 'request')
      methods[id] = (input, init) => iterate(operation, input as ClientRequest, init as StreamOptions);
  return client;
}

/** The media types of a stream that declares no other. */
const EVENT_STREAMS = ['text/event-stream'];

async function* items(
  operation: string,
  row: OperationTable[string],
  input: ClientRequest | undefined,
  init: StreamOptions,
  options: ClientOptions & Parts,
): AsyncGenerator<unknown, void> {
  const { signal, follow, retries = options.retries ?? MAX_RETRIES } = init;
  const { stream, types = EVENT_STREAMS } = row;
  const exchange = exchangeOf(operation, row, input, init, options);
  let lastEventId = '';
  let delay = DELAY;
  let hasItems = false;
  let wasOpen = false;
  // Connections that failed, and those without an item, since the last item.
  for (let failures = 0, idle = 0; ;) {
    const canRetry = (): boolean => failures < Math.min(retries, MAX_RETRIES);
    let least = 0;
    let error: unknown;
    try {
      const response = await connect(operation, row, exchange, lastEventId, canRetry());
      if (response.body === null || response.status === 204) return;
      const type = mediaTypeOf(response) || types[0]!;
      if (!types.includes(type)) await failUnexpected(operation, response, types);
      if (type !== EVENT_STREAMS[0]) {
        if (follow) throw new TypeError(`${operation} cannot be followed: only event streams can`);
        hasItems = true;
        for await (const text of readRecords(response.body, type === 'application/json-seq'))
          yield parseJson(operation, response, text);
        return;
      }
      wasOpen = true;
      for await (const event of readEvents(response.body, lastEventId)) {
        lastEventId = event.id;
        delay = event.retry ?? delay;
        if (event.event === 'problem') throw problemError(operation, event.data);
        if (event.data === '' || (stream !== 'events' && event.event !== 'message')) continue;
        hasItems = true;
        failures = idle = 0;
        const data = parseJson(operation, response, event.data);
        yield stream === 'events' ? namedEvent(event, data) : data;
      }
      if (!follow) return;
      if (lastEventId === '' && !exchange.canRepeat())
        throw new TypeError(`${operation} cannot be followed: no event has an ID`);
    } catch (thrown) {
      if (!(thrown instanceof Cut)) throw thrown;
      error = thrown.cause ?? thrown;
      least = thrown.least;
      const isSafe =
        exchange.canRepeat() && !hasItems && (wasOpen || thrown.cause === undefined || isLost(thrown.cause));
      if ((lastEventId === '' && !isSafe) || signal?.aborted === true || !canRetry()) throw error;
      failures++;
    }
    // A server can ask for no delay, but not if its connections bring nothing.
    const pause = pauseAfter(idle > 0 ? Math.max(delay, DELAY) : delay, idle++, least);
    init.onReconnect?.({ error, delay: pause, lastEventId });
    // After an abort, the next attempt fails with the signal's reason.
    await wait(pause, signal);
  }
}

/** Sends the request of a stream. */
async function connect(
  operation: string,
  row: OperationTable[string],
  { send, canRepeat }: Exchange,
  lastEventId: string,
  canRetry: boolean,
): Promise<Response> {
  const response = await send(lastEventId === '' ? {} : { 'Last-Event-ID': byteString(lastEventId) }).catch(failCut);
  if (canRepeat() && isUnavailable(response) && canRetry) {
    await response.body?.cancel();
    throw new Cut('The server is unavailable', {}, retryAfter(response));
  }
  if (!response.ok) await readResponse(operation, response, row);
  return response;
}

function failCut(cause: unknown): never {
  throw new Cut('The request failed', { cause });
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
