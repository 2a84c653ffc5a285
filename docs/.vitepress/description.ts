const MAX_LENGTH = 160;

/**
 * Describes a page by its first paragraph, for search engines and link previews.
 *
 * @example describe('# Errors\n\nThrow a [problem](a.md).\n') // 'Throw a problem.'
 */
export function describe(page: string): string {
  const paragraph = page
    .replace(/^(`{3,})[\s\S]*?^\1$/gm, '')
    .split(/\n{2,}/)
    .find((part) => /^[A-Z*`[]/.test(part) && !/^`[^`]+`:$/.test(part));
  const text = (paragraph ?? '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text.length <= MAX_LENGTH) return text;
  const sentences = /^.{40,159}[.!?](?= )/.exec(text)?.[0];
  return sentences ?? `${text.slice(0, text.lastIndexOf(' ', MAX_LENGTH - 1))}…`;
}
