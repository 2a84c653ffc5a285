/** The most levels that a file of data may have. */
const MAX_DEPTH = 500;

export const TOO_DEEP = `it is nested more than ${MAX_DEPTH} levels deep`;

/** Whether a value has too many levels. */
export function isTooDeep(value: unknown, levels: number = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isTooDeep(item, levels - 1));
  for (const key in value) if (isTooDeep((value as { [key: string]: unknown })[key], levels - 1)) return true;
  return false;
}

/**
 * Reads JSON the fast way.
 *
 * @returns undefined if the text is invalid, repeats a key or has a number that is too large: then the reader of YAML, of which JSON is a part,
 * finds the place.
 */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isTooDeep(value)) return { value };
  // JSON.parse keeps the last of two equal keys: the text then has more keys than the value. A text that only looks like a key costs no more
  // than the slow way.
  return countKeys(value) === countPlaces(text, '":') ? { value } : undefined;
}

function countKeys(value: unknown): number {
  // JSON.parse makes Infinity of 1e400.
  if (value === Infinity || value === -Infinity) return NaN;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += countKeys(item);
  // What JSON.parse makes has no keys but its own.
  else for (const key in value) count += 1 + countKeys((value as { [key: string]: unknown })[key]);
  return count;
}

function countPlaces(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++;
  return count;
}
