import type { AnyHandler } from '../../../src/shared/contract/manifest.ts';
import type { StreamType } from '../../../src/shared/contract/streams.ts';
import type { Sketch } from '../koa/manifest.ts';

/** How many times as much the tests do in `.ci/full`. */
export const FACTOR = Number(process.env['STREAM_FACTOR'] ?? 1);

/** A stream operation, as a build writes it, of any items. */
export function streaming(handler: AnyHandler, produces: StreamType = 'application/jsonl'): Sketch {
  return { handler, produces, status: 200, stream: 'values' };
}
