import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { lifetimeOf } from '../../../shared/contract/lifetime.ts';
import { isStream } from '../response/platform-bodies.ts';
import { tcpSocketOf } from './tcp-socket.ts';

/*
 * How a response ends: complete, cut, or because its client has left. Nothing else in this project closes a response or checks whether it is closed.
 */

/** A request and its response. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

interface Flushed {
  readonly destroyed: boolean;
  readonly writableLength: number;
}

/** The stream of a response over HTTP/2. */
interface Http2Stream extends Flushed {
  readonly rstCode: number;
  close(code: number): void;
}

function http2StreamOf(res: ServerResponse): Http2Stream | undefined {
  return (res as { readonly stream?: Http2Stream }).stream;
}

/** Whether the client has left before it received the whole response. */
export function hasLeft({ req, res }: Exchange): boolean {
  return isOver(req, res) && !isComplete(res);
}

function isOver({ socket }: IncomingMessage, res: ServerResponse): boolean {
  const stream = http2StreamOf(res);
  if (stream !== undefined) return stream.destroyed;
  return res.destroyed || res.closed || res.writableFinished || socket?.destroyed === true;
}

function isComplete(res: ServerResponse): boolean {
  const stream = http2StreamOf(res);
  return stream === undefined ? res.writableFinished : res.writableEnded && stream.rstCode === 0;
}

/** Calls a function once when a response has ended, however it ended; at once if it has ended already. */
export function onEnd({ req, res }: Exchange, listener: () => void): void {
  if (isOver(req, res)) return listener();
  // A response that waits for earlier ones on its connection has no socket yet, and does not notice when that closes.
  const closing = isQueued(req, res) ? listenersOf(req.socket, ['close']) : undefined;
  // Both events: some platforms never emit 'close'.
  const ending = listenersOf(res, ['finish', 'close']);
  const end = (): void => {
    closing?.delete(end);
    if (ending.delete(end)) listener();
  };
  closing?.add(end);
  ending.add(end);
}

/** Whether a response waits until the earlier responses on its connection are sent: HTTP pipelining. */
function isQueued({ socket }: IncomingMessage, res: ServerResponse): boolean {
  return res.socket === null && typeof socket?.on === 'function' && http2StreamOf(res) === undefined;
}

const listeners = new WeakMap<Socket | ServerResponse, Set<() => void>>();

/** The functions to call when a connection or a response ends. One listener serves them all: Node warns of more than ten. */
function listenersOf(emitter: Socket | ServerResponse, events: readonly string[]): Set<() => void> {
  let known = listeners.get(emitter);
  if (known === undefined) {
    const created = new Set<() => void>();
    listeners.set(emitter, (known = created));
    for (const event of events)
      emitter.once(event, () => {
        for (const listener of created) listener();
      });
  }
  return known;
}

/**
 * Ends an incomplete response, so that the client notices the missing part. Data written before is sent first.
 *
 * If only the end of the connection marks the end of the response, as in HTTP/1.0, the connection is reset: after an orderly close, the response
 * would look complete. A Unix socket has no reset, and is closed.
 *
 * @param error The reason, for a platform without connections.
 */
export function cutResponse({ req, res }: Exchange, error?: Error): void {
  const stream = http2StreamOf(res);
  const { socket } = res;
  // The error code INTERNAL_ERROR: RFC 9113, 7. Closing a stream discards data that waits to be sent.
  if (stream !== undefined) whenFlushed(stream, () => stream.close(2));
  else if (isQueued(req, res)) res.once('socket', () => cutResponse({ req, res }, error));
  else if (typeof socket?.destroySoon !== 'function') res.destroy(error);
  else if (res.chunkedEncoding || res.hasHeader('Content-Length')) socket.destroySoon();
  else resetSoon(socket);
}

/** Listens to the errors of a stream: it can fail before it is read, and for HEAD it is never read. An error without a listener ends the process. */
export function holdErrors(body: unknown): void {
  if (isStream(body)) body.on('error', () => {});
}

/** Connects the ends of a stream and its response. Koa destroys a stream only if its response is being sent, and not if that waits: HTTP pipelining. */
export function connectStream(exchange: Exchange, body: unknown): void {
  holdErrors(body);
  if (!(body instanceof Readable)) return;
  lifetimeOf(exchange.req)?.waitUntil(new Promise((resolve) => body.once('close', resolve)));
  cutWhenDestroyed(exchange);
  if (exchange.res.socket === null)
    onEnd(exchange, () => {
      if (hasLeft(exchange)) body.destroy();
    });
}

const guarded = new WeakSet<ServerResponse>();

/**
 * Cuts a response that is destroyed before its end, as Koa does if a stream fails. Node's own `destroy` discards written data, and the rest can look complete.
 */
function cutWhenDestroyed(exchange: Exchange): void {
  const { res } = exchange;
  const { destroy } = res;
  if (guarded.has(res)) return;
  guarded.add(res);
  let isCut = false;
  res.destroy = (error) => {
    // Nothing was sent, or the platform cannot cut: then cutResponse calls this again.
    if (isCut || !res.headersSent || isOver(exchange.req, res)) return destroy.call(res, error);
    isCut = true;
    cutResponse(exchange, error);
    return res;
  };
}

/** How long a client has to read the written data before a reset, in milliseconds. Some clients take a reset that comes with data for the end. */
const RESET_DELAY = 10;

function resetSoon(socket: Socket): void {
  whenFlushed(socket, () =>
    setTimeout(() => {
      if (!socket.destroyed) reset(socket);
    }, RESET_DELAY),
  );
}

/** Calls a function when all that was written has left the process. Not by the callback of an empty write, which HTTP/2 calls too early. */
function whenFlushed(target: Flushed, then: () => void): void {
  if (target.destroyed) return;
  if (target.writableLength === 0) then();
  else setTimeout(whenFlushed, 2, target, then);
}

function reset(socket: Socket): void {
  try {
    tcpSocketOf(socket).resetAndDestroy();
  } catch {
    // Only TCP has a reset.
    socket.destroy();
  }
}
