import type { ContentInput } from '../../../src/shared/contract/enforcement.ts';
import type { AnyHandler, Manifest } from '../../../src/shared/contract/manifest.ts';
import { createManifest } from './manifest.ts';

/** A body that may be anything, for tests of how bodies are read. */
export function anything(mediaType: string, fields: Partial<ContentInput> = {}): ContentInput {
  return { mediaType, check: () => true, explain: () => [], ...fields };
}

/** Tells what a handler was given, and that it was run. */
export const describeBody: AnyHandler = (ctx) => {
  const { body } = ctx.input;
  if (body === undefined) return { type: 'none' };
  if (Buffer.isBuffer(body)) return { type: 'bytes', body: body.toString('hex') };
  return { type: typeof body, body };
};

/** The manifest of one operation on `/` with a body. */
export function takeBody(
  content: readonly ContentInput[],
  { method = 'POST', handler = describeBody }: { method?: string; handler?: AnyHandler } = {},
): Manifest {
  return createManifest({
    [`${method} /`]: { handler, input: { parameters: [], body: { required: false, content } } },
  });
}
