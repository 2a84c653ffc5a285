/** The limit of levels in a file of data. */
const MAX_DEPTH = 500;

/** The reason to refuse a value with too many levels. */
export const TOO_DEEP = `it is nested more than ${MAX_DEPTH} levels deep`;

/** Whether a value has more than 500 levels. */
export function isTooDeep(value: unknown, levels: number = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isTooDeep(item, levels - 1));
  for (const key in value) if (isTooDeep((value as { [key: string]: unknown })[key], levels - 1)) return true;
  return false;
}

/**
 * Parses JSON without locations, which is fast.
 *
 * @returns undefined if the text is invalid, repeats a key or has a number that is too large: the parser of YAML then locates the fault.
 */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isTooDeep(value)) return { value };
  // JSON.parse keeps the last of two equal keys, so that the text has more keys than the value. A text that looks like a key costs time only.
  return countKeys(value) === text.split('":').length - 1 ? { value } : undefined;
}

function countKeys(value: unknown): number {
  // JSON.parse reads 1e400 as Infinity.
  if (value === Infinity || value === -Infinity) return NaN;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += countKeys(item);
  // Objects of JSON.parse have only own keys.
  else for (const key in value) count += 1 + countKeys((value as { [key: string]: unknown })[key]);
  return count;
}
