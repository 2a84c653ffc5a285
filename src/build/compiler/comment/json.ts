/** The limit of levels in a file of data. */
export const MAX_DEPTH = 500;

/** A value of JSON. */
export interface Data {
  readonly value: unknown;
  /** The names of all keys, at any level: other keywords need no search. */
  readonly keys: ReadonlySet<string>;
}

/** Collects the keys of a value. */
export function jsonData(value: unknown): (Data & { readonly keyCount: number }) | 'tooDeep' {
  const keys = new Set<string>();
  let keyCount = 0;
  const visit = (item: unknown, levels: number): boolean => {
    // JSON.parse reads 1e400 as Infinity.
    if (item === Infinity || item === -Infinity) keyCount = NaN;
    if (typeof item !== 'object' || item === null) return true;
    if (levels === 0) return false;
    if (Array.isArray(item)) return item.every((part) => visit(part, levels - 1));
    // Objects of JSON.parse have only own keys.
    for (const key in item) {
      keyCount++;
      keys.add(key);
      if (!visit((item as { [key: string]: unknown })[key], levels - 1)) return false;
    }
    return true;
  };
  return visit(value, MAX_DEPTH) ? { value, keys, keyCount } : 'tooDeep';
}

/**
 * Parses JSON without locations, which is fast.
 *
 * @returns undefined if the text is invalid, repeats a key or has a number that is too large: the parser of YAML then locates the fault.
 * `tooDeep` if it has more than 500 levels.
 */
export function parseJson(text: string): Data | 'tooDeep' | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const data = jsonData(value);
  if (data === 'tooDeep') return data;
  // JSON.parse keeps the last of two equal keys, so that the text has more keys than the value. A text that looks like a key costs time only.
  return data.keyCount === text.split('":').length - 1 ? data : undefined;
}
