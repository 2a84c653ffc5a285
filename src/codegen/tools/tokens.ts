/**
 * Estimates the tokens of a text of JSON and English: one for each word of up to seven letters or four digits, and one for each mark between
 * them, if no other one follows. Models differ by more than the error of this estimate.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [part] of text.matchAll(/[A-Za-z]+|\d+|[^\sA-Za-z\d]+|\s{2,}/g)) {
    if (/[A-Za-z]/.test(part)) tokens += Math.ceil(part.length / 8);
    else if (/\d/.test(part)) tokens += Math.ceil(part.length / 3);
    else tokens += Math.ceil(part.length / 3);
  }
  return tokens;
}
