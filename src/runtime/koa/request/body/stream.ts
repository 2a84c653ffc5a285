import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { type Readable, Transform } from 'node:stream';
import type * as Zlib from 'node:zlib';
import { isWaiting } from '../../connection/continue.ts';
import { BodyError } from './error.ts';

/** How much of a refused body is read and dropped, in bytes, so that a client that sends before it reads gets the response: RFC 9112, 9.6. */
const DISCARD_LIMIT = 32 * 2 ** 20;

/** A stream of node:zlib. */
type Decoder = Transform & { readonly bytesWritten: number };

const ENCODINGS = 'gzip, deflate, br';
/** No content coding: RFC 9110, 12.5.3. */
export const UNCODED = 'identity';

/** Whether a request has a body, by its framing: RFC 9112, 6.3 and RFC 9113, 8.1. */
export function hasBody(req: IncomingMessage): boolean {
  const { 'transfer-encoding': coding, 'content-length': length } = req.headers;
  if (coding !== undefined) return true;
  if (length !== undefined) return Number(length) > 0;
  return req.httpVersionMajor > 1 && !(req as unknown as Http2ServerRequest).stream.endAfterHeaders;
}

/** Whether a request has the length of its body. */
export function hasLength({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined;
}

/** Whether the body of a request without a length is empty. Waits for its first byte. */
export function isEmptyBody(req: IncomingMessage): Promise<boolean> {
  // A client that waits for 100 (Continue) has a body: RFC 9110, 10.1.1.
  if (req.headers.expect !== undefined || req.readableEnded || req.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const decide = (): void => {
      req.off('readable', decide).off('end', decide).off('close', decide);
      const isNone = req.readableLength === 0 && !req.destroyed;
      // The end comes only when it is read.
      if (isNone) req.resume();
      resolve(isNone);
    };
    req.on('readable', decide).on('end', decide).on('close', decide);
  });
}

/**
 * Reads all bytes of a request's body, decompressed.
 *
 * @param limit The maximum size, in bytes.
 * @param take Makes the result from them. If it throws, the promise is rejected with the error.
 * @throws {BodyError} A 413 above the limit, a 415 for an unknown content coding, or a 400 if the body is truncated or cannot be decompressed.
 */
export function readBytes<T>(req: IncomingMessage, limit: number, take: (bytes: Buffer) => T): Promise<T> {
  const source = openBody(req, limit);
  // Most bodies are not compressed, and a promise less is a microsecond less.
  return source instanceof Promise
    ? source.then((opened) => collectBytes(req, opened, limit, take))
    : collectBytes(req, source, limit, take);
}

/**
 * Opens a request's body as a decompressed stream. Call {@link closeBody} if you do not read it to its end.
 *
 * @param limit The maximum Content-Length, in bytes.
 * @param encodings The content codings that are taken. {@link UNCODED} is for bodies that are kept on disk: brotli makes 100 MB of 200 bytes.
 * @throws {BodyError} A 413 if the Content-Length is larger, or a 415 if the content coding is another one or there are several.
 */
export function openBody(
  req: IncomingMessage,
  limit: number,
  encodings: string = ENCODINGS,
): Promise<Readable> | Readable {
  if (Number(req.headers['content-length']) > limit) {
    closeBody(req, req);
    throw tooLarge(limit);
  }
  const coding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return req;
  return openCoded(req, coding, encodings);
}

async function openCoded(req: IncomingMessage, coding: string, encodings: string): Promise<Readable> {
  const decoder = encodings === UNCODED ? undefined : createDecoder(await import('node:zlib'), coding);
  if (decoder !== undefined) return decompress(req, decoder);
  const message = `The Content-Encoding must be ${encodings === UNCODED ? UNCODED : `one of ${encodings}`}, not ${coding}.`;
  throw new BodyError(415, message, { 'Accept-Encoding': encodings });
}

/** The decoder of a content coding: RFC 9110, 8.4.1. */
function createDecoder(zlib: typeof Zlib, coding: string): Decoder | undefined {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    default:
      return undefined;
  }
}

function decompress(req: IncomingMessage, decoder: Decoder): Readable {
  let received = 0;
  const stop = (): unknown => req.readableEnded || decoder.destroy(incomplete());
  req.on('data', (chunk: Buffer) => (received += chunk.length));
  req.on('error', stop).on('close', stop);
  if (req.destroyed) stop();
  // Decoders ignore bytes after the compressed data.
  const checked = new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush(done) {
      const check = (): void =>
        done(
          received === decoder.bytesWritten
            ? null
            : new BodyError(400, 'The request body has bytes after its compressed data.'),
        );
      if (req.readableEnded) check();
      else req.once('end', check);
    },
  });
  decoder.on('error', (error) => checked.destroy(error));
  checked.on('close', () => decoder.destroy());
  return req.pipe(decoder).pipe(checked);
}

function collectBytes<T>(
  req: IncomingMessage,
  source: Readable,
  limit: number,
  take: (bytes: Buffer) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (error: BodyError): void => {
      source.off('data', add);
      closeBody(req, source);
      reject(error);
    };
    const add = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) fail(tooLarge(limit));
      else chunks.push(chunk);
    };
    const finish = (): void => {
      // At the end of a response, Node removes remaining listeners to data, which takes a microsecond or two more.
      source.off('data', add);
      try {
        resolve(take(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
      } catch (error) {
        reject(error as Error);
      }
    };
    source
      .on('data', add)
      .on('end', finish)
      .on('error', (error) => fail(readError(error)))
      .on('close', () => {
        if (!source.readableEnded) fail(incomplete());
      });
    if (source.destroyed) fail(incomplete());
  });
}

/**
 * Pipes a body into a separate stream for slow readers. Destroying that stream keeps the request open for the response.
 *
 * The stream fails with the same {@link BodyError}s as {@link collectBytes}.
 */
export function detach(req: IncomingMessage, source: Readable, limit: number): Readable {
  let size = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) done(tooLarge(limit));
      else done(null, chunk);
    },
  });
  source
    .on('error', (error) => body.destroy(readError(error)))
    .on('close', () => {
      if (!source.readableEnded) body.destroy(incomplete());
    });
  if (source.destroyed) body.destroy(incomplete());
  // Without a listener, an error before the first read would end the process.
  body.on('error', () => {});
  body.on('close', () => {
    source.unpipe(body);
    closeBody(req, source);
  });
  return source.pipe(body);
}

/** Discards the rest of a body, and closes the connection if the rest is too large. */
export function closeBody(req: IncomingMessage, source: Readable): void {
  if (source !== req) {
    req.unpipe(source as unknown as NodeJS.WritableStream);
    source.destroy();
  }
  if (req.readableEnded || req.destroyed || isWaiting(req)) return;
  let left = DISCARD_LIMIT;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) (req.httpVersionMajor > 1 ? (req as unknown as Http2ServerRequest).stream : req).destroy();
  });
  // The error no longer matters, but without a listener it would end the process.
  req.on('error', () => {});
  req.resume();
}

/** The error of a body above a limit, in bytes. */
export function tooLarge(limit: number): BodyError {
  return new BodyError(413, `The request body must have at most ${limit} bytes.`);
}

/** The error of a body whose connection closed before its end. */
export function incomplete(cause?: unknown): BodyError {
  return new BodyError(400, 'The request body was truncated.', {}, cause);
}

/** Maps an error of reading. zlib's codes (`Z_DATA_ERROR`, `ERR__ERROR_FORMAT_...`) mean a corrupt body, all others a lost connection. */
function readError(error: Error & { code?: string }): BodyError {
  if (error instanceof BodyError) return error;
  if (/^(Z_|ERR__)/.test(error.code ?? '')) {
    return new BodyError(400, `The request body could not be decompressed: ${error.message}.`, {}, error);
  }
  return incomplete(error);
}
