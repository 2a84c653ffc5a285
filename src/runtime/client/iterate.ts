import { exchangeOf } from './exchange.ts';
import { checkResponse, parseJson, PROBLEM, tryJson } from './response.ts';
import type { ClientParts } from './request.ts';
import { DELAY, MAX_RETRIES, isLost, isUnavailable, pauseAfter, retryAfter, wait } from './retry.ts';
import { Cut, failCut, readEvents } from './stream-text.ts';

type StreamCall = Parameters<Exclude<ClientParts['iterate'], undefined>>;

/** Reads the items of a stream operation: `for await (const row of client.watch())`. Each iteration sends a separate request. */
export function iterate(...call: StreamCall): AsyncIterable<unknown> {
  return { [Symbol.asyncIterator]: () => items(...call) };
}

/** The media types of a stream that declares no other. */
const EVENT_STREAMS = ['text/event-stream'];

async function* items(...[operation, row, input, init, options]: StreamCall): AsyncGenerator<unknown, void> {
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
      const response = await exchange
        .send(lastEventId ? { 'Last-Event-ID': byteString(lastEventId) } : {})
        .catch(failCut);
      if (isUnavailable(response) && exchange.canRepeat() && canRetry()) {
        least = retryAfter(response);
        await response.body?.cancel();
        throw new Cut('The server is unavailable');
      }
      const type = await checkResponse(operation, response, { types });
      if (response.body === null || response.status === 204) return;
      if (type !== EVENT_STREAMS[0]) {
        hasItems = true;
        return yield* options.iterateRecords!(operation, response, type, follow);
      }
      wasOpen = true;
      for await (const { id, retry, event, data } of readEvents(response.body, lastEventId)) {
        lastEventId = id;
        delay = retry ?? delay;
        if (data && event === 'problem') await failProblem(operation, data);
        if (!data || (stream !== 'events' && event !== 'message')) continue;
        hasItems = true;
        failures = idle = 0;
        const value = parseJson(operation, response, data);
        yield stream === 'events' ? { event, data: value, ...(id && { id }) } : value;
      }
      if (!follow) return;
      if (!lastEventId && !exchange.canRepeat())
        throw new TypeError(`${operation} cannot be followed: no event has an ID`);
    } catch (thrown) {
      if (!(thrown instanceof Cut)) throw thrown;
      const { cause } = thrown;
      error = cause ?? thrown;
      const isSafe = exchange.canRepeat() && !hasItems && (wasOpen || cause === undefined || isLost(cause));
      if ((!lastEventId && !isSafe) || signal?.aborted || !canRetry()) throw error;
      failures++;
    }
    // A server can request no delay, but not if its connections bring nothing.
    const pause = pauseAfter(idle > 0 ? Math.max(delay, DELAY) : delay, idle++, least);
    init.onReconnect?.({ error, delay: pause, lastEventId });
    // After an abort, the next attempt fails with the signal's reason.
    await wait(pause, signal);
  }
}

/** Fails with the problem that ended a stream, as if the response had consisted of it. */
function failProblem(operation: string, text: string): Promise<unknown> {
  // The project may have its own format.
  const { status } = Object(tryJson(text)) as { readonly status?: number };
  const isProblem = status! >= 400 && status! < 600;
  const type = isProblem ? PROBLEM : 'application/json';
  const init = { status: isProblem ? status! : 500, headers: { 'Content-Type': type } };
  return checkResponse(operation, new Response(text, init));
}

/** Encodes an id as UTF-8 in a header, as browsers do: WHATWG HTML, 9.2.4. */
function byteString(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}
