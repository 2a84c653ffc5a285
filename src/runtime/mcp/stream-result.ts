import { Readable } from 'node:stream';
import type { InProcessResponse as Response } from '../in-process/platform.ts';
import { readEvents, readRecords } from '../client/stream-text.ts';
import type { ToolData } from '../../shared/contract/mcp.ts';
import { failure, text } from './outcome.ts';
import type { McpContext, McpFeatures, McpServer, RpcRequest, Stream, StreamCall } from './protocol.ts';
import { isObject } from '../../shared/validation/values.ts';

/**
 * Reads a stream: each item is progress, and the result has the items up to a limit, after which the operation is cancelled.
 *
 * @param cancel Ends the request.
 */
async function* streamResult(
  { settings: { streamItems } }: McpServer,
  { params }: RpcRequest,
  tool: ToolData,
  response: Response,
  cancel: () => void,
): Stream {
  const { progressToken } = isObject(params['_meta']) ? params['_meta'] : {};
  const items: unknown[] = [];
  let progress = -1;
  let isComplete = true;
  try {
    for await (const item of itemsOf(tool, response)) {
      if (items.length === streamItems) {
        isComplete = false;
        break;
      }
      items.push(item);
      const stated = isObject(item) && typeof item['progress'] === 'number' ? item['progress'] : items.length;
      if (progressToken === undefined || stated <= progress) continue;
      progress = stated;
      const total = isObject(item) && typeof item['total'] === 'number' ? { total: item['total'] } : {};
      const message = JSON.stringify(item).slice(0, 1000);
      yield { method: 'notifications/progress', params: { progressToken, progress, ...total, message } };
    }
  } catch (error) {
    return failure(`The stream ended early, after ${items.length} items: ${(error as Error).message}`);
  } finally {
    cancel();
  }
  const result = { items, isComplete };
  const end = isComplete ? [] : [text(`These are the first ${items.length} items; the stream was cancelled.`)];
  return { content: [text(JSON.stringify(result)), ...end], structuredContent: result };
}

async function* itemsOf({ stream }: ToolData, response: Response): AsyncGenerator<unknown, void> {
  const body = Readable.toWeb(response.stream()) as unknown as ReadableStream<Uint8Array>;
  if (stream === 'lines' || stream === 'sequence') {
    for await (const record of readRecords(body, stream === 'sequence')) yield JSON.parse(record);
    return;
  }
  for await (const { event, data } of readEvents(body, '')) {
    if (data === '') continue;
    const value = JSON.parse(data) as unknown;
    if (event === 'problem') throw new Error(String((value as { detail?: unknown }).detail ?? data));
    yield stream === 'events' ? { event, data: value } : value;
  }
}

/** The result of a stream as a message. */
type Finish = (result: object) => object;

/** Sends the messages of a stream as events. A client that leaves ends the generator. */
function sendEvents(ctx: McpContext, messages: Stream, finish: Finish): void {
  ctx.set('Content-Type', 'text/event-stream');
  ctx.set('X-Accel-Buffering', 'no');
  ctx.body = Readable.from(eventsOf(messages, finish));
}

async function* eventsOf(messages: Stream, finish: Finish): AsyncGenerator<string, void> {
  try {
    for (;;) {
      const { value, done } = await messages.next();
      const message = done === true ? finish(value) : { jsonrpc: '2.0', ...value };
      yield `event: message\ndata: ${JSON.stringify(message)}\n\n`;
      if (done === true) return;
    }
  } finally {
    await messages.return({});
  }
}

/** The messages of a stream for a client that takes events, and for others the result alone. */
function read(
  server: McpServer,
  ctx: McpContext,
  request: RpcRequest,
  { tool, response, cancel }: StreamCall,
): Promise<object> | Stream {
  const messages = streamResult(server, request, tool, response, cancel);
  return /\btext\/event-stream\b|\*\/\*/.test(ctx.get('Accept')) ? messages : drain(messages);
}

async function drain(messages: Stream): Promise<object> {
  for (;;) {
    const { value, done } = await messages.next();
    if (done === true) return value;
  }
}

/** Streams: progress, and their items as a result. */
export const streams: NonNullable<McpFeatures['streams']> = { read, send: sendEvents };
