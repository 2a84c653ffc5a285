import { pipeline, Transform } from 'node:stream';
import type Koa from 'koa';
import { hasNoBody } from '../../../shared/contract/statuses.ts';
import { isWritable, replaceBody } from '../koa-internals.ts';
import { isReadable } from './platform-bodies.ts';

/**
 * Lets a body have exactly the bytes that its Content-Length declares: a client reads the others as the next response on the connection, or waits for
 * those that are missing.
 *
 * A Buffer gets its own length. A stream fails if it has more bytes or fewer, so that the connection is closed. HEAD has only the length.
 */
export function holdToLength(ctx: Koa.ParameterizedContext): void {
  const { req, res } = ctx;
  const { body, status } = ctx.response;
  const declared = res.getHeader('Content-Length');
  if (declared === undefined || req.method === 'HEAD' || hasNoBody(status) || !isWritable(ctx)) return;
  const isCoded = res.hasHeader('Transfer-Encoding');
  const length = Buffer.isBuffer(body) ? body.length : Number(DIGITS.test(String(declared)) ? declared : NaN);
  if (!res.headersSent) {
    if (isCoded || Number.isNaN(length)) res.removeHeader('Content-Length');
    else if (Buffer.isBuffer(body)) res.setHeader('Content-Length', length);
  }
  if (isReadable(body) && !isCoded && !Number.isNaN(length)) replaceBody(ctx, pipeline(body, exactly(length), noop));
}

const DIGITS = /^\d+$/;

/** Passes bytes on, and fails at the first one past a length, or at an early end. */
function exactly(length: number): Transform {
  let sent = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent += chunk.length;
      if (sent > length) done(mismatch(length, 'more'));
      else done(null, chunk);
    },
    flush(done) {
      done(sent < length ? mismatch(length, `only ${sent}`) : null);
    },
  });
}

function mismatch(length: number, actual: string): Error {
  return new Error(`The stream of the response has ${actual} bytes, but its Content-Length is ${length}`);
}

/** The response reports the error of the stream. */
const noop = (): void => {};
