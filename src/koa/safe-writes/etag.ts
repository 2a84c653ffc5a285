import { createHash } from 'node:crypto';
import type { OperationContext } from '../context.ts';
import { hasTag, tagsIn } from './entity-tags.ts';
import { encodeJson, isOpaque } from '../response/encode.ts';
import type { Feature } from '../runtime.ts';

/** Adds ETags to responses. Generated code imports it, so that only bundles with `@etag` have it. */
export const etag: Feature = () => () => ({ finish: finishWithETag });

/**
 * Sets the `ETag` of a successful response and answers 304 to a client that has its body: RFC 9110, 8.8.3 and 13.1.2.
 *
 * @throws {TypeError} If the body is a stream, unless the handler has set `ctx.etag`.
 */
function finishWithETag(ctx: OperationContext): void {
  const { status, body } = ctx;
  if (ctx.respond === false || status < 200 || status >= 300 || body == null) return;
  if (!ctx.res.hasHeader('ETag')) ctx.set('ETag', tagOf(ctx, body));
  const known = ctx.req.headers['if-none-match'];
  if (known === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return;
  // Not `ctx.fresh`: fetch() adds "Cache-Control: no-cache" to If-None-Match, which would turn it off.
  const isKnown = known.trim() === '*' || hasTag(tagsIn(known), String(ctx.res.getHeader('ETag')));
  if (isKnown) ctx.status = 304;
}

/** A strong tag: equal bodies have equal tags. */
function tagOf({ operation }: OperationContext, body: unknown): string {
  if (isOpaque(body) && !Buffer.isBuffer(body))
    throw new TypeError(
      `${operation.id} has @etag, but returned a stream or a Blob without a tag. Set ctx.etag, or return data.`,
    );
  const bytes = Buffer.isBuffer(body) || typeof body === 'string' ? body : encodeJson(operation, body);
  return `"${createHash('sha256').update(bytes).digest('base64url')}"`;
}
