import { isTextType } from '../../shared/contract/media-essence.ts';
import type { Masks } from './masks.ts';

/** The number of bytes of a body that are kept. */
const MAX_BYTES = 16 * 1024;

/** The beginning of a body. */
export interface CapturedBody {
  add(chunk: unknown, encoding?: unknown): void;
  /** The whole body; undefined if it was cut off. */
  complete(): Buffer | undefined;
  /** The body as a page shows it. */
  show(mediaType: string, isEncoded: boolean, masks: Masks): ShownBody;
}

/** A body in the page. */
export interface ShownBody {
  readonly bytes: number;
  readonly text?: string;
  readonly isCut?: true;
  /** Why there is no text. */
  readonly note?: string;
}

/** Starts to keep a body. */
export function captureBody(): CapturedBody {
  const chunks: Buffer[] = [];
  let captured = 0;
  let bytes = 0;
  return {
    add(chunk, encoding) {
      const isText = typeof chunk === 'string';
      if (!isText && !(chunk instanceof Uint8Array)) return;
      const size = isText ? Buffer.byteLength(chunk, encoding as BufferEncoding | undefined) : chunk.byteLength;
      bytes += size;
      if (captured >= MAX_BYTES) return;
      // A copy: the writer of the chunk may use its memory again.
      const part = isText
        ? Buffer.from(chunk.slice(0, MAX_BYTES), encoding as BufferEncoding | undefined)
        : Buffer.from(chunk.subarray(0, MAX_BYTES));
      chunks.push(part.subarray(0, MAX_BYTES - captured));
      captured += Math.min(part.byteLength, MAX_BYTES - captured);
    },
    complete: () => (bytes === captured ? Buffer.concat(chunks) : undefined),
    show(mediaType, isEncoded, masks) {
      if (bytes === 0) return { bytes };
      if (isEncoded) return { bytes, note: 'compressed' };
      if (!isTextType(mediaType)) return { bytes, note: mediaType || 'bytes' };
      const text = Buffer.concat(chunks).toString('utf8');
      return { bytes, text: masks.text(text, mediaType), ...(bytes > captured && { isCut: true }) };
    },
  };
}
