import { BodyError } from './error.ts';
import type { MediaType } from './media-type.ts';

// Shared: creating a decoder costs more than decoding a small body.
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a body as text, in the charset of its media type or else UTF-8. A byte order mark is removed.
 *
 * @throws {BodyError} A 415 if the charset is unknown, or a 400 if the bytes are invalid in it.
 */
export function decodeText(bytes: Buffer, { charset = 'utf-8' }: MediaType): string {
  try {
    return createDecoder(charset).decode(bytes);
  } catch (error) {
    throw error instanceof BodyError
      ? error
      : new BodyError(400, `The request body is not valid ${charset}.`, {}, error);
  }
}

/**
 * Decodes a body of a media type that requires UTF-8.
 *
 * @throws {BodyError} A 415 for another charset, or a 400 if the bytes are not valid UTF-8.
 */
export function decodeUtf8(bytes: Buffer, { essence, charset }: MediaType): string {
  // ASCII is a subset of UTF-8.
  if (charset === undefined || /^(utf-?8|us-ascii|ascii)$/.test(charset))
    return decodeText(bytes, { essence, charset: 'utf-8' });
  throw new BodyError(415, `The charset of ${essence} must be UTF-8, not ${charset}.`);
}

/**
 * Parses a JSON body: RFC 8259. The last of several equal names wins, and `__proto__` is an ordinary name.
 *
 * @throws {BodyError} A 400 if the text is not valid JSON.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new BodyError(400, `The request body ${invalidJson(error)}.`);
  }
}

/** Explains why a text isn't JSON, without the part of it that engines quote: it could be a password, and errors are logged. */
export function invalidJson(error: unknown): string {
  const reason = /^Unexpected token '.'|^[^"]+$/su.exec((error as SyntaxError).message)?.[0];
  return reason === undefined ? 'is not valid JSON' : `is not valid JSON: ${reason}`;
}

function createDecoder(charset: string): InstanceType<typeof TextDecoder> {
  if (charset === 'utf-8') return UTF_8;
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch (error) {
    throw new BodyError(415, `Unknown charset ${charset}: send the request body in UTF-8.`, {}, error);
  }
}
