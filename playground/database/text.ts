/**
 * Removes case and accents from a text, to search and sort alike in every database.
 *
 * @example fold('Émile Zola') // 'emile zola'
 */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
