/**
 * Estimates the tokens of a text of JSON and English: one for each nine letters of a word, three digits of a number, and four marks between
 * them. Against o200k, a list is 2 to 3 % too high, and a single tool between 6 % too low and 16 % too high.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [part] of text.matchAll(/[A-Za-z]+|\d+|[^\sA-Za-z\d]+|\s{2,}/g)) {
    if (/[A-Za-z]/.test(part)) tokens += Math.ceil(part.length / 9);
    else if (/\d/.test(part)) tokens += Math.ceil(part.length / 3);
    else tokens += Math.ceil(part.length / 4);
  }
  return tokens;
}
