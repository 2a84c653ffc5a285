import type { Readable } from 'node:stream';
import type Koa from 'koa';
import { hasNoBody } from '../../../shared/contract/statuses.ts';
import { hasLeft, onEnd } from '../connection/ending.ts';
import { isWritable } from '../koa-internals.ts';
import { isReadable } from './platform-bodies.ts';

/**
 * Waits until a stream of bytes has the first ones, or has ended: if it fails before, the response can still have the status of an error.
 *
 * Nothing is sent later: the headers go with the first bytes. HEAD reads nothing.
 *
 * @returns undefined if there is nothing to wait for.
 * @throws {Error} If the stream has failed already. A promise is rejected if it fails.
 */
export function awaitBytes(ctx: Koa.ParameterizedContext): Promise<void> | undefined {
  const { body, status } = ctx.response;
  if (!isReadable(body) || ctx.respond === false || ctx.headerSent || !isWritable(ctx)) return undefined;
  // The stream of a client that has left is destroyed, which is not a separate failure.
  if (hasLeft(ctx)) return undefined;
  if (body.errored) throw body.errored;
  if (ctx.req.method === 'HEAD' || hasNoBody(status)) return undefined;
  // Somebody else reads a stream that flows or has been paused.
  if (body.readableEnded || body.readableLength > 0 || body.readableFlowing != null) return undefined;
  if (body.destroyed) throw closedEarly();
  const first = new Promise<void>((resolve, reject) => readFirst(ctx, body, resolve, reject));
  return first.then(() => {
    // It can have failed after its first bytes, while none of them has been sent.
    if (body.errored) throw body.errored;
  });
}

function readFirst(
  ctx: Koa.ParameterizedContext,
  body: Readable,
  resolve: () => void,
  reject: (error: Error) => void,
): void {
  const settle = (error?: Error): void => {
    body.off('readable', begin).off('end', begin).off('error', settle).off('close', close);
    if (error === undefined) resolve();
    else reject(error);
  };
  const begin = (): void => settle();
  const close = (): void => settle(hasLeft(ctx) ? undefined : closedEarly());
  // A client that has left waits for nothing. First, because Koa then destroys the stream.
  onEnd(ctx, begin);
  body.on('end', begin).on('error', settle).on('close', close).on('readable', begin);
}

function closedEarly(): Error {
  return new Error('The stream of the response was closed before its first byte');
}
