import { CLIENTS } from './keywords/clients.ts';
import { GUIDES } from './keywords/guides.ts';
import { OTHERS } from './keywords/others.ts';
import { RECIPES } from './keywords/recipes.ts';

/** How the site's search ranks results. test/docs/lookup.test.ts searches with the same options. */
export const SEARCH_OPTIONS: {
  readonly fuzzy: number;
  readonly prefix: boolean;
  readonly boost: { readonly title: number; readonly text: number; readonly titles: number };
  boostDocument(id: string): number;
} = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 6, text: 2, titles: 1.5 },
  // Diagnostics repeat the words of every feature, so a page about the feature comes first.
  boostDocument: (id) => (id.includes('reference/diagnostics') ? 0.35 : 1),
};

/** Words that people search for and that a page or section doesn't contain, because it uses others. They are added to its start in the index. */
export const KEYWORDS: { readonly [page: string]: string } = { ...GUIDES, ...CLIENTS, ...RECIPES, ...OTHERS };

/**
 * The keywords of a page or section for the index, several times, because words in the text count less than those in titles.
 *
 * @param anchor The anchor of a section with its `#`. An empty one means the start of the page.
 */
export function keywordsOf(page: string, anchor = ''): string {
  const words = KEYWORDS[page.replace(/\.md$/, '') + anchor];
  return words === undefined ? '' : Array.from({ length: 4 }, () => words).join(' ');
}

/** Adds the keywords of a page and its sections to its rendered HTML, for the index alone. */
export function withKeywords(html: string, page: string): string {
  return html.replace(/<h([1-4]) id="([^"]*)".*?<\/h\1>/gs, (heading, level: string, id: string) => {
    const words = keywordsOf(page, level === '1' ? '' : `#${id}`);
    return words === '' ? heading : `${heading}\n<p>${words}</p>\n`;
  });
}
