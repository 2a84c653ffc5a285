import type { Content, Response, Schema } from '../../../shared/contract/operation.ts';
import { EVENT_STREAM } from '../../../shared/contract/streams.ts';
import type { TypeText } from './print.ts';
import { atom, union } from './print.ts';

const TYPES = "import('unplugin-operations/types')";

/** The result of a handler that streams. On event streams, a value can have an id. */
export function streamResult({ mediaType, stream }: Content, item: TypeText): TypeText {
  const isPlain = stream === 'events' || mediaType !== EVENT_STREAM;
  const event = atom(`${TYPES}.ServerSentEvent<'message', ${item.text}>`);
  return atom(`${TYPES}.Streamed<${(isPlain ? item : union([item, event])).text}>`);
}

/** An item of a stream, as a client receives it; undefined if no response is one. */
export function streamType(successes: readonly Response[], typeOf: (schema: Schema) => TypeText): TypeText | undefined {
  const streams = successes.flatMap(({ content }) => content).filter(({ stream }) => stream !== undefined);
  return streams.length === 0 ? undefined : union(streams.map(({ schema }) => typeOf(schema)));
}
