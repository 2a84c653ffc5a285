import type { IncomingMessage } from 'node:http';
import type { OperationContext } from '../../context.ts';

/** A body that something else has read before: its bytes, or what was made of them. */
export type ConsumedBody = { readonly bytes: Buffer } | { readonly value: unknown };

/** Where platforms and body parsers leave what they read. */
interface Consumed extends IncomingMessage {
  /** Google Cloud Functions, Firebase. */
  readonly rawBody?: unknown;
  /** What was made for Express. */
  readonly body?: unknown;
}

/**
 * The body of a request where a middleware or the platform has read it: as `req.rawBody`, as `ctx.request.body` of @koa/bodyparser and koa-body,
 * or as `req.body`.
 *
 * @param needsBytes Whether what a parser made of it is of no use.
 * @returns undefined where nobody has.
 * @throws {Error} Where somebody has, and has not left it: to wait for it would be to wait forever.
 */
export function takeConsumed(ctx: OperationContext, needsBytes: boolean): ConsumedBody | undefined {
  const req: Consumed = ctx.req;
  if (!req.readableEnded && !req.readableDidRead) return undefined;
  if (req.readableEnded) {
    const given = req.rawBody ?? (ctx.request as { body?: unknown }).body ?? req.body;
    if (given instanceof Uint8Array) return { bytes: Buffer.from(given) };
    if (given !== undefined && !needsBytes) return { value: given };
  }
  const { method, path, id } = ctx.operation;
  throw new Error(
    `The body of ${method} ${path} (${id}) was read before the operation could read it, and is not in ctx.request.body. Let no middleware read the body of an operation that declares one.`,
  );
}
