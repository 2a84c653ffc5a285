/** A part of an operation that may be the same in others. */
export interface Part<T> {
  readonly value: T;
  /** What it may be called as a component, the best name first. */
  readonly names: readonly string[];
  /** The same for parts that are one component. */
  readonly key: string;
}

/** A component, and what refers to it. */
export interface Shared<T> {
  readonly name: string;
  readonly value: T;
}

/** Makes a part of a value; names are brought to the letters that a component's name may have (OpenAPI 3.1, Components Object). */
export function createPart<T>(value: T, names: readonly string[]): Part<T> {
  const plain = names.map((name) => name.replaceAll(/[^\w.-]+/g, '_').replaceAll(/^_+|_+$/g, '') || 'unnamed');
  return { value, names: plain, key: canonical([names, value]) };
}

/**
 * Names the parts that stand in more than one place, by their keys.
 *
 * The first of two that want one name has it; the other one has its next best name, or a number.
 *
 * @param parts All of them, each as often as it stands somewhere.
 * @param reserved Names that are not to be given.
 */
export function shareParts<T>(parts: readonly Part<T>[], reserved: readonly string[] = []): Map<string, Shared<T>> {
  const seen = new Set<string>();
  const repeated = new Map<string, Part<T>>();
  for (const part of parts) {
    if (seen.has(part.key)) repeated.set(part.key, part);
    seen.add(part.key);
  }
  const taken = new Set(reserved);
  const shared = new Map<string, Shared<T>>();
  for (const { key } of parts) {
    const part = repeated.get(key);
    if (part === undefined || shared.has(key)) continue;
    const name = freeName(part.names, taken);
    taken.add(name);
    shared.set(key, { name, value: part.value });
  }
  return shared;
}

function freeName(names: readonly string[], taken: ReadonlySet<string>): string {
  const free = names.find((name) => !taken.has(name));
  if (free !== undefined) return free;
  let number = 2;
  while (taken.has(`${names.at(-1)}_${number}`)) number++;
  return `${names.at(-1)}_${number}`;
}

/** A text that two values share exactly where they are the same data, in whatever order their properties stand. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
