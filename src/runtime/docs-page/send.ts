import type Koa from 'koa';
import type { ServedFile } from './page-files.ts';

/** Answers a request with a file: 304 if the client has it (RFC 9110, 13). */
export function sendFile(ctx: Koa.Context, { headers, tag, content }: ServedFile): void {
  ctx.set(headers);
  if (content === undefined) {
    ctx.status = 302;
    return;
  }
  // workerd compresses a body that has a Content-Encoding, even if it is compressed already.
  const isWorker = 'cloudflare' in ctx.req;
  const isGzipped = content.gzipped !== undefined && !isWorker && ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (content.gzipped !== undefined) ctx.vary('Accept-Encoding');
  ctx.set('ETag', isGzipped ? `"${tag}-gzip"` : `"${tag}"`);
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (isGzipped) ctx.set('Content-Encoding', 'gzip');
  const bytes = isGzipped ? content.gzipped!() : content.plain();
  // workerd takes the memory of a buffer that is sent, so it gets a copy.
  ctx.body = isWorker ? Buffer.from(bytes) : bytes;
}
