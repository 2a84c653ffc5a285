import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { type Readable, Transform } from 'node:stream';
import type * as Zlib from 'node:zlib';
import { BodyError } from './error.ts';

/** How much more of a refused body is taken, in bytes, so that a client that only reads after it has sent sees why: RFC 9112, 9.6. */
const DISCARDED = 32 * 2 ** 20;

const ENCODINGS = 'gzip, deflate, br';

/** Whether a request has a body, by how it is framed: RFC 9112, 6.3, and RFC 9113, 8.1. */
export function hasBody(req: IncomingMessage): boolean {
  const { 'transfer-encoding': coding, 'content-length': length } = req.headers;
  if (coding !== undefined) return true;
  if (length !== undefined) return Number(length) > 0;
  return req.httpVersionMajor > 1 && !(req as unknown as Http2ServerRequest).stream.endAfterHeaders;
}

/**
 * The bytes of a request's body, decompressed; {@link closeBody} is to be called with it if it is not read to its end.
 *
 * @param limit The most it may have, in bytes, where it says how many.
 * @throws {BodyError} 413 for a body that says it has more, 415 for a content coding that nobody knows, or for two.
 */
export async function openBody(req: IncomingMessage, limit: number): Promise<Readable> {
  if (Number(req.headers['content-length']) > limit) {
    closeBody(req, req);
    throw tooLarge(limit);
  }
  const coding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return req;
  const decoder = createDecoder(await import('node:zlib'), coding);
  if (decoder !== undefined) return decompress(req, decoder);
  const message = `The Content-Encoding must be one of ${ENCODINGS}, not ${coding}.`;
  throw new BodyError(415, message, { 'Accept-Encoding': ENCODINGS });
}

/** RFC 9110, 8.4.1. */
function createDecoder(zlib: typeof Zlib, coding: string): Transform | undefined {
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

function decompress(req: IncomingMessage, decoder: Transform): Readable {
  const stop = (): unknown => req.readableEnded || decoder.destroy(incomplete());
  req.on('error', stop).on('close', stop);
  if (req.destroyed) stop();
  return req.pipe(decoder);
}

/**
 * All bytes of a body.
 *
 * @throws {BodyError} 413 past the limit, 400 for one that breaks off or does not decompress.
 */
export function collect(req: IncomingMessage, source: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (error: BodyError): void => {
      source.off('data', take);
      closeBody(req, source);
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) fail(tooLarge(limit));
      else chunks.push(chunk);
    };
    source
      .on('data', take)
      .on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
      .on('error', (error) => fail(readError(error)))
      .on('close', () => {
        if (!source.readableEnded) fail(incomplete());
      });
    if (source.destroyed) fail(incomplete());
  });
}

/**
 * A body as a stream of its own, for what takes its time with it: to destroy it leaves the request open for an answer.
 *
 * It ends with a {@link BodyError} where {@link collect} throws one.
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
  // An error that comes before anybody reads would end the process.
  body.on('error', () => {});
  body.on('close', () => {
    source.unpipe(body);
    closeBody(req, source);
  });
  return source.pipe(body);
}

/** Lets go of a body: what is left of it is thrown away, and the connection with it where that is too much. */
export function closeBody(req: IncomingMessage, source: Readable): void {
  if (source !== req) {
    req.unpipe(source as unknown as NodeJS.WritableStream);
    source.destroy();
  }
  if (req.readableEnded || req.destroyed) return;
  let left = DISCARDED;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) (req.httpVersionMajor > 1 ? (req as unknown as Http2ServerRequest).stream : req).destroy();
  });
  // An error is of no interest to anybody now, but unheard it would end the process.
  req.on('error', () => {});
  req.resume();
}

/** The error of a body that is larger than it may be. */
export function tooLarge(limit: number): BodyError {
  return new BodyError(413, `The body must have at most ${limit} bytes.`);
}

/** The error of a body whose end does not come. */
export function incomplete(cause?: unknown): BodyError {
  return new BodyError(400, 'The body breaks off before its end.', {}, cause);
}

/** An error of reading as one of the request: zlib's have codes such as `Z_DATA_ERROR` or `ERR__ERROR_FORMAT_...`, all others are the connection's. */
function readError(error: Error & { code?: string }): BodyError {
  if (error instanceof BodyError) return error;
  if (/^(Z_|ERR__)/.test(error.code ?? '')) {
    return new BodyError(400, `The body does not decompress: ${error.message}.`, {}, error);
  }
  return incomplete(error);
}
