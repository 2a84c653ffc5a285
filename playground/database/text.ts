/**
 * Text without case and accents, to search and sort by alike in every database.
 *
 * @example fold('Émile Zola') // 'emile zola'
 */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** A pattern for `like ... escape '\'` that finds `text` anywhere. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
