import { KEYWORDS } from './keywords.ts';

/** How the site's search ranks results. test/docs/lookup.slow.test.ts searches with the same options. */
export const SEARCH_OPTIONS: {
  readonly fuzzy: number;
  readonly prefix: boolean;
  readonly boost: { readonly title: number; readonly text: number; readonly titles: number };
  boostDocument(id: string): number;
  processTerm(term: string): string | null;
} = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 6, text: 2, titles: 1.5 },
  // Diagnostics repeat the words of every feature, so a page about the feature comes first.
  boostDocument: (id) => (id.includes('reference/diagnostics') ? 0.35 : 1),
  // Questions in sentences have words that say nothing about the subject. The browser gets the text of this function, so they are in it.
  processTerm: (term) =>
    /^(?:a|about|also|am|an|and|any|are|as|at|be|been|but|by|can|can't|could|did|do|does|doesn't|doing|don't|every|for|from|give|gives|had|has|have|how|i|i'm|if|in|into|is|isn't|it|it's|its|like|make|makes|many|may|me|more|most|much|must|my|need|of|on|or|our|out|possible|should|so|some|than|that|the|their|them|then|there|these|they|this|those|to|up|use|using|want|was|way|we|were|what|what's|when|where|whether|which|while|who|why|will|with|without|would|you|your)$/i.test(
      term,
    )
      ? null
      : term.toLowerCase(),
};

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
