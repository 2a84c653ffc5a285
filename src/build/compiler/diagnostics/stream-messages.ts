import { RESERVED_EVENTS, STREAM_TYPES } from '../../../shared/contract/streams.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './source.ts';
import { error, quoteAll } from './report.ts';

// Mistakes in streams and their events.

export const misplacedStream = (at: Location): Diagnostic =>
  error(
    'misplaced-stream',
    at,
    'Only the whole body of a 2xx response can be a "Stream<T>". Write "@returns {Stream<T>}", or "T[]" for a list.',
  );

export const streamMediaType = (at: Location, mediaType: string): Diagnostic =>
  error(
    'stream-media-type',
    at,
    `"${mediaType}" is not a media type for streams. Use one of ${quoteAll(STREAM_TYPES)}.`,
  );

export const severalMediaTypes = (at: Location, status: string): Diagnostic =>
  error(
    'stream-media-type',
    at,
    `A stream can have only one media type, but ${status} has several bodies. Keep one of them.`,
  );

export const streamBesideBody = (at: Location, status: string): Diagnostic =>
  error(
    'stream-conflict',
    at,
    `An operation with a stream sends no other 2xx body, but ${status} has one. Move it to another operation.`,
  );

export const eventMediaType = (at: Location, mediaType: string): Diagnostic =>
  error(
    'stream-media-type',
    at,
    `A "ServerSentEvent" needs the media type "text/event-stream", not "${mediaType}". Write it after the status: "200 text/event-stream".`,
  );

export const mixedEvents = (at: Location): Diagnostic =>
  error(
    'invalid-event',
    at,
    'A stream consists of either values or events. Write each part as "ServerSentEvent<\'name\', T>", or none of them.',
  );

export const eventName = (at: Location, name: unknown): Diagnostic =>
  error(
    'invalid-event',
    at,
    typeof name === 'string' && RESERVED_EVENTS.includes(name)
      ? `The event name "${name}" is reserved: "error" belongs to EventSource, and "problem" reports an error of the server. Use another name.`
      : 'The name of a "ServerSentEvent" must be a string literal on one line, as in "ServerSentEvent<\'tick\', Tick>".',
  );
