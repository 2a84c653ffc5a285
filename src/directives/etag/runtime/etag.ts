import { createHash } from 'node:crypto';
import { Stream } from 'node:stream';
import type { OperationContext } from '../../../runtime/koa/context.ts';
import { codedTag, findTag, hasStrongTag, tagsIn } from './entity-tags.ts';
import { encodeJson, isOpaque } from '../../../runtime/koa/response/encode.ts';
import type { Feature } from '../../../runtime/koa/runtime.ts';
import { parseHttpDate } from './http-date.ts';
import { RefusedWrite } from '../../../runtime/koa/refused-write.ts';
import { isSuccessful } from '../../../shared/contract/statuses.ts';

/** Adds ETags to responses. Generated code imports it, so that only bundles with `@etag` have it. */
export const etag: Feature =
  () =>
  ({ vary }) => ({ finish: (ctx) => finishWithETag(ctx, vary) });

/**
 * Sets the `ETag` and `Vary` of a successful response, and evaluates the conditions of the request in the order of RFC 9110, 13.2.2.
 *
 * @throws {TypeError} If the body is a stream, unless the handler has set `ctx.etag`.
 * @throws {RefusedWrite} A 412 if the body is in another version than `If-Match` has.
 */
function finishWithETag(ctx: OperationContext, vary: string | undefined): void {
  const { status, body } = ctx;
  if (ctx.respond === false || !isSuccessful(status) || body == null) return;
  if (!ctx.res.hasHeader('ETag')) ctx.set('ETag', tagOf(ctx, body));
  const tag = String(ctx.res.getHeader('ETag'));
  suffixCoded(ctx, tag);
  const { headers } = ctx.req;
  const match = headers['if-match'];
  if (match !== undefined && !hasStrongTag(tagList(match), tag)) {
    if (body instanceof Stream) (body as Stream & { destroy?(): void }).destroy?.();
    throw new RefusedWrite(412, 'The resource has changed since you read it.');
  }
  // A cache must not revalidate the body of one client for another one: they can have the same tag.
  if (vary !== undefined) ctx.vary(vary);
  // Not `ctx.fresh`: fetch() adds "Cache-Control: no-cache" to If-None-Match, which would turn it off.
  const noneMatch = headers['if-none-match'];
  if (noneMatch === undefined ? isUnmodified(ctx) : isKnown(ctx, tagList(noneMatch), tag)) ctx.status = 304;
}

function tagList(field: string): readonly string[] {
  return field.trim() === '*' ? ['*'] : tagsIn(field);
}

/** Whether the client has the body. The response then has the tag by which the client knows it, with the suffix of its coding. */
function isKnown(ctx: OperationContext, list: readonly string[], tag: string): boolean {
  if (list[0] === '*') return true;
  const known = findTag(list, tag);
  if (known !== undefined && !known.startsWith('W/') && !tag.startsWith('W/')) ctx.set('ETag', known);
  return known !== undefined;
}

/** Whether the body was not modified after `If-Modified-Since`: RFC 9110, 13.1.3. Other texts than HTTP dates are ignored. */
function isUnmodified({ req, res }: OperationContext): boolean {
  const since = req.headers['if-modified-since'];
  const modified = res.getHeader('Last-Modified');
  if (since === undefined || modified === undefined) return false;
  return parseHttpDate(String(modified)) <= parseHttpDate(since);
}

/** Adds a suffix to the tag if middleware compresses the body: the headers are complete only when they are written. */
function suffixCoded({ res }: OperationContext, tag: string): void {
  const { writeHead } = res;
  res.writeHead = (...head: unknown[]) => {
    const coding = res.getHeader('Content-Encoding');
    if (coding !== undefined && res.getHeader('ETag') === tag) res.setHeader('ETag', codedTag(tag, String(coding)));
    return writeHead.apply(res, head as Parameters<typeof writeHead>);
  };
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
