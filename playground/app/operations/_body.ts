import type { ShopContext } from '../context.ts';
import { refusal } from '../refusal.ts';

/** The most that is read of a body, in bytes. */
const LIMIT = 64 * 1024;

/**
 * The request's body, a JSON object (RFC 8259).
 *
 * @throws 415 for another media type, 413 past 64 KiB, 400 for anything that is no JSON object.
 */
export async function readJson(ctx: ShopContext): Promise<Record<string, unknown>> {
  if (!ctx.is('application/json')) throw refusal(415, 'The body must be application/json.');
  const bytes = await readBytes(ctx);
  const body = parse(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refusal(400, 'The body must be a JSON object.');
  return body as Record<string, unknown>;
}

async function readBytes(ctx: ShopContext): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Not destroyed on the way out: the refusal goes through the same socket.
  for await (const chunk of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LIMIT) throw refusal(413, `The body is larger than ${LIMIT} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refusal(400, 'The body is not valid JSON.');
  }
}
