import type { IncomingMessage } from 'node:http';
import type { OperationContext } from '../../context.ts';

/** A body that middleware or the platform has read: its bytes or its parsed value. */
export type ConsumedBody = { readonly bytes: Buffer } | { readonly value: unknown; readonly size: number };

/** The properties in which platforms and body parsers store a body. */
interface Consumed extends IncomingMessage {
  /** Google Cloud Functions, Firebase. */
  readonly rawBody?: unknown;
  /** Body parsers for Express. */
  readonly body?: unknown;
}

/**
 * Finds a body that middleware or the platform has read: in `req.rawBody`, in `ctx.request.body` (@koa/bodyparser, koa-body) or in `req.body`.
 *
 * @param needsBytes Whether a parsed value cannot be used.
 * @returns The body, or undefined if it is still unread.
 * @throws {Error} If the body was read but is not stored anywhere. Waiting for it would never end.
 */
export function takeConsumed(ctx: OperationContext, needsBytes: boolean): ConsumedBody | undefined {
  const req: Consumed = ctx.req;
  if (!req.readableEnded && !req.readableDidRead) return undefined;
  const stored = req.readableEnded ? (req.rawBody ?? (ctx.request as { body?: unknown }).body ?? req.body) : undefined;
  if (stored instanceof Uint8Array) return { bytes: Buffer.from(stored) };
  if (stored !== undefined && !needsBytes) return { value: stored, size: bodySize(ctx, stored) };
  const { method, path, id } = ctx.operation;
  const reason = stored === undefined ? 'ctx.request.body is not set' : 'a parsed ctx.request.body has no files';
  throw new Error(
    `The request body of ${method} ${path} (${id}) was read before the operation could read it, and ${reason}. Remove the middleware that reads it.`,
  );
}

/** The size of a parsed body in bytes: as it was sent or decompressed, or about that of its value if nothing else is known. */
function bodySize({ req, request }: OperationContext, value: unknown): number {
  // Koa's body parsers keep the text here.
  const { rawBody } = request as { rawBody?: unknown };
  if (typeof rawBody === 'string') return Buffer.byteLength(rawBody);
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = req.headers;
  if (length !== undefined && encoding === 'identity') return Number(length);
  return Buffer.byteLength(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}
