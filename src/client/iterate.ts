import type { OperationTable } from './index.ts';
import { send } from './index.ts';
import { prepareRequest } from './request.ts';
import { ResponseError, readResponse } from './response.ts';
import type { ServerEvent } from './stream-text.ts';
import { Cut, readEvents, readRecords } from './stream-text.ts';
import type { Client, ClientOptions, ClientRequest, RequestOptions } from './types.ts';

/** How long to wait before the first attempt to reconnect, and at most, in milliseconds. */
const DELAY = 1000;
const MAX_DELAY = 30_000;
/** How many attempts in a row can fail. With the delays above, they take about four minutes. */
const MAX_ATTEMPTS = 12;

/** Sends the request of a stream; again, with the id of the last event, after a cut. */
type Connect = (lastEventId: string) => Promise<Response>;

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
    const { body: mediaType, joined, stream } = operations[operation]!;
    const connect: Connect = async (lastEventId) => {
      const prepared = prepareRequest(operation, mediaType, input, joined);
      const headers = { ...prepared.headers, ...(lastEventId !== '' && { 'Last-Event-ID': byteString(lastEventId) }) };
      return send({ ...prepared, headers }, init, options);
    };
    // Each iteration sends a request of its own.
    return { [Symbol.asyncIterator]: () => items(operation, stream === 'events', connect, init.signal) };
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

async function* items(
  operation: string,
  isNamed: boolean,
  connect: Connect,
  signal: AbortSignal | null | undefined,
): AsyncGenerator<unknown, void> {
  let lastEventId = '';
  let delay = DELAY;
  for (let attempts = 0; ;) {
    try {
      const response = await connect(lastEventId).catch((error: unknown) => {
        throw new Cut('The request failed', { cause: error });
      });
      if (!response.ok) await readResponse(operation, response);
      if (response.body === null || response.status === 204) return;
      const type = (response.headers.get('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase();
      if (type !== 'text/event-stream') {
        yield* readRecords(response.body, type === 'application/json-seq');
        return;
      }
      for await (const event of readEvents(response.body, lastEventId)) {
        attempts = 0;
        lastEventId = event.id;
        delay = event.retry ?? delay;
        if (event.event === 'problem') throw problemError(operation, event.data);
        if (event.data === '' || (!isNamed && event.event !== 'message')) continue;
        yield isNamed ? namedEvent(event) : JSON.parse(event.data);
      }
      return;
    } catch (error) {
      if (!(error instanceof Cut)) throw error;
      if (lastEventId === '' || signal?.aborted === true || attempts === MAX_ATTEMPTS) throw error.cause;
    }
    // Clients that lost the same server should not all come back at once.
    await wait(Math.min(delay * 2 ** attempts++, MAX_DELAY) * (0.5 + Math.random() / 2), signal);
  }
}

function namedEvent({ event, data, id }: ServerEvent): unknown {
  return { event, data: JSON.parse(data) as unknown, ...(id !== '' && { id }) };
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

function wait(time: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, time);
    // After an abort, the next attempt fails with the signal's reason.
    signal?.addEventListener('abort', end);
  });
}

/** Encodes an id as UTF-8 in a header, as browsers do: WHATWG HTML, 9.2.4. */
function byteString(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
