/** The types in words, with their articles. */
export const TYPE_WORDS: { readonly [type: string]: string | undefined } = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  array: 'an array',
  object: 'an object',
};

/** The message of a value whose schema allows none. */
export const NOT_ALLOWED = 'is not allowed';

/**
 * Writes a number of things, with a noun in the right form.
 *
 * @example count(2, 'property') // '2 properties'
 */
export function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun.replace(/y$/, 'ie')}s`;
}

/** Writes the message of a value that is too short or too small. */
export function atLeast(limit: number, noun: string): string {
  return limit === 1 ? 'must not be empty' : `must have at least ${count(limit, noun)}`;
}

/**
 * Joins words to a list.
 *
 * @example joinWords(['a', 'b', 'c'], 'or') // 'a, b or c'
 */
export function joinWords(words: readonly string[], conjunction: string): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

/** Writes a value as JSON, shortened to 60 characters. */
export function shortJson(value: unknown): string {
  return shortText(JSON.stringify(value) ?? String(value));
}

/** Shortens a text to 60 characters. */
export function shortText(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
