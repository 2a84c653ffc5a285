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
