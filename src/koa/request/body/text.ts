import { BodyError } from './error.ts';
import type { MediaType } from './media-type.ts';

// One for all: to make one costs more than to decode a small body.
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/**
 * A body as text, in the charset its media type says, or UTF-8; a byte order mark is left out.
 *
 * @throws {BodyError} 415 for a charset that nobody knows, 400 for bytes that are none of its characters.
 */
export function decodeText(bytes: Buffer, { charset = 'utf-8' }: MediaType): string {
  try {
    return createDecoder(charset).decode(bytes);
  } catch (error) {
    throw error instanceof BodyError ? error : new BodyError(400, `The body is not text in ${charset}.`, {}, error);
  }
}

/**
 * A body as text, where the media type allows no other charset than UTF-8.
 *
 * @throws {BodyError} 415 for another charset, 400 for what is not UTF-8.
 */
export function decodeUtf8(bytes: Buffer, { essence, charset }: MediaType): string {
  // ASCII is UTF-8.
  if (charset === undefined || /^(utf-?8|us-ascii|ascii)$/.test(charset))
    return decodeText(bytes, { essence, charset: 'utf-8' });
  throw new BodyError(415, `The charset of ${essence} must be UTF-8, not ${charset}.`);
}

/**
 * A body of JSON as what it stands for: RFC 8259. Of a name that is there twice the last one is taken, and `__proto__` is a name as any other.
 *
 * @throws {BodyError} 400 for what is no JSON.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new BodyError(400, `The body is not JSON: ${(error as Error).message}.`, {}, error);
  }
}

function createDecoder(charset: string): InstanceType<typeof TextDecoder> {
  if (charset === 'utf-8') return UTF_8;
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch (error) {
    throw new BodyError(415, `The charset ${charset} is not known; send the body in UTF-8.`, {}, error);
  }
}
