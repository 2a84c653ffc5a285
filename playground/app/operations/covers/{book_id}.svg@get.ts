import type { OperationResult } from 'unplugin-operations/koa';
import { selectBooks } from '../../../database/books.ts';
import type { ShopContext } from '../../context.ts';
import { refusal } from '../../refusal.ts';

/**
 * Draws a cover for a book from its title.
 *
 * @tags books
 * @param-include book
 * @returns {string} 200 image/svg+xml - The cover.
 * @returns-include missingBook
 */
export default async function drawCover(ctx: ShopContext<'drawCover'>): Promise<OperationResult<'drawCover'>> {
  const id = ctx.input.path.book_id;
  const book = await selectBooks(ctx.db).where('books.id', '=', id).executeTakeFirst();
  if (book === undefined) throw refusal(404, `There is no book ${id}.`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 450" font-family="serif" text-anchor="middle">
<rect width="300" height="450" fill="hsl(${(id * 47) % 360} 45% 35%)"/>
<text x="150" y="180" fill="white" font-size="${Math.min(24, 500 / book.title.length)}">${escapeXml(book.title)}</text>
<text x="150" y="400" fill="white" font-size="18">${escapeXml(book.author)}</text>
</svg>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
