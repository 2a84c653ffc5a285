/**
 * Removes case and accents from a text, to search and sort alike in every database.
 *
 * @example fold('Émile Zola') // 'emile zola'
 */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** A pattern for `like ... escape '\'` that matches `text` anywhere. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
