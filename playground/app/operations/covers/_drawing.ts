import type { Book } from '../../../database/books.ts';

/** A cover without a picture: the title and the author of a book, as an SVG image. */
export function drawing({ id, title, author }: Book): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 450" font-family="serif" text-anchor="middle">
<rect width="300" height="450" fill="hsl(${(id * 47) % 360} 45% 35%)"/>
<text x="150" y="180" fill="white" font-size="${Math.min(24, 500 / title.length)}">${escapeXml(title)}</text>
<text x="150" y="400" fill="white" font-size="18">${escapeXml(author)}</text>
</svg>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
