import { channel } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { StreamType } from '../../../shared/contract/streams.ts';
import { EVENT_STREAM, STREAM_TYPES } from '../../../shared/contract/streams.ts';
import type { OperationContext } from '../context.ts';
import { STOP_CHANNEL } from '../request-channel.ts';
import { isOpaque } from '../response/encode.ts';
import { isReadable, isThenable } from '../response/platform-bodies.ts';
import { problem } from '../response/thrown-problem.ts';
import { ValueStream } from '../response/value-stream.ts';
import { serverOf } from '../connection/tcp-socket.ts';
import type { Feature } from '../runtime.ts';
import type { ItemTools } from '../steps.ts';
import { Heartbeat } from './heartbeat.ts';
import { encoderOf, HEARTBEAT, problemEvent } from './items.ts';

/** The streams that are being sent. */
const open = new Map<ValueStream, OperationContext>();

channel(STOP_CHANNEL).subscribe((message) => {
  const { server } = message as { server: Server };
  for (const [body, ctx] of open) if (serverOf(ctx.req) === server) body.abort(stopping());
});

function stopping(): Error {
  return problem(503, { detail: 'The server is stopping.' }, { headers: { 'Retry-After': '0' } });
}

const EVENT_PARTS = {
  comment: HEARTBEAT,
  createHeartbeat: (beat: () => void) => new Heartbeat(beat),
  encodeProblem: problemEvent,
};

/** Sends streams of values. Generated code imports it, so that only bundles with streams have it. */
export const streams: Feature = () => () => ({ openStream });

/**
 * Creates the body of a stream from the result of a handler. Nothing is read from it before `begin()`.
 *
 * @param tools Creates the functions that the items need, when the first one is read.
 * @returns undefined for bytes and text, which are sent as they are.
 * @throws {TypeError} If the result cannot be iterated.
 */
function openStream(ctx: OperationContext, source: unknown, tools: () => ItemTools): ValueStream | undefined {
  const isObjects = isReadable(source) && source.readableObjectMode;
  if (typeof source === 'string' || (isOpaque(source) && !isObjects)) return undefined;
  const { operation } = ctx;
  const iterable = Object(source) as Iterated;
  const create = iterable[Symbol.asyncIterator] ?? iterable[Symbol.iterator];
  if (typeof create !== 'function') {
    const actual = source === null ? 'null' : `a value of type ${typeof source}`;
    throw new TypeError(
      `${operation.id} returned ${actual}, but its contract declares a stream: write a generator, or return an AsyncIterable`,
    );
  }
  holdPromises(source);
  const type = typeOf(ctx);
  const body = new ValueStream(ctx, source, {
    iterate: () => {
      open.set(body, ctx);
      return create.call(iterable);
    },
    encoder: () => encoderOf(operation, type, tools()),
    ...(type === EVENT_STREAM && { events: EVENT_PARTS }),
  });
  setHeaders(ctx, type);
  return body.once('close', () => open.delete(body));
}

/** A value that can have a method to iterate over it. */
type Iterated = { readonly [K in 'asyncIterator' | 'iterator' as (typeof Symbol)[K]]?: () => Items };
type Items = Iterator<unknown> | AsyncIterator<unknown>;

/** Handles the rejection of every promise in a list: the stream awaits them one after the other, and one that isn't awaited yet would end the process. */
function holdPromises(source: unknown): void {
  if (!Array.isArray(source) && !(source instanceof Set)) return;
  for (const item of source as Iterable<unknown>) if (isThenable(item)) item.then(undefined, () => {});
}

/** The media type that the handler has set, or else the declared one. */
function typeOf({ type, operation }: OperationContext): StreamType {
  return (STREAM_TYPES as readonly string[]).includes(type) ? (type as StreamType) : (operation.produces as StreamType);
}

function setHeaders(ctx: OperationContext, type: StreamType): void {
  const { res } = ctx;
  if (ctx.type === '') ctx.set('Content-Type', type);
  if (type !== EVENT_STREAM) return;
  // Neither caches nor compression may hold events back. nginx reads the second one.
  if (!res.hasHeader('Cache-Control')) ctx.set('Cache-Control', 'no-cache, no-transform');
  if (!res.hasHeader('X-Accel-Buffering')) ctx.set('X-Accel-Buffering', 'no');
}
