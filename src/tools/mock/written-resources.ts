/** A resource, as plain data. */
export type Resource = Readonly<Record<string, unknown>>;

/** A resource that was written, or the mark of one that was deleted. */
export interface Kept {
  readonly collection: string | undefined;
  /** Undefined if it was deleted. */
  readonly value: Resource | undefined;
}

/** The most resources that are kept, and their most characters as JSON. The oldest ones are forgotten first. */
const MAX_RESOURCES = 1000;
const MAX_SIZE = 16 * 2 ** 20;

/** The resources that clients have written to a mock, in memory. */
export class Resources {
  readonly #kept = new Map<string, Kept & { readonly size: number }>();
  readonly #begun = new Set<string>();
  #size = 0;

  find(path: string): Kept | undefined {
    return this.#kept.get(path);
  }

  /** @param value Undefined to delete it. */
  put(path: string, collection: string | undefined, value: Resource | undefined): void {
    this.#size -= this.#kept.get(path)?.size ?? 0;
    const size = path.length + (value === undefined ? 0 : JSON.stringify(value).length);
    this.#kept.set(path, { collection, value, size });
    this.#size += size;
    for (const [oldest, { size: freed }] of this.#kept) {
      if (this.#kept.size <= MAX_RESOURCES && this.#size <= MAX_SIZE) break;
      this.#kept.delete(oldest);
      this.#size -= freed;
    }
  }

  /** The resources of a collection, in the order in which they came. */
  listed(collection: string): (readonly [path: string, value: Resource])[] {
    return [...this.#kept].flatMap(([path, kept]) =>
      kept.collection === collection && kept.value !== undefined ? [[path, kept.value] as const] : [],
    );
  }

  /** Adds the first resources of a collection, once. */
  begin(collection: string, first: () => Iterable<readonly [path: string, value: Resource]>): void {
    if (this.#begun.has(collection)) return;
    if (this.#begun.size >= MAX_RESOURCES) this.#begun.clear();
    this.#begun.add(collection);
    for (const [path, value] of first()) if (!this.#kept.has(path)) this.put(path, collection, value);
  }
}
