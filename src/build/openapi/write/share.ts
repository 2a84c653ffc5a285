import { stableText } from '../../../shared/validation/values.ts';

/** A part of an operation that other operations may share. */
export interface Part<T> {
  readonly value: T;
  /** Candidate names of the component, best first. */
  readonly names: readonly string[];
  /** Equal for parts that become the same component. */
  readonly key: string;
  /** Whether its author named it. Such names come first. */
  readonly isNamed: boolean;
}

/** A component with its name. */
export interface Shared<T> {
  readonly name: string;
  readonly value: T;
}

/** A name without the characters that components cannot have: OpenAPI 3.1, Components Object. */
export function componentName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '_').replaceAll(/^_+|_+$/g, '') || 'unnamed';
}

/**
 * Creates a part.
 *
 * @param names The names of a part that its author did not name.
 * @param own The name that its author gave it, and the text that distinguishes it from others of that name.
 */
export function createPart<T>(
  value: T,
  names: readonly string[],
  own?: { readonly name: string | undefined; readonly suffix: string },
): Part<T> {
  const all = own?.name === undefined ? names : [own.name, `${own.name}_${own.suffix}`];
  return { value, names: all.map(componentName), key: stableText([all, value]), isNamed: own?.name !== undefined };
}

/**
 * Names the parts that occur more than once.
 *
 * If two parts have the same best name, the first one gets it, and before it one that its author named. The other one gets its next name, or a numbered one.
 *
 * @param parts Every occurrence of every part.
 * @param reserved Names that are already taken.
 * @returns The components, by the key of their part.
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
  for (const { key } of parts.toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed))) {
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
