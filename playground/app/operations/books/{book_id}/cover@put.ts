import { saveCover } from '../../../../database/covers.ts';
import type { ShopContext } from '../../../context.ts';
import { refusal } from '../../../refusal.ts';
import { requireBook } from '../_book.ts';

/** The first bytes of the files of each media type, in hexadecimal. Clients can send any bytes as an image. */
const SIGNATURES = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/webp': /^52494646.{8}57454250/,
} as const;

/**
 * Sets the cover of a book.
 *
 * @tool none
 * @tags books
 * @security staff
 * @rate-limit 60 per minute per address (name: sign-in, onStoreError: closed)
 * @consumes image/png, image/jpeg, image/webp
 * @param {file} body - The image, up to 64 KiB.
 * @returns {void} 204 - The cover is stored.
 */
export default async function setCover(ctx: ShopContext<'setCover'>): Promise<void> {
  const { path, type, body } = ctx.input;
  if (!SIGNATURES[type].test(body.toString('hex', 0, 12))) throw refusal(400, `The body is not an ${type} file.`);
  await requireBook(ctx.db, path.book_id);
  await saveCover(ctx.db, path.book_id, type, body);
}
