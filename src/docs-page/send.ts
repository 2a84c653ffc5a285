import type Koa from 'koa';
import type { ServedFile } from './files.ts';

/** Answers a request with a file: 304 if the client has it (RFC 9110, 13). */
export function sendFile(ctx: Koa.Context, { headers, tag, content }: ServedFile): void {
  ctx.set(headers);
  if (content === undefined) {
    ctx.status = 302;
    return;
  }
  const isGzipped = content.gzipped !== undefined && ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (content.gzipped !== undefined) ctx.vary('Accept-Encoding');
  ctx.set('ETag', isGzipped ? `"${tag}-gzip"` : `"${tag}"`);
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (isGzipped) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isGzipped ? content.gzipped!() : content.plain();
}
